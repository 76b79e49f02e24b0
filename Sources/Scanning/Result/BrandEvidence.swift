import CivilDates

/// What the holder's age says of a brand that has several strengths, where the brand alone was read.
struct BrandEvidence {
    let settings: ScanSettings

    /// The vaccine of a row.
    ///
    /// - Parameter date: the row's; nil where it isn't known: it then was by today.
    func weigh(_ field: ScanField, on date: PartialDate?) -> ScanField {
        guard !field.isSure, let read = field.value.flatMap({ settings.lexicon[$0] }),
            isBrandAlone(field.text, of: read),
            let other = settings.strength(read.id, date ?? PartialDate(settings.today)), other != read.id,
            field.candidates.contains(other)
        else { return field }
        var field = field
        field.value = other
        field.candidates = Vote.unique([other] + field.candidates)
        return field
    }

    /// Whether a text lacks the word that tells the product from the brand.
    private func isBrandAlone(_ text: String, of entry: LexiconEntry) -> Bool {
        func length(_ name: String) -> Int { FoldedName(name).letters.count }
        return entry.names.first.map { length(text) + Self.shortestWord <= length($0) } ?? false
    }

    private static let shortestWord = 4
}
