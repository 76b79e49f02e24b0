/// What was read in the place of one field, and what a person made of it.
package struct Cell: Codable, Sendable, Hashable {
    /// From this sureness on nobody has to look; from ``check`` on somebody is asked to, below it to type it.
    package static let (clear, check) = (0.9, 0.6)

    /// As it was written there.
    package let text: String
    /// As a form shows it; nil where it wasn't understood.
    package let value: String?
    /// 1 is exact.
    package let sureness: Double
    /// What else it may be, the likeliest first.
    package let others: [String]
    /// What the person wrote over it; empty where they emptied it.
    package var typed: String?

    package init(_ text: String, value: String?, sureness: Double, others: [String] = [], typed: String? = nil) {
        (self.text, self.value, self.sureness) = (text, value, sureness)
        (self.others, self.typed) = (others, typed)
    }

    /// One that nothing was read of.
    package init(typed: String) { self.init("", value: nil, sureness: 0, typed: typed) }

    /// What a form begins with; what has to be typed is left empty.
    package var entered: String { sureness < Self.check ? "" : value ?? "" }

    /// Whether somebody is asked to look: it was understood, but not for sure, and nobody wrote over it.
    package var isUnsure: Bool { typed == nil && value != nil && sureness >= Self.check && sureness < Self.clear }

    /// What counts.
    package var current: String { typed ?? entered }
}
