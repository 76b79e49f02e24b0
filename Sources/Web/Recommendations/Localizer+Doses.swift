package import CivilDates
import Foundation
import Immunization

extension Localizer {
    /// A date that may be partly known: 'about 2009'.
    package func about(_ date: PartialDate) -> String {
        date.isExact ? self.date(date) : self(.`date.about`, ["date": self.date(date)])
    }

    /// Names in one line: 'rotavirus, RSV'; with semicolons only where one of them has commas of its own.
    package func enumeration(_ names: [String]) -> String {
        names.joined(separator: names.contains { $0.contains(",") } ? "; " : ", ")
    }

    /// A list of names: 'measles, mumps and rubella'; where one of them is such a list itself, 'leptospirosis, and distemper
    /// and parvovirus'.
    package func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        guard names.contains(where: { $0.contains(conjunction) }) else {
            return names.formatted(.list(type: .and).locale(locale))
        }
        return self(.`list.of-lists`, ["names": names.dropLast().joined(separator: ", "), "last": last])
    }

    /// A choice of names: 'measles, mumps or rubella'.
    package func choice(_ names: [String]) -> String { names.formatted(.list(type: .or).locale(locale)) }

    /// A length of time as a rule has it: '1 year and 6 months'.
    package func length(_ period: CalendarPeriod) -> String {
        let parts: [(Message, Int)] = [
            (.`time.years`, period.years), (.`time.months`, period.months), (.`time.weeks`, period.weeks),
            (.`time.days`, period.days),
        ]
        return list(parts.filter { $0.1 > 0 }.map { self($0.0, count: $0.1) })
    }

    /// An age as a rule has it: '11 months', or birth.
    package func age(_ age: CalendarPeriod) -> String {
        let text = length(age)
        return text.isEmpty ? self[.`time.birth`] : text
    }
}

extension HistoryIssue.Kind {
    /// Whether the vaccination isn't judged because of it.
    var isDisqualifying: Bool {
        switch self {
        case .sameDay, .uncertainDate, .contraindicated, .adultStrength: false
        default: true
        }
    }
}

extension Localizer {
    /// How old somebody is, in years; a small child in months, a baby in weeks or days.
    package func age(born birth: CalendarDate, on today: CalendarDate) -> String {
        let years = birth.completedYears(until: today)
        if years >= 2 { return self(.`time.years`, count: years) }
        let begun = (today.year - birth.year) * 12 + today.month - birth.month
        let months = birth.adding(CalendarPeriod(months: begun)) > today ? begun - 1 : begun
        if months >= 3 { return self(.`time.months`, count: months) }
        let days = max(birth.days(until: today), 0)
        return days >= 14 ? self(.`time.weeks`, count: days / 7) : self(.`time.days`, count: days)
    }

    /// A text of a schedule: in this language, else in English.
    package func text(of texts: [String: String]) -> String? { texts[code] ?? texts["en"] }

    /// The text of this language, else the English one.
    package func label(_ texts: [String: String]) -> String { texts[code] ?? texts["en"] ?? "" }
}

extension Catalogue {
    /// An observation's name, with its degree's where the code names one: 'HIV: severe'.
    package func name(ofObservation code: String, _ language: String) -> String {
        let parts = code.split(separator: "/", maxSplits: 1).map(String.init)
        guard let observation = observations.first(where: { $0.id == parts.first }) else { return code }
        let degree = parts.count > 1 ? observation.degrees.first { $0.id == parts[1] } : nil
        return ([observation.names[language]] + [degree?.names[language]].compactMap { $0 }).joined(separator: ": ")
    }
}
