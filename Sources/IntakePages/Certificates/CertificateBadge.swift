import CivilDates
import Foundation
import HealthCertificate
import Web

/// What is said below a certificate's code, in a few words: until when it holds, or why it doesn't.
struct CertificateBadge: TemplateModel {
    let view: CertificateView

    private var verdict: Verdict? { view.judgement?.verdict }

    /// 'valid until …', a test's result and age, or the verdict.
    private func text(_ words: Localizer) -> String {
        switch verdict {
        case .valid: test(words) ?? view.expiry ?? words(Verdict.valid)
        case .unknownIssuer: words[.`certificates.unknown-issuer`]
        case .expired: words(Verdict.expired)
        default: view.judgement.map { words.verdict($0) } ?? words[.`certificates.fault.other`]
        }
    }

    /// The day that is struck out.
    private func struck(_ words: Localizer) -> String? {
        guard verdict == .expired, let end = view.content?.expiresAt else { return nil }
        return words(.`certificates.code.expires`, ["date": words.date(end)])
    }

    /// 'Negative (not detected), 5 hours ago'.
    private func test(_ words: Localizer) -> String? {
        guard let result = view.result, case .test(let test) = view.entry else { return nil }
        guard let sampled = test.sampledAt?.date, let now = view.judgement?.moment, sampled <= now else {
            return result
        }
        let hours = Int(now.timeIntervalSince(sampled) / 3_600, clampedTo: 0...1_000_000)
        let age =
            hours < Self.longestInHours
            ? words(.`certificates.age.hours`, count: hours) : words(.`certificates.age.days`, count: hours / 24)
        return "\(result), \(age)"
    }

    /// Tests are asked for by hours up to three days.
    private static let longestInHours = 72

    static let fields: [TemplateField<Self>] = [
        .text("text") { badge, words in badge.text(words) }, .text("struck") { badge, words in badge.struck(words) },
    ]
}
