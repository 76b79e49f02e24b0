extension VaccineSearch {
    /// What has exactly this name as its own, in the catalogue's order, also behind words that say nothing.
    func named(_ text: String, species: String?) -> [Suggestion] {
        let numbers = Set(queries(text).flatMap { index.named[$0.joined] ?? [] }).sorted()
        return numbers.map { index.records[$0].subject }.filter { species == nil || $0.species == species }
    }

    /// What has exactly this name as its own, and explains the words around it: by its maker, its kind and its
    /// diseases.
    func named(_ name: SearchText, species: String?, besides rest: some Sequence<SearchWord>) -> [Suggestion] {
        (index.named[name.joined] ?? []).map { index.records[$0] }.filter { record in
            guard species == nil || record.subject.species == species else { return false }
            return rest.allSatisfy { word in
                isNoise(word) || record.terms.contains { !$0.isOwn && index.words[$0.entry.word] == word }
            }
        }.map(\.subject)
    }

    /// Whether a text is found only with letters wrong.
    func isMisspelt(_ text: String, species: String?) -> Bool {
        ranked(text, species: species).first.map { $0.grade.mistakes > 0 } ?? false
    }

    /// Whether a word says nothing of the vaccine: a filler, or the number of a dose.
    private func isNoise(_ word: SearchWord) -> Bool {
        fillers.contains(word) || word.letters.count == 1 && word.letters.allSatisfy { ("1"..."9").contains($0) }
    }
}
