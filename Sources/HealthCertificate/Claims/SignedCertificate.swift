internal import ByteCoding
public import CBORCoding
internal import Crypto
public import Foundation

/// A certificate that was read but not yet judged: its claims, and what is needed to verify who made them.
public struct SignedCertificate: Sendable, Hashable {
    /// The family of certificates it belongs to.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// EU Digital COVID Certificate, `HC1:`.
        case euDCC
        /// SMART Health Card, `shc:/`.
        case smartHealthCard
        /// International Certificate of Vaccination or Prophylaxis, `HC1:`.
        case icvp
        /// European Vaccination Card, Base45 without a prefix.
        case evc
        /// The WHO's Digital Documentation of COVID-19 Certificates, `HC1:`: shown, never judged.
        case ddcc
    }

    /// The family of certificates it belongs to.
    public let format: Format
    /// The text it was read from, without line breaks around it.
    public let text: String
    /// What it says.
    public let claims: HealthClaims
    /// Who issued it: an ISO 3166 country (EU), or the issuer's address (SMART Health Card).
    public let issuer: String?
    /// When it was issued.
    public let issuedAt: Date?
    /// Until when the issuer vouches for it.
    public let expiresAt: Date?
    /// From when it may be used, where that differs from when it was issued.
    public let notBefore: Date?
    /// The version of the payload's schema that the certificate states.
    public let schemaVersion: String?
    /// Where the payload departs from its schema.
    public let departures: [SchemaViolation]
    /// What was signed, and how.
    public let signed: SignedContent
    /// The payload as it was encoded, for rules to look at; `null` where the format has another one.
    public let payload: CBOR
    /// The name under which the issuer may revoke it, where the format has one (SMART Health Cards).
    public let revocationID: String?
    /// Whether its rules are known; one whose rules aren't is shown as far as it can be read.
    public let isJudged: Bool

    /// Makes a certificate from its parts.
    public init(
        format: Format, text: String, claims: HealthClaims, issuer: String?, issuedAt: Date?, expiresAt: Date?,
        notBefore: Date? = nil, schemaVersion: String? = nil, departures: [SchemaViolation] = [],
        signed: SignedContent, payload: CBOR = .null, revocationID: String? = nil, isJudged: Bool = true
    ) {
        self.format = format
        self.text = text
        self.claims = claims
        self.issuer = issuer
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.notBefore = notBefore
        self.schemaVersion = schemaVersion
        self.departures = departures
        self.signed = signed
        self.payload = payload
        self.revocationID = revocationID
        self.isJudged = isJudged
    }

    /// Whom it is about.
    public var holder: Holder { claims.holder }

    /// 32 bytes that are the same for the same certificate: SHA-256 over the signed bytes, as lower-case hex.
    ///
    /// The signature is left out, since anyone can turn an ECDSA signature into a second valid one.
    public var identity: String {
        Hex.encode(SHA256.hash(data: signed.message))
    }
}
