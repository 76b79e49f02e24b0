public import Foundation

/// What comes of judging a certificate.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// Signed by a trusted signer who may sign it, and in force.
    case valid
    /// No trusted signer has the key id that the certificate names.
    case unknownIssuer
    /// A trusted signer has the key id, but the signature is not theirs.
    case badSignature
    /// The signer or the authorities have withdrawn it.
    case revoked
    /// The signer's key may not sign certificates of this kind.
    case wrongKeyUsage
    /// The content proves nothing: no entry or no name, a required member missing, or entries of several kinds.
    case invalidContent
    /// It is not yet in force.
    case notYetValid
    /// It is no longer in force.
    case expired
    /// The signer's own certificate is not yet in force.
    case signerNotYetValid
    /// The signer's own certificate is no longer in force.
    case signerExpired
}

/// Something about a certificate that doesn't make it invalid, but is worth knowing.
public enum Warning: Sendable, Hashable {
    /// A code that its value set doesn't have.
    case unknownCode(path: String, set: ValueSet.Name, code: String)
    /// A departure from the payload's schema.
    case departure(SchemaViolation)
    /// The certificate states another country than the signer is of.
    case issuerDiffersFromSigner
    /// A dose of a product that the WHO hadn't prequalified, or that the certificate doesn't name.
    case notPrequalified(path: String)
    /// A card that has all of somebody's doses has none.
    case noDose
    /// The certificate is of a kind whose rules aren't known: it is shown, not judged.
    case notJudged
}

extension Warning: CustomStringConvertible {
    /// The warning in words, without anything personal.
    public var description: String {
        switch self {
        case .unknownCode(let path, let set, let code):
            "\(path): code \"\(code)\" is not in the value set \(set.rawValue)"
        case .departure(let departure): departure.description
        case .issuerDiffersFromSigner: "the certificate states another country than its signer"
        case .notPrequalified(let path): "\(path): the product is none that the WHO has prequalified"
        case .noDose: "the card holds no dose"
        case .notJudged: "certificates of this kind are shown, not judged"
        }
    }
}

/// A verdict with everything that explains it.
public struct Judgement: Sendable, Hashable {
    /// The verdict: `valid`, or the first thing that is wrong.
    public let verdict: Verdict
    /// Everything that is wrong, the gravest first; empty when the certificate is valid.
    public let faults: [Verdict]
    /// What is worth knowing besides.
    public let warnings: [Warning]
    /// The signer whose key verifies the signature; `nil` when there is none.
    public let signer: Signer?
    /// The moment that the certificate was judged at.
    public let moment: Date
    /// The first moment that time alone may judge otherwise at, by the same lists; `nil` when it never will.
    public let changesAt: Date?

    init(faults: [Verdict], warnings: [Warning], signer: Signer?, moment: Date, changesAt: Date?) {
        verdict = faults.first ?? .valid
        self.faults = faults
        self.warnings = warnings
        self.signer = signer
        self.moment = moment
        self.changesAt = changesAt
    }

    /// Whether the certificate is valid.
    public var isValid: Bool { verdict == .valid }
}
