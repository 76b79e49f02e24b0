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
    func spans(_ words: [SearchWord], species: String) -> [Span] {
        spans(words, species, index.named, index.namesInOrder)
    }

    /// Every name of a maker in a text, with what it makes.
    func makers(_ words: [SearchWord], species: String) -> [Span] {
        spans(words, species, index.made, index.makersInOrder)
    }

    private func spans(
        _ words: [SearchWord], _ species: String, _ names: [SearchWord: [Int]], _ inOrder: NamesInOrder
    ) -> [Span] {
        let found = inOrder.ranges(in: words).compactMap { range -> Span? in
            let records = (names[SearchText(words: Array(words[range])).joined] ?? []).map { index.records[$0] }
                .filter { $0.subject.species == species }
            return records.isEmpty ? nil : Span(range: range, records: records)
        }
        return found.sorted { left, right in
            (-left.range.count, left.range.lowerBound) < (-right.range.count, right.range.lowerBound)
        }
    }

    /// Those of some records beside which words say nothing, or nothing but its maker, its kind or its diseases.
    func explained(_ words: [SearchWord], _ records: [SearchIndex.Record]) -> [SearchIndex.Record] {
        // Each name is looked up once, however many records it may explain.
        let names = words.indices.map { start in
            (1...min(Self.mostExplained, words.count - start)).reversed().compactMap { length in
                let name =
                    length == 1 ? words[start] : SearchText(words: Array(words[start..<start + length])).joined
                return index.number(of: name).map { (length: length, number: $0) }
            }
        }
        let isNoise = words.map(isNoise)
        return records.filter { record in
            var place = 0
            while place < words.count {
                let length = names[place].first { record.explained.contains($0.number) }?.length
                guard length != nil || isNoise[place] else { return false }
                place += length ?? 1
            }
            return true
        }
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
