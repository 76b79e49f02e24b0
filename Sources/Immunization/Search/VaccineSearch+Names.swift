extension VaccineSearch {
    /// Words of a text that are a name.
    struct Span {
        let range: Range<Int>
        /// What has it as its own.
        let records: [SearchIndex.Record]
    }

    /// What has exactly this name as its own, in the catalogue's order, also behind words that say nothing.
    func named(_ text: String, species: String?) -> [Suggestion] {
        let numbers = Set(queries(text).flatMap { index.named[$0.joined] ?? [] }).sorted()
        return numbers.map { index.records[$0].subject }.filter { species == nil || $0.species == species }
    }

    /// Every name in a text, the longest first.
    func spans(_ words: [SearchWord], species: String) -> [Span] { spans(words, species, index.named) }

    /// Every name of a maker in a text, with what it makes.
    func makers(_ words: [SearchWord], species: String) -> [Span] { spans(words, species, index.made) }

    private func spans(_ words: [SearchWord], _ species: String, _ names: [SearchWord: [Int]]) -> [Span] {
        (1...max(words.count, 1)).reversed().flatMap { length -> [Span] in
            guard length <= words.count else { return [] }
            return (0...words.count - length).compactMap { start in
                let range = start..<start + length
                let found = (names[SearchText(words: Array(words[range])).joined] ?? []).map { index.records[$0] }
                    .filter { $0.subject.species == species }
                return found.isEmpty ? nil : Span(range: range, records: found)
            }
        }
    }

    /// Whether words say nothing beside a record, or nothing but its maker, its kind or its diseases.
    func explains(_ words: [SearchWord], _ record: SearchIndex.Record) -> Bool {
        var rest = words[...]
        while let first = rest.first {
            let length = (1...min(Self.mostExplained, rest.count)).reversed().first { length in
                let name = length == 1 ? first : SearchText(words: Array(rest.prefix(length))).joined
                return index.number(of: name).map(record.explained.contains) ?? false
            }
            guard length != nil || isNoise(first) else { return false }
            rest = rest.dropFirst(length ?? 1)
        }
        return true
    }

    /// The most words of a name that explains others.
    private static let mostExplained = 3

    /// Whether a word says nothing of the vaccine: a filler, or the number of a dose.
    func isNoise(_ word: SearchWord) -> Bool {
        fillers.contains(word) || word.letters.count == 1 && word.letters.allSatisfy { ("1"..."9").contains($0) }
            || Self.romanNumbers.contains(String(String.UnicodeScalarView(word.letters)))
    }

    private static let romanNumbers: Set<String> = ["i", "ii", "iii", "iv"]
}
