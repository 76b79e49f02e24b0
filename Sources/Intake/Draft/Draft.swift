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
    /// The files of pictures, and the pages in them that doses were read from.
    package var sources: [ScannedSheet.Source] = []
    package var sheets: [ScannedSheet] = []

    package init(_ proposals: [Proposal] = [], layout: Layout = .table, isDetailed: Bool = false) {
        (self.proposals, self.layout, self.isDetailed) = (proposals, layout, isDetailed)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        proposals = try container.decode([Proposal].self, forKey: .proposals)
        layout = try container.decode(Layout.self, forKey: .layout)
        isDetailed = try container.decode(Bool.self, forKey: .isDetailed)
        // What was typed has none.
        sources = try container.decodeIfPresent([ScannedSheet.Source].self, forKey: .sources) ?? []
        sheets = try container.decodeIfPresent([ScannedSheet].self, forKey: .sheets) ?? []
    }

    /// How many doses are stored at once at most: of pictures as many as a pass holds.
    var most: Int { sheets.isEmpty ? Self.mostTyped : 2_000 }

    /// Those in which somebody has said something.
    package var filled: [Proposal] { proposals.filter { !$0.isEmpty } }

    /// The number of the next proposal.
    package var nextID: Int { (proposals.map(\.id).max() ?? 0) + 1 }

    /// Without rows in which nobody has said anything; a card without a day stays one.
    package var kept: Draft {
        var kept = self
        kept.proposals = proposals.filter { row in
            !row.isEmpty || layout == .visits && row.cells[Vaccination.date.name] != nil
        }
        return kept
    }
}
