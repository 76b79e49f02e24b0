/// The vaccines that a page may name.
package struct VaccineLexicon: Sendable {
    package let entries: [LexiconEntry]
    let names: NameIndex
    let makers: NameIndex
    /// The makers' names, as given to the lexicon.
    let makerNames: [String]
    private let numbers: [String: Int]

    package init(_ entries: [LexiconEntry]) {
        var (names, makers) = (NameIndex(), NameIndex())
        var (makerNames, makerNumbers): ([String], [String: Int]) = ([], [:])
        for (number, entry) in entries.enumerated() {
            for name in entry.names { names.add(name, owner: number) }
            for maker in entry.manufacturers {
                if makerNumbers[maker] == nil {
                    makerNumbers[maker] = makerNames.count
                    makerNames.append(maker)
                }
                makers.add(maker, owner: makerNumbers[maker] ?? 0)
            }
        }
        (self.entries, self.names, self.makers, self.makerNames) = (entries, names, makers, makerNames)
        numbers = Dictionary(entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The vaccine of that identifier.
    package subscript(id: String) -> LexiconEntry? { numbers[id].map { entries[$0] } }

    /// The vaccine whose package has that number.
    func entry(gtin: String) -> LexiconEntry? { entries.first { $0.gtins.contains(gtin) } }

    /// The other vaccines whose name begins with a name.
    func extensions(of name: Int) -> [LexiconEntry] {
        let owners = Set(names.names[name].owners)
        var seen: Set<Int> = []
        return names.extensions(of: name).flatMap { names.names[$0].owners }
            .filter { !owners.contains($0) && seen.insert($0).inserted }.map { entries[$0] }
    }
}
