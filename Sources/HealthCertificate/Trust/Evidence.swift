/// How well a certificate is proven, on one scale for all families.
///
/// | evidence | verdicts |
/// |---|---|
/// | `valid` | valid, and nothing to remark |
/// | `validBut` | valid, with warnings that say what |
/// | `issuerUnknown` | unknownIssuer |
/// | `expired` | expired, signerExpired |
/// | `notYetValid` | notYetValid, signerNotYetValid |
/// | `wrong` | badSignature, wrongKeyUsage, invalidContent |
/// | `revoked` | revoked |
public enum Evidence: String, Sendable, Hashable, CaseIterable {
    case valid, validBut, issuerUnknown, expired, notYetValid, wrong, revoked

    /// The place of a verdict on the scale.
    public init(_ verdict: Verdict, hasWarnings: Bool) {
        self =
            switch verdict {
            case .valid: hasWarnings ? .validBut : .valid
            case .unknownIssuer: .issuerUnknown
            case .expired, .signerExpired: .expired
            case .notYetValid, .signerNotYetValid: .notYetValid
            case .badSignature, .wrongKeyUsage, .invalidContent: .wrong
            case .revoked: .revoked
            }
    }
}

extension Judgement {
    /// The judgement on the scale that all families share.
    public var evidence: Evidence { Evidence(verdict, hasWarnings: !warnings.isEmpty) }
}
