/// A column of crosses, and what one row's cell says.
struct CrossedColumn: Sendable {
    let targets: Set<String>
    /// Nil where the ink doesn't say.
    let isMarked: Bool?

    /// Nil for other types.
    init?(_ type: RegionType, _ field: ScanField?) {
        guard case .cross(let targets) = type else { return nil }
        self.targets = Set(targets)
        isMarked = field.flatMap { $0.isSure ? $0.value == "true" : nil }
    }
}

extension LinkRule {
    /// Whether the crossed diseases are those that the vaccine is against, as far as the page has a column for them.
    ///
    /// A row without any cross says nothing; nor does a vaccine that is against nothing that we know.
    func agrees(_ vaccine: ScanField?, _ columns: [CrossedColumn]) -> Bool? {
        guard let vaccine, let id = vaccine.value, let entry = lexicon[id] else { return nil }
        let said = Self.agrees(entry, columns)
        if said == false {
            guard vaccine.confidence >= Self.nearlySure else { return nil }
            let others = vaccine.isSure ? [] : vaccine.candidates.compactMap { lexicon[$0] }
            return others.contains { Self.agrees($0, columns) != false } ? nil : false
        }
        return said
    }

    static func agrees(_ entry: LexiconEntry, _ columns: [CrossedColumn]) -> Bool? {
        guard !entry.targets.isEmpty, columns.contains(where: { $0.isMarked == true }) else { return nil }
        var isUnsaid = false
        for column in columns {
            guard let isMarked = column.isMarked else {
                isUnsaid = true
                continue
            }
            guard isMarked == !column.targets.isDisjoint(with: entry.targets) else { return false }
        }
        return isUnsaid ? nil : true
    }
}
