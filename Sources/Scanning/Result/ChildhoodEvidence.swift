import CivilDates

/// What the holder's age says of a brand that two products of a maker have: a small child had the one for children.
struct ChildhoodEvidence {
    private let lexicon: VaccineLexicon
    private let birthDate: CalendarDate?
    private let today: CalendarDate

    init(_ settings: ScanSettings) {
        (lexicon, birthDate, today) = (settings.lexicon, settings.birthDate, settings.today)
    }

    /// Until when nobody gets what is made for adults: the products for children end with 12 years at the earliest.
    private static let childhood = CalendarPeriod(years: 12)

    /// The vaccine of a row in which a brand alone was read.
    ///
    /// - Parameter date: the row's; nil where it isn't known.
    func weigh(_ field: ScanField, on date: PartialDate?) -> ScanField {
        guard !field.isSure, let end = birthDate?.adding(Self.childhood), date?.latest ?? today < end,
            let read = field.value.flatMap({ lexicon[$0] }), !read.isForChildren, isBrandAlone(field.text, of: read)
        else { return field }
        let other = field.candidates.first { id in
            guard let entry = lexicon[id], entry.isForChildren else { return false }
            return entry.targets == read.targets && entry.manufacturers == read.manufacturers
        }
        guard let other else { return field }
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
