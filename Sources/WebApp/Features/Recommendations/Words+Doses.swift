import CivilDates
import Foundation
import Immunization

extension Words {
    /// A date that may be partly known: 'about 2009'.
    func about(_ iso: String) -> String {
        let isPartial = PartialDate(iso).map { !$0.isExact } ?? false
        return isPartial ? self(.dateAbout, ["date": date(iso)]) : date(iso)
    }

    /// A list of names: 'measles, mumps and rubella'.
    func list(_ names: [String]) -> String { names.formatted(.list(type: .and).locale(locale)) }

    /// A length of time as people say it: whole weeks, else days, else about so many months or years.
    func duration(days: Int) -> String {
        if days >= 730 { return self(.timeYears, count: days / 365) }
        if days >= 92 { return self(.timeMonths, count: days * 10 / 304) }
        return days % 7 == 0 ? self(.timeWeeks, count: days / 7) : self(.timeDays, count: days)
    }

    /// Why a dose counts or doesn't: '3 weeks too early'.
    func reason(_ reason: DoseEvaluation.Reason) -> String {
        switch reason {
        case .tooYoung(_, let days), .tooSoon(_, let days), .conflict(_, _, let days), .gracePeriod(let days):
            text("doses.reason.\(reason.messageKey)", ["time": duration(days: days)])
        default: text("doses.reason.\(reason.messageKey)")
        }
    }

    /// What somebody should look at in a vaccination, in a sentence.
    func issue(_ issue: HistoryIssue.Kind) -> String { text("doses.issue.\(issue.messageKey)") }
}

extension DoseEvaluation.Reason {
    /// The last part of the message that words it.
    var messageKey: String {
        switch self {
        case .tooYoung: "too-young"
        case .tooOld: "too-old"
        case .tooSoon: "too-soon"
        case .conflict: "conflict"
        case .inadvertent: "inadvertent"
        case .wrongVaccine: "wrong-vaccine"
        case .vaccineAtWrongAge: "vaccine-at-wrong-age"
        case .seriesComplete: "series-complete"
        case .substandard: "substandard"
        case .gracePeriod: "grace-period"
        }
    }

    static let messageKeys = [
        "too-young", "too-old", "too-soon", "conflict", "inadvertent", "wrong-vaccine", "vaccine-at-wrong-age",
        "series-complete", "substandard", "grace-period",
    ]

    /// The day from which it would have counted.
    var countsFrom: CalendarDate? {
        switch self {
        case .tooYoung(let from, _), .tooSoon(let from, _), .conflict(_, let from, _): from
        default: nil
        }
    }
}

extension HistoryIssue.Kind {
    /// The last part of the message that words it.
    var messageKey: String {
        switch self {
        case .beforeBirth: "before-birth"
        case .inFuture: "in-future"
        case .otherSpecies: "other-species"
        case .unknownVaccine: "unknown-vaccine"
        case .sameDay: "same-day"
        case .uncertainDate: "uncertain-date"
        case .tooMany: "too-many"
        }
    }

    static let messageKeys = [
        "before-birth", "in-future", "other-species", "unknown-vaccine", "same-day", "uncertain-date", "too-many",
    ]

    /// Whether the vaccination isn't judged because of it.
    var isDisqualifying: Bool {
        switch self {
        case .sameDay, .uncertainDate: false
        default: true
        }
    }
}
