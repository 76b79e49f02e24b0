package import CivilDates

/// A date typed into three fields, as the GOV.UK design system has it, or into one of them as a whole.
package struct DateInput: Sendable {
    /// A part of a date, as its field's name ends.
    package enum Part: String, CaseIterable, Sendable {
        case day, month, year
    }

    package let day: String
    package let month: String
    package let year: String

    package init(_ fields: FormFields, _ name: String) {
        func part(_ part: Part) -> String { TextInput.clean(fields["\(name)-\(part.rawValue)"]) ?? "" }
        (self.day, self.month, self.year) = (part(.day), part(.month), part(.year))
    }

    /// What the three fields show for a date.
    package static func values(_ name: String, _ date: PartialDate?) -> [String: String] {
        func text(_ number: Int?) -> String { number.map { String($0) } ?? "" }
        return ["\(name)-year": text(date?.year), "\(name)-month": text(date?.month), "\(name)-day": text(date?.day)]
    }

    package var isEmpty: Bool { day.isEmpty && month.isEmpty && year.isEmpty }

    /// The date, whole or, where that is allowed, without day or without month and day.
    ///
    /// - Parameter dates: Knows months' names and what is in the future.
    package func date(partial: Bool, _ dates: WrittenDates) throws(UnusableDate) -> PartialDate {
        func fault(_ message: Message, _ parts: Part...) -> UnusableDate {
            UnusableDate(text: dates.words[message], parts: parts)
        }
        if isEmpty { throw fault(.`error.date.empty`, .day, .month, .year) }
        if let whole = try wholeDate(partial: partial, dates) { return whole }
        if year.isEmpty { throw fault(.`error.date.no-year`, .year) }
        if month.isEmpty, !partial || !day.isEmpty { throw fault(.`error.date.no-month`, .month) }
        if day.isEmpty, !partial { throw fault(.`error.date.no-day`, .day) }
        guard let yearNumber = dates.year(year) else { throw fault(.`error.date.year`, .year) }
        let monthNumber = month.isEmpty ? nil : dates.month(month)
        if !month.isEmpty, monthNumber == nil { throw fault(.`error.date.month`, .month) }
        let dayNumber = day.isEmpty ? nil : Self.number(day, digits: 1...2)
        if !day.isEmpty, dayNumber == nil { throw fault(.`error.date.day`, .day) }
        guard let date = PartialDate(year: yearNumber, month: monthNumber, day: dayNumber) else {
            throw fault(.`error.date.unreal`, .day, .month)
        }
        if yearNumber <= RecordDates.lastEarlyYear { throw fault(.`error.date.early`, .year) }
        if date.earliest > dates.last { throw fault(dates.lateFault, .year) }
        return date
    }

    /// A date that is typed as a whole into the first field, as people write or paste it; what the others held before doesn't
    /// matter then.
    private func wholeDate(partial: Bool, _ dates: WrittenDates) throws(UnusableDate) -> PartialDate? {
        guard !day.isEmpty, Self.number(day, digits: 1...2) == nil else { return nil }
        let date: PartialDate
        do {
            date = try dates.read(day)
        } catch {
            // Beside a month or a year it is meant as the day alone.
            guard month.isEmpty, year.isEmpty else { return nil }
            throw UnusableDate(text: error.text, parts: [.day])
        }
        if !partial, !date.isExact { throw UnusableDate(text: dates.words.halfDate(date), parts: [.day]) }
        return date
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(typed: text, in: 0...9_999)
    }
}

/// Why a date can't be taken, in the reader's words.
package struct UnusableDate: Error {
    package let text: String
    /// Where it has three fields, those that are wrong: the error summary links to the first.
    package var parts: [DateInput.Part] = []
}
