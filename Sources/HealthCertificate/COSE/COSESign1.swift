public import CBORCoding

/// A message with one signature: COSE_Sign1 ([RFC 9052 section 4.2](https://www.rfc-editor.org/rfc/rfc9052#section-4.2)).
public struct COSESign1: Sendable, Hashable {
    /// The protected headers as they were written, since the signature covers these very bytes.
    public let protectedBytes: [UInt8]
    /// The protected headers, decoded.
    public let protected: CBORMap
    /// The headers that the signature doesn't cover.
    public let unprotected: CBORMap
    /// The signed content.
    public let payload: [UInt8]
    /// The signature; for ECDSA r and s side by side.
    public let signature: [UInt8]
    /// The content as it was signed, where the message has it as a map rather than as bytes.
    private let map: CBOR?

    enum Header {
        static let algorithm: Int64 = 1
        static let critical: Int64 = 2
        static let keyID: Int64 = 4
    }

    private enum Tag {
        static let sign1: UInt64 = 18
        static let cwt: UInt64 = 61
        static let selfDescribed: UInt64 = 55799
    }

    /// Reads a message, tagged 18, untagged, or tagged once more as a CBOR Web Token (61).
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - acceptsMap: Whether the content may be a map instead of bytes, as the first European Vaccination Cards have
    ///     it and signed it.
    /// - Throws: ``HealthCertificateError`` of layer `cbor` when the bytes are no CBOR, of layer `cose` when they are
    ///   not an array of protected headers, unprotected headers, payload and signature.
    public init(decoding bytes: [UInt8], acceptsMap: Bool = false) throws(HealthCertificateError) {
        var item = try CBOR(ofCertificate: bytes)
        while case .tagged(let tag, let inner) = item {
            guard [Tag.sign1, Tag.cwt, Tag.selfDescribed].contains(tag) else {
                throw HealthCertificateError(.cose, .unsupported, "tag \(tag) is not that of one signed message")
            }
            item = inner
        }
        guard case .array(let parts) = item, parts.count == 4 else {
            throw HealthCertificateError(.cose, .wrongType, "not an array of four parts")
        }
        guard case .map(let unprotected) = parts[1] else {
            throw HealthCertificateError(.cose, .wrongType, "the unprotected headers are not a map")
        }
        map = acceptsMap && parts[2].mapValue != nil ? parts[2] : nil
        guard let payload = map?.encoded ?? parts[2].plainBytes, let signature = parts[3].plainBytes else {
            throw HealthCertificateError(.cose, .wrongType, "payload or signature is not a byte string")
        }
        (protectedBytes, protected) = try Self.protectedHeaders(parts[0])
        guard Self.isUnderstood(protected, unprotected) else {
            throw HealthCertificateError(.cose, .unsupported, "a header that has to be understood (crit) isn't")
        }
        self.unprotected = unprotected
        self.payload = payload
        self.signature = signature
    }

    /// Puts a message together from headers, payload and a signature made over ``signedBytes(protected:payload:)``.
    public init(protected: CBORMap, unprotected: CBORMap = CBORMap(), payload: [UInt8], signature: [UInt8]) {
        self.protected = protected
        self.protectedBytes = Self.encodedProtected(protected)
        self.unprotected = unprotected
        self.payload = payload
        self.signature = signature
        map = nil
    }

    private static func protectedHeaders(_ item: CBOR) throws(HealthCertificateError) -> ([UInt8], CBORMap) {
        guard case .bytes(let bytes) = item else {
            throw HealthCertificateError(.cose, .wrongType, "the protected headers are not a byte string")
        }
        if bytes.isEmpty { return ([], CBORMap()) }
        guard case .map(let headers) = try CBOR(ofCertificate: bytes) else {
            throw HealthCertificateError(.cose, .wrongType, "the protected headers are not a map")
        }
        // An empty map is signed as the empty string, however it was sent (RFC 9052 section 4.4).
        return (headers.isEmpty ? [] : bytes, headers)
    }

    /// Whether nothing is said to be critical but what is read here anyway (RFC 9052 section 3.1).
    private static func isUnderstood(_ protected: CBORMap, _ unprotected: CBORMap) -> Bool {
        guard unprotected[Header.critical] == nil else { return false }
        guard let critical = protected[Header.critical] else { return true }
        guard let labels = critical.arrayValue, !labels.isEmpty else { return false }
        let known = [Header.algorithm, Header.keyID].map(CBOR.integer)
        return labels.allSatisfy { known.contains($0) && $0.integerValue.map { protected[$0] != nil } ?? false }
    }

    private static func encodedProtected(_ headers: CBORMap) -> [UInt8] {
        headers.isEmpty ? [] : CBOR.map(headers).encoded
    }

    /// The COSE number of the algorithm; the protected header wins over the unprotected one.
    public var algorithmIdentifier: Int64? {
        (protected[Header.algorithm] ?? unprotected[Header.algorithm])?.integerValue
    }

    /// The signer's key id; the protected header wins over the unprotected one.
    public var keyID: [UInt8]? {
        (protected[Header.keyID] ?? unprotected[Header.keyID])?.bytesValue
    }

    /// What was signed and how, with the key id also where it is a text, as European Vaccination Cards have it.
    ///
    /// - Throws: ``HealthCertificateError`` `cose: tooLong` for a key id of more than 255 bytes.
    func signedContent(algorithm: Int64?) throws(HealthCertificateError) -> SignedContent {
        let item = protected[Header.keyID] ?? unprotected[Header.keyID]
        guard max(item?.bytesValue?.count ?? 0, item?.textValue?.utf8.count ?? 0) <= KeyIdentifier.longest else {
            throw HealthCertificateError(.cose, .tooLong, "the key id is longer than \(KeyIdentifier.longest) bytes")
        }
        return SignedContent(
            algorithm: algorithm.flatMap(SignatureAlgorithm.init(coseIdentifier:)),
            keyID: item?.bytesValue ?? item?.textValue.map(KeyIdentifier.bytes), message: signedBytes,
            signature: signature)
    }

    /// The bytes that were signed: the `Sig_structure` of a Sign1 message without external data (RFC 9052 section 4.4).
    public var signedBytes: [UInt8] { Self.signatureStructure(protectedBytes, map ?? .bytes(payload)) }

    /// The bytes to sign for headers and payload of a message that is being made.
    public static func signedBytes(protected: CBORMap, payload: [UInt8]) -> [UInt8] {
        signatureStructure(encodedProtected(protected), .bytes(payload))
    }

    private static func signatureStructure(_ protected: [UInt8], _ payload: CBOR) -> [UInt8] {
        CBOR.array([.text("Signature1"), .bytes(protected), .bytes([]), payload]).encoded
    }

    /// The message as bytes, tagged 18.
    public var encoded: [UInt8] {
        CBOR.tagged(
            Tag.sign1,
            .array([.bytes(protectedBytes), .map(unprotected), map ?? .bytes(payload), .bytes(signature)])
        ).encoded
    }
}

extension CBOR {
    /// The bytes of a byte string that carries no tag.
    fileprivate var plainBytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}
