package import Foundation
package import HealthCertificate
import Lists
package import Vault

/// Judges stored certificates as of now, against the trust list as it is now: a verdict is never stored.
package struct CertificateJudge: Sendable {
    package let trust: TrustStore
    package let moment: Date
    /// How many days before a certificate ends it is marked.
    package let expiryNotice: Int

    package init(trust: TrustStore, moment: Date, expiryNotice: Int = 28) {
        (self.trust, self.moment, self.expiryNotice) = (trust, moment, expiryNotice)
    }

    package init(_ services: Services) {
        self.init(trust: services.trust.current, moment: services.now(), expiryNotice: services.expiryNotice)
    }

    package init(_ basis: PageInputs) {
        self.init(trust: basis.trust.store, moment: basis.now, expiryNotice: basis.expiryNotice)
    }

    /// Those of a list, one after the other: of each only what a list says of it is held.
    ///
    /// - Parameter look: Sees each of them whole, before the next one is read.
    /// - Throws: `CancellationError` once nobody waits for it any more.
    package func listed(
        _ records: [Certificate], _ look: (JudgedCertificate) throws -> Void = { _ in }
    ) throws -> [JudgedCertificate] {
        var list: [JudgedCertificate] = []
        try self.look(at: records) { judged in
            try look(judged)
            list.append(judged.summary)
        }
        return list
    }

    /// Judges one after the other, and holds none of them.
    package func look(at records: [Certificate], _ look: (JudgedCertificate) throws -> Void) throws {
        for record in records {
            try Task.checkCancellation()
            try look(judged(record))
        }
    }

    /// A stored certificate with its content and verdict.
    package func judged(_ record: Certificate) -> JudgedCertificate {
        guard let certificate = try? SignedCertificate(text: record.text) else {
            return JudgedCertificate(record: record, content: nil, judgement: nil)
        }
        let judgement = trust.judge(certificate, at: moment)
        var judged = JudgedCertificate(record: record, content: certificate, judgement: judgement)
        let end = certificate.expiresAt
        let notice = end.map { $0.addingTimeInterval(-86_400 * Double(expiryNotice)) }
        // Of an issuer that isn't known the judgement says the same at any time.
        let turns = certificate.starts + certificate.ends
        judged.changesAt = ([judgement.changesAt, notice] + turns).compactMap(\.self).filter { $0 > moment }.min()
        let isInForce = [.valid, .unknownIssuer].contains(judgement.verdict)
        if let end, let notice, isInForce, notice <= moment, moment < end { judged.endsSoon = end }
        return judged
    }
}

/// A stored certificate, what it says, and whether it is valid.
package struct JudgedCertificate: Sendable {
    package let record: Certificate
    /// Nil only if the stored text can't be read any more; in a list its summary.
    package private(set) var content: SignedCertificate?
    package private(set) var judgement: Judgement?
    /// Its place among others, by all that it says.
    package let rank: CertificateRank
    /// When it ends, where that is soon; nil for one that doesn't end, or that nothing is to be expected of.
    package var endsSoon: Date?
    /// The first moment at which time alone makes it look otherwise; nil when it never will.
    package var changesAt: Date?

    init(record: Certificate, content: SignedCertificate?, judgement: Judgement?) {
        (self.record, self.content, self.judgement) = (record, content, judgement)
        rank = CertificateRank(record, content, judgement)
    }

    /// The same as a list needs it.
    fileprivate var summary: JudgedCertificate {
        var summary = self
        (summary.content, summary.judgement) = (content?.summary, judgement?.summary)
        return summary
    }

    /// That it ends soon, and when.
    package func expiryNotice(_ words: Localizer) -> String? {
        endsSoon.map { words(.`certificates.ends-soon`, ["date": words.date($0)]) }
    }

    /// The word beside the warning triangle in a list; nil for a valid one.
    package func warning(_ words: Localizer) -> String? {
        guard let judgement else { return words[.`certificates.fault.other`] }
        return judgement.isValid ? nil : words.verdict(judgement)
    }
}

extension Localizer {
    package func verdict(_ judgement: Judgement) -> String {
        judgement.lacksPrequalification ? self[.`certificates.not-prequalified`] : self(judgement.verdict)
    }

    package func explanation(of judgement: Judgement) -> String {
        judgement.lacksPrequalification
            ? self[.`certificates.not-prequalified.detail`] : self(judgement.verdict, part: "detail")
    }
}

extension Judgement {
    /// Whether it proves nothing because of a product that the WHO hadn't prequalified.
    fileprivate var lacksPrequalification: Bool {
        verdict == .invalidContent
            && warnings.contains { if case .notPrequalified = $0 { true } else { false } }
    }
}

extension Verdict: MessageCode {
    package static let family = "verdict"
    package static let parts = ["", "detail"]
}
