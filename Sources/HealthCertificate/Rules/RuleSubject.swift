public import BoundedJSON
import ByteCoding
public import Foundation

/// A certificate as rules see it: its payload as JSON, and what they may ask of it besides.
public struct RuleSubject: Sendable, Hashable {
    /// The payload in the form of the EU's schema: `ver`, `nam`, `dob`, `v`, `t`, `r`.
    public var payload: JSONValue
    /// The country that issued the certificate, ISO 3166-1 alpha-2; nil where it isn't known.
    public var issuer: String?
    /// When the certificate was issued.
    public var issuedAt: Date?
    /// When the certificate's signature expires.
    public var expiresAt: Date?
    /// The key identifier of the certificate's signer, in Base64.
    public var keyIdentifier: String?

    /// Makes a subject of a payload.
    public init(
        payload: JSONValue, issuer: String? = nil, issuedAt: Date? = nil, expiresAt: Date? = nil,
        keyIdentifier: String? = nil
    ) {
        self.payload = payload
        self.issuer = issuer
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.keyIdentifier = keyIdentifier
    }

    /// What the certificate states: the types of its entries, of which it may have several.
    public var certificateTypes: Set<BusinessRule.CertificateType> {
        let entries: [(String, BusinessRule.CertificateType)] = [
            ("v", .vaccination), ("t", .test), ("r", .recovery),
        ]
        return Set(entries.filter { payload[$0.0]?.elements?.isEmpty == false }.map(\.1))
    }

    /// The version of the EU's schema that the payload says it follows.
    var schemaVersion: RuleVersion? { payload["ver"]?.text.flatMap { RuleVersion($0) } }

    /// One person's certificates as one: the entries of each type from the first certificate that has some.
    ///
    /// Booster rules look at the newest vaccination and the newest recovery at once, so the certificates are to be
    /// given with the newest first. Everything else is the first certificate's.
    ///
    /// - Returns: nil for no certificates.
    public static func joining(_ certificates: [RuleSubject]) -> RuleSubject? {
        guard var joined = certificates.first, var members = joined.payload.members else { return nil }
        for name in ["v", "t", "r"] {
            members[name] = certificates.lazy.compactMap { $0.payload[name] }.first { $0.elements?.isEmpty == false }
        }
        joined.payload = .object(members)
        return joined
    }
}
