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
        /// The moment lies too long after the rules: there is no answer for it.
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

    /// For how long after the newest of its rules a bundle gives answers, in seconds: 90 days.
    public static let longestAge: TimeInterval = 90 * 86_400
}

extension BusinessRules {
    /// When the newest of the rules came into force, which is the bundle's age; nil where there are none.
    public var date: Date? {
        rules.map(\.validFrom.milliseconds).max().map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    /// Whether a moment isn't too long after the rules for them to answer.
    public func answers(at moment: Date) -> Bool { date.map { moment <= $0 + Acceptance.longestAge } ?? false }

    /// Whether a certificate was accepted, by the rules of the country and of the one that issued it.
    public func acceptance(of certificate: SignedCertificate, for question: RuleQuestion) -> Acceptance {
        func answer(_ answer: Acceptance.Answer, _ results: [RuleResult] = []) -> Acceptance {
            Acceptance(answer: answer, results: results, rulesDate: date)
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
