import Foundation
import HealthCertificate
import Vault

/// Judges stored certificates as of now, against the trust list as it is now: a verdict is never stored.
struct CertificateJudge: Sendable {
    let trust: TrustStore
    let moment: Date

    init(trust: TrustStore, moment: Date) { (self.trust, self.moment) = (trust, moment) }

    init(_ services: Services) {
        self.trust = services.trust.current
        self.moment = services.now()
    }

    init(_ basis: PageBasis) {
        self.trust = basis.trust.store
        self.moment = basis.now
    }

    /// A stored certificate with its content and verdict.
    func judged(_ record: Certificate) -> JudgedCertificate {
        guard let certificate = try? SignedCertificate(text: record.text) else {
            return JudgedCertificate(record: record, content: nil, judgement: nil)
        }
        return JudgedCertificate(
            record: record, content: certificate, judgement: trust.judge(certificate, at: moment))
    }
}

/// A stored certificate, what it says, and whether it is valid.
struct JudgedCertificate: Sendable {
    let record: Certificate
    /// Nil only if the stored text can't be read any more.
    let content: SignedCertificate?
    let judgement: Judgement?

    /// The word beside the warning triangle in a list; nil for a valid one.
    func warning(_ words: Localizer) -> String? {
        guard let judgement else { return words[.certificatesFaultOther] }
        return judgement.isValid ? nil : words.verdict(judgement.verdict)
    }
}

extension Localizer {
    func verdict(_ verdict: Verdict) -> String { self(verdict) }

    func explanation(of verdict: Verdict) -> String { self(verdict, part: "detail") }
}
