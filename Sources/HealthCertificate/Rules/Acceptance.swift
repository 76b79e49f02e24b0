public import CivilDates
public import Foundation

/// Whether a certificate was accepted in a country at a moment, by rules that were published then.
///
/// It is a look into history: rules say nothing of a time long after they were published. It says nothing of the
/// certificate's signature either, which ``TrustStore`` judges.
public struct Acceptance: Sendable, Hashable {
    /// The answer in a word.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// Every rule was met.
        case accepted
        /// A rule was not met.
        case notAccepted
        /// No rule was broken, but not all could be evaluated: nobody may take this for accepted.
        case open
        /// There are no rules of this country for such a certificate: nobody may take this for accepted.
        case noRules
        /// The moment is too long after the rules: there is no answer for it.
        case rulesTooOld
        /// The certificate is none that such rules are written for.
        case otherKind
    }

    /// The answer.
    public let answer: Answer
    /// What each rule says, where they were asked.
    public let results: [RuleResult]
    /// When the newest of the rules came into force; nil where there are none.
    public let rulesDate: Date?
    /// The last day for which they answer.
    public let lastDay: CalendarDate?

    /// For how many days after that of the newest of its rules a bundle gives answers.
    public static let longestAge = 90
}

extension BusinessRules {
    /// When the newest of the rules came into force, which is the bundle's age; nil where there are none.
    ///
    /// One that was yet to come into force when the bundle was had (``known``) makes it no younger.
    public var date: Date? {
        let dates = rules.map { Date(timeIntervalSince1970: Double($0.validFrom.milliseconds) / 1000) }
        return dates.filter { date in known.map { date <= $0 } ?? true }.max() ?? dates.min()
    }

    /// The last day, in UTC, for which the rules answer; nil where there are none.
    public var lastDay: CalendarDate? { date.map { Self.day($0).adding(days: Acceptance.longestAge) } }

    /// Whether a moment isn't too long after the rules for them to answer.
    public func answers(at moment: Date) -> Bool { lastDay.map { Self.day(moment) <= $0 } ?? false }

    private static func day(_ moment: Date) -> CalendarDate {
        CalendarDate(clampingDayNumber: Int(exactly: (moment.timeIntervalSince1970 / 86_400).rounded(.down)) ?? 0)
    }

    /// Whether a certificate was accepted, by the rules of the country and of the one that issued it.
    public func acceptance(of certificate: SignedCertificate, for question: RuleQuestion) -> Acceptance {
        func answer(_ answer: Acceptance.Answer, _ results: [RuleResult] = []) -> Acceptance {
            Acceptance(answer: answer, results: results, rulesDate: date, lastDay: lastDay)
        }
        guard let subject = RuleSubject(certificate) else { return answer(.otherKind) }
        guard date != nil else { return answer(.noRules) }
        guard answers(at: question.moment) else { return answer(.rulesTooOld) }
        let report = report(on: subject, for: question)
        return switch report.verdict {
        case .passed: answer(.accepted, report.results)
        case .failed: answer(.notAccepted, report.results)
        case .open: answer(.open, report.results)
        case .noRules: answer(.noRules, report.results)
        }
    }
}
