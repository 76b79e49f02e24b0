/// A semantic version of a rule, of a schema or of an engine: three numbers, compared in order.
public struct RuleVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Changes that break what was.
    public let major: Int
    /// Changes that add.
    public let minor: Int
    /// Changes that mend.
    public let patch: Int

    /// Creates a version of three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads `1.2.3`; fewer numbers stand for zeros, anything else gives nil.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { $0 < 0x3A && $0 > 0x2F } ? Int(typed: part, in: 0...999_999) : nil
        }
        guard 1...3 ~= parts.count, numbers.count == parts.count else { return nil }
        self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    /// Orders versions by major, then minor, then patch number.
    public static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// The three numbers with full stops between.
    public var description: String { "\(major).\(minor).\(patch)" }
}
