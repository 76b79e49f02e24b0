import Model

/// Doses that wait to be checked and stored.
package struct Draft: Codable, Sendable, Hashable {
    /// How typing is laid out.
    package enum Layout: String, Codable, Sendable, CaseIterable {
        /// A card a day: an empty day isn't that of the card above.
        case visits
        /// A row a dose.
        case table
    }

    /// How many doses are typed at once at most.
    package static let mostTyped = 50

    package var proposals: [Proposal]
    package var layout: Layout
    /// Whether each row asks for all fields.
    package var isDetailed: Bool

    package init(_ proposals: [Proposal] = [], layout: Layout = .table, isDetailed: Bool = false) {
        (self.proposals, self.layout, self.isDetailed) = (proposals, layout, isDetailed)
    }

    /// Those in which somebody has said something.
    package var filled: [Proposal] { proposals.filter { !$0.isEmpty } }

    /// Without rows in which nobody has said anything; a card without a day stays one.
    package var kept: Draft {
        var kept = self
        kept.proposals = proposals.filter { row in
            !row.isEmpty || layout == .visits && row.cells[Vaccination.date.name] != nil
        }
        return kept
    }
}
