internal import CBORCoding
internal import ByteCoding

extension SignedCertificate {
    /// What the text of an EU certificate starts with.
    public static let dccPrefix = "HC1:"

    /// The longest text that is looked at, in bytes; a QR code holds at most 4,296 characters.
    public static let longestText = 32 * 1024

    /// Reads the text of an EU Digital COVID Certificate, or of one of the WHO's in the same wrapping: `HC1:`, Base45, zlib, COSE_Sign1, CBOR Web Token, payload.
    ///
    /// Line breaks and tabs around the text are dropped; a space is not, since it is one of Base45's characters.
    /// See the [Electronic Health Certificate Specification](https://github.com/ehn-dcc-development/eu-dcc-hcert-spec).
    ///
    /// - Throws: ``HealthCertificateError`` that names the layer which refused its input.
    public init(dcc text: String) throws(HealthCertificateError) {
        let trimmed = try Self.unwrapped(text)
        let compressed = try Base45.decode(Array(trimmed.utf8.dropFirst(Self.dccPrefix.utf8.count)))
        let message = try HealthCertificateError.ofZlib { () throws(ZlibError) in try Zlib.inflate(compressed) }
        try self.init(cose: COSESign1(decoding: message), text: trimmed)
    }

    /// Reads a certificate from its signed message, for which `text` is the text to keep.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `cbor`, `cwt` or `payload`.
    public init(cose message: COSESign1, text: String) throws(HealthCertificateError) {
        let token = try CWTClaims(decoding: message.payload)
        let signed = try message.signedContent(algorithm: message.algorithmIdentifier)
        let (kind, item) = try token.payload()
        switch kind {
        case .dcc: self.init(try DCCPayload(item), item, token, signed, text: text)
        case .icvp: self.init(try ICVPPayload(item), token, signed, text: text)
        case .ddccVaccination, .ddccTest: self.init(try DDCCPayload(item), token, signed, text: text)
        }
    }

    private init(_ payload: DCCPayload, _ item: CBOR, _ token: CWTClaims, _ signed: SignedContent, text: String) {
        self.init(
            format: .euDCC, text: text, claims: payload.claims, issuer: token.issuer, issuedAt: token.issuedAt,
            expiresAt: token.expiresAt, notBefore: token.notBefore, schemaVersion: payload.version,
            departures: payload.departures, signed: signed, payload: item)
    }

    private init(_ payload: ICVPPayload, _ token: CWTClaims, _ signed: SignedContent, text: String) {
        self.init(
            format: .icvp, text: text, claims: payload.claims, issuer: token.issuer, issuedAt: token.issuedAt,
            expiresAt: token.expiresAt, notBefore: token.notBefore, schemaVersion: payload.version, signed: signed,
            isJudged: payload.generation != .unknown)
    }

    private init(_ payload: DDCCPayload, _ token: CWTClaims, _ signed: SignedContent, text: String) {
        self.init(
            format: .ddcc, text: text, claims: payload.claims, issuer: token.issuer, issuedAt: token.issuedAt,
            expiresAt: token.expiresAt, notBefore: token.notBefore, signed: signed, isJudged: false)
    }

    /// The text without line breaks around it, once it is known to start as it must.
    private static func unwrapped(_ text: String) throws(HealthCertificateError) -> String {
        guard text.utf8.count <= longestText else {
            throw HealthCertificateError(.prefix, .tooLong, "the text is longer than \(longestText) bytes")
        }
        let isWrapping: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        var bytes = text.utf8[...]
        while let last = bytes.last, isWrapping(last) { bytes.removeLast() }
        bytes = bytes.drop(while: { isWrapping($0) || $0 == 0x20 })
        guard bytes.starts(with: dccPrefix.utf8) else {
            throw HealthCertificateError(.prefix, .unsupported, "the text does not start with \"\(dccPrefix)\"")
        }
        return String(Substring(bytes))
    }
}
