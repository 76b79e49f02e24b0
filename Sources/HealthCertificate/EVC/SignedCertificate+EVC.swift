internal import CBORCoding
internal import ByteCoding

extension SignedCertificate {
    /// Whether a text may be that of a European Vaccination Card, by its first three characters.
    ///
    /// Such a text is Base45 of a zlib stream (RFC 1950) without anything before it, so that its first two bytes tell it
    /// from others.
    public static func beginsVaccinationCard(_ text: some StringProtocol) -> Bool {
        let start = text.utf8.prefix(3)
        guard start.count == 3, let bytes = try? Base45.decode(Array(start)), bytes.count == 2, bytes[0] == 0x78
        else { return false }
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    /// The signed message of a European Vaccination Card's text; nil where the text is none.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `base45` where a character of a card's text is damaged.
    static func vaccinationCard(_ text: String) throws(HealthCertificateError) -> [UInt8]? {
        let trimmed = text.trimmingLineBreaks
        guard (9...longestText).contains(trimmed.utf8.count), beginsVaccinationCard(trimmed) else { return nil }
        return try Base45.decode(Array(trimmed.utf8))
    }

    /// Reads a European Vaccination Card (pilot): zlib, COSE_Sign1, CBOR Web Token, payload; older cards have the payload
    /// without a token around it.
    ///
    /// - Throws: ``HealthCertificateError`` that names the layer which refused its input.
    init(evc compressed: [UInt8], text: String) throws(HealthCertificateError) {
        let bytes = try HealthCertificateError.ofZlib { () throws(ZlibError) in try Zlib.inflate(compressed) }
        let message = try COSESign1(decoding: bytes, acceptsMap: true)
        let item = try CBOR(ofCertificate: message.payload)
        guard let map = item.mapValue else {
            throw HealthCertificateError(.cwt, .wrongType, "the claims are not a map")
        }
        let token = map["nam"] == nil ? try CWTClaims(map) : nil
        let payload = try EVCPayload(token?.map() ?? map)
        self.init(
            format: .evc, text: text, claims: payload.claims, issuer: token?.issuer, issuedAt: token?.issuedAt,
            expiresAt: token?.expiresAt, notBefore: token?.notBefore, schemaVersion: payload.version,
            signed: try message.signedContent(
                algorithm: message.protected[COSESign1.Header.algorithm]?.integerValue))
    }
}

extension String {
    /// The text without line breaks and tabs around it; a space is one of Base45's characters and stays at the end.
    var trimmingLineBreaks: String {
        let isWrapping: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        var bytes = utf8[...]
        while let last = bytes.last, isWrapping(last) { bytes.removeLast() }
        return String(Substring(bytes.drop { isWrapping($0) || $0 == 0x20 }))
    }
}
