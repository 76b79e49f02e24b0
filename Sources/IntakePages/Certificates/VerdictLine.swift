import HealthCertificate
package import Web

/// Whether a certificate is valid, as `Certificates/verdict` shows it.
package struct VerdictLine: TemplateModel {
    package let view: CertificateView

    package init(view: CertificateView) {
        self.view = view
    }

    private var isValid: Bool { view.judgement?.isValid ?? false }
    /// Said in the verdict's place of a genuine test that wasn't negative: who sees a tick takes it for the opposite.
    private var finding: String? { isValid ? view.finding : nil }

    /// The class of its sign: green where it is valid, amber where it may be genuine, red where it proves nothing.
    private var sign: String {
        switch view.judgement?.verdict {
        case .valid: finding == nil ? "done" : "soon"
        case .unknownIssuer: "soon"
        case .notYetValid, .signerNotYetValid: "later"
        case .badSignature, .revoked, .wrongKeyUsage, .invalidContent, .expired, .signerExpired, nil: "late"
        }
    }

    package static let fields: [TemplateField<Self>] = [
        .text("sign") { $0.sign },
        .text("verdict") { line, words in
            if let finding = line.finding { return words(.`certificates.finding`, ["result": finding]) }
            return line.view.judgement.map { words.verdict($0) } ?? words[.`certificates.fault.other`]
        },
        .text("verdictDetail") { line, words in
            if line.finding != nil { return words[.`certificates.finding.detail`] }
            return line.view.judgement.map { words.explanation(of: $0) }
        },
    ]
}

extension HealthClaims.Kind: MessageCode { static let family = "certificates.kind" }
