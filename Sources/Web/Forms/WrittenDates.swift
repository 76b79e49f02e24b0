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

    /// Every language's months count: a booklet may be in another one than the page.
    package var record: RecordDates {
        let isGerman = words.code == "de"
        return RecordDates(
            until: today, isAhead: isAhead, months: isGerman ? [.german, .english] : [.english, .german])
    }

    /// The last day that they may be.
    package var last: CalendarDate { record.last }
    /// That one is after it.
    var lateFault: Message { isAhead ? .`error.date.far` : .`error.date.future` }

    /// A day, month or year up to today.
    ///
    /// - Parameter birth: Earlier dates are wrong.
    package func read(_ text: String, bornOn birth: PartialDate? = nil) throws(UnusableDate) -> PartialDate {
        do {
            return try record.read(text, bornOn: birth)
        } catch {
            throw UnusableDate(text: self.text(error, bornOn: birth))
        }
    }

    /// What is wrong with a date, in words.
    package func text(_ fault: RecordDates.Fault, bornOn birth: PartialDate? = nil) -> String {
        switch fault {
        case .unreadable(let error): words(error)
        case .late: words[isAhead ? .`error.date.far` : .`error.date-text.future`]
        case .early: words[.`error.date.early`]
        case .beforeBirth(let date): words.beforeBirth(date, birth ?? date)
        }
    }

    /// The number of a month, 1 to 12, that is written as a number or a name; nil for others.
    package func month(_ text: String) -> Int? { reader.month(text) }

    /// The year that is written with four digits, or with two; nil for others.
    package func year(_ text: String) -> Int? { reader.year(text) }

    private var reader: PartialDateReader { record.reader }
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
