import CivilDates
import Foundation
import Immunization

extension Localizer {
    /// A date that may be partly known: 'about 2009'.
    func about(_ date: PartialDate) -> String {
        date.isExact ? self.date(date) : self(.`date.about`, ["date": self.date(date)])
    }

    /// A list of names: 'measles, mumps and rubella'.
    func list(_ names: [String]) -> String {
        names.count > 1 ? names.formatted(.list(type: .and).locale(locale)) : names.first ?? ""
    }

    /// A choice of names: 'measles, mumps or rubella'.
    func choice(_ names: [String]) -> String { names.formatted(.list(type: .or).locale(locale)) }

    /// A length of time as people say it: whole weeks, else days, else about so many months or years.
    func duration(days: Int) -> String {
        if days >= 730 { return self(.`time.years`, count: days / 365) }
        if days >= 92 { return self(.`time.months`, count: days * 10 / 304) }
        return days % 7 == 0 ? self(.`time.weeks`, count: days / 7) : self(.`time.days`, count: days)
    }

    /// A length of time as a rule has it: '1 year and 6 months'.
    func length(_ period: CalendarPeriod) -> String {
        let parts: [(Message, Int)] = [
            (.`time.years`, period.years), (.`time.months`, period.months), (.`time.weeks`, period.weeks),
            (.`time.days`, period.days),
        ]
        return list(parts.filter { $0.1 > 0 }.map { self($0.0, count: $0.1) })
    }

    /// An age as a rule has it: '11 months', or birth.
    func age(_ age: CalendarPeriod) -> String {
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
