import BoundedJSON
internal import Foundation

/// A SMART Health Card that was read but not yet judged.
///
/// It comes as the text of one QR code or several (`shc:/`), as a JSON Web Signature, or in a `.smart-health-card`
/// file. What it says has the form of every other certificate's claims. <https://spec.smarthealth.cards>
public struct SmartHealthCard: Sendable, Hashable {
    /// What the card says, and what is needed to verify it.
    ///
    /// Its text is that of the card's QR codes, a line for each, however the card came.
    public let certificate: SignedCertificate
    /// The card as a JSON Web Signature in compact form.
    public let jws: String
    /// The name of the key that signed the card.
    public let keyIdentifier: String
    /// What the card says it holds, such as `https://smarthealth.cards#immunization`.
    public let types: [String]
    /// The name under which the issuer may revoke the card.
    public let revocationID: String?
    /// What departs from the specification and is no reason to refuse the card.
    public let findings: [SmartHealthCardDeparture]

    /// Reads a card from the texts of its QR codes, in any order, or from a JSON Web Signature.
    ///
    /// - Parameter text: one text, or several apart by white space.
    /// - Throws: ``SmartHealthCardDeparture``, the first fatal one.
    public init(_ text: String) throws(SmartHealthCardDeparture) {
        self = try SmartHealthCardInspection(text: text).requireCard()
    }

    init(jws: CompactJWS, payload: SmartHealthCardPayload, claims: HealthClaims, findings: [SmartHealthCardDeparture]) {
        let keyIdentifier = jws.header["kid"]?.text ?? ""
        self.certificate = SignedCertificate(
            format: .smartHealthCard, text: NumericCode.texts(for: jws.text).joined(separator: "\n"), claims: claims,
            issuer: payload.issuer,
            issuedAt: payload.notBefore.map { Date(timeIntervalSince1970: $0) },
            expiresAt: payload.expiry.map { Date(timeIntervalSince1970: $0) },
            signed: SignedContent(
                algorithm: .es256, keyID: KeyIdentifier.bytes(keyIdentifier), message: jws.message,
                signature: jws.signature),
            revocationID: payload.revocationID)
        self.jws = jws.text
        self.keyIdentifier = keyIdentifier
        self.types = payload.types
        self.revocationID = payload.revocationID
        self.findings = findings
    }
}
