/// How well a certificate is proven, on one scale for all families; ``verdicts`` and ``init(_:hasWarnings:)`` are its table.
public enum Evidence: String, Sendable, Hashable, CaseIterable {
    /// A trusted signer who may sign it, in force, nothing to remark.
    case valid
    /// The same, with warnings that say what.
    case validBut
    /// No trusted signer has the key that it names, or its kind isn't judged.
    case issuerUnknown
    /// It, or its signer's certificate, is no longer in force.
    case expired
    /// It, or its signer's certificate, isn't in force yet.
    case notYetValid
    /// The signature isn't the signer's, the signer may not sign it, or it proves nothing.
    case wrong
    /// It was withdrawn by the issuer.
    case revoked

    /// The verdicts that come to it; ``valid`` and ``validBut`` have the same, and differ by warnings.
    public var verdicts: [Verdict] {
        switch self {
        case .valid, .validBut: [.valid]
        case .issuerUnknown: [.unknownIssuer]
        case .expired: [.expired, .signerExpired]
        case .notYetValid: [.notYetValid, .signerNotYetValid]
        case .wrong: [.badSignature, .wrongKeyUsage, .invalidContent]
        case .revoked: [.revoked]
        }
    }

    /// The place of a verdict on the scale.
    public init(_ verdict: Verdict, hasWarnings: Bool) {
        let places = Self.allCases.filter { $0.verdicts.contains(verdict) }
        // Every verdict has a place, which a test sees to.
        self = (hasWarnings ? places.last : places.first) ?? .wrong
    }
}

extension Judgement {
    /// The judgement on the scale that all families share.
    public var evidence: Evidence { Evidence(verdict, hasWarnings: !warnings.isEmpty) }
}
