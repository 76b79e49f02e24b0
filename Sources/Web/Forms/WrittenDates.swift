package import CivilDates
package import Model

/// Reads dates as people write them into one field, and says what lacks.
package struct WrittenDates: Sendable {
    package let today: CalendarDate
    package let words: Localizer
    /// Whether they may be after today.
    package var isAhead: Bool

    package init(today: CalendarDate, words: Localizer, isAhead: Bool = false) {
        self.today = today
        self.words = words
        self.isAhead = isAhead
    }

    /// Nothing in a record is further ahead: no vaccine keeps for so long, and none is valid for so long.
    private static let longestAhead = CalendarPeriod(years: 20)

    /// The last day that they may be.
    package var last: CalendarDate { isAhead ? today.adding(Self.longestAhead) : today }
    /// That one is after it.
    var lateFault: Message { isAhead ? .`error.date.far` : .`error.date.future` }
    private var lateText: Message { isAhead ? .`error.date.far` : .`error.date-text.future` }

    /// A day, month or year up to today.
    ///
    /// - Parameter birth: Earlier dates are wrong.
    package func read(_ text: String, bornOn birth: PartialDate? = nil) throws(UnusableDate) -> PartialDate {
        let date: PartialDate
        do {
            date = try reader.read(text).date
        } catch {
            throw UnusableDate(text: error == .future ? words[lateText] : words(error))
        }
        if let birth, date.latest < birth.earliest { throw UnusableDate(text: words.beforeBirth(date, birth)) }
        if date.year <= DateInput.lastEarlyYear { throw UnusableDate(text: words[.`error.date.early`]) }
        return date
    }

    /// The number of a month, 1 to 12, that is written as a number or a name; nil for others.
    package func month(_ text: String) -> Int? { reader.month(text) }

    /// The year that is written with four digits, or with two; nil for others.
    package func year(_ text: String) -> Int? { reader.year(text) }

    /// Every language's months count: a booklet may be in another one than the page.
    private var reader: PartialDateReader {
        let isGerman = words.code == "de"
        return PartialDateReader(today: last, months: isGerman ? [.german, .english] : [.english, .german])
    }
}

extension Localizer {
    /// That a date is before the birth.
    ///
    /// It is shown as it was read: of a year with two digits the century was assumed.
    package func beforeBirth(_ date: PartialDate, _ birth: PartialDate) -> String {
        self(.`error.date.before-birth`, ["read": self.date(date), "date": self.date(birth)])
    }

    /// That a date isn't a whole day, as it was read, with one that it may be.
    func halfDate(_ date: PartialDate) -> String {
        let example = PartialDate(year: date.year, month: date.month ?? 3, day: 27)
        return self(.`error.date.half`, ["read": self.date(date), "example": example.map { self.date($0) } ?? ""])
    }

    /// What is wrong with the day until which a dose is valid: it is no whole day, or before the one on which it was given.
    package func endFault(_ dose: Vaccination) -> UnusableDate? {
        guard let end = dose.validUntil else { return nil }
        guard end.isExact else {
            return UnusableDate(text: halfDate(end), parts: [end.month == nil ? .month : .day])
        }
        guard end.latest < dose.date.earliest else { return nil }
        let text = self(.`error.date.before-vaccination`, ["read": date(end), "date": date(dose.date)])
        return UnusableDate(text: text, parts: [.year])
    }
}

extension DateReadingError: MessageCode { package static let family = "error.date-text" }
