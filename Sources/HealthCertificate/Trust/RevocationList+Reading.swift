import BoundedJSON
import ByteCoding

extension RevocationList {
    /// Reads a published list, whose form is recognised by its content.
    ///
    /// Known are the EU gateway's batches (`{"hashType", "kid", "entries": [{"hash"}]}`, one or several), Switzerland's
    /// `{"revokedCerts": […]}`, a SMART Health Card issuer's `{"kid", "method", "ctr", "rids"}`, a JSON array of texts, and lines of text. A text is a certificate identifier when it
    /// has a colon, else a hash of one in hex or Base64. The document may be signed as a ``TrustList`` may.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `revocationList`.
    public init(reading bytes: [UInt8], key: TrustListKey? = nil) throws(HealthCertificateError) {
        self.init()
        if key == nil, let lines = Self.lines(bytes) {
            for line in lines { try insert(text: line) }
            return
        }
        let (json, _) = try SignedDocument.open(bytes, check: .required(key), layer: .revocationList)
        let list = try? JSONValue(parsing: json, limits: SignedDocument.limits)
        if let list, Self.isOfCards(list) {
            do {
                insert(try HealthCardRevocations(list))
            } catch {
                throw HealthCertificateError(.revocationList, .invalidValue, error.description)
            }
            return
        }
        let batches = list.flatMap { $0.elements ?? [$0] }.map { $0.compactMap(Batch.init) } ?? []
        let texts = (list?["revokedCerts"] ?? list)?.elements
        if !batches.isEmpty, batches.count == list?.elements?.count ?? 1 {
            for batch in batches { try insert(batch) }
        } else if let texts, case let known = texts.compactMap(\.text), known.count == texts.count {
            for text in known { try insert(text: text) }
        } else {
            throw HealthCertificateError(.revocationList, .unsupported, "the list is of no known form")
        }
    }

    /// Whether the bytes are an issuer's list of revoked SMART Health Cards, by the members that only those have.
    public static func isOfCards(_ bytes: [UInt8]) -> Bool {
        guard bytes.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) == UInt8(ascii: "{") else { return false }
        return (try? JSONValue(parsing: bytes, limits: SignedDocument.limits)).map(isOfCards) ?? false
    }

    private static func isOfCards(_ list: JSONValue) -> Bool { list["rids"] != nil && list["kid"] != nil }

    private struct Batch {
        let hashType: String
        let kid: String?
        let hashes: [String]

        init?(_ json: JSONValue) {
            guard let hashType = json["hashType"]?.text, let entries = json["entries"]?.elements else { return nil }
            hashes = entries.compactMap { $0["hash"]?.text }
            guard hashes.count == entries.count else { return nil }
            (self.hashType, kid) = (hashType, json["kid"]?.text)
        }
    }

    private mutating func insert(_ batch: Batch) throws(HealthCertificateError) {
        guard let type = HashType(rawValue: batch.hashType) else {
            throw HealthCertificateError(.revocationList, .unsupported, "a batch has hashes of an unknown type")
        }
        // Without a known key id the gateway writes "UNKNOWN_KID", which stands for any.
        let keyID = batch.kid.flatMap { $0 == "UNKNOWN_KID" ? nil : Base64.decodeLoosely($0) }
        for text in batch.hashes {
            guard let hash = Self.hashBytes(text) else { throw Self.noHash }
            try insert(hash, type: type, keyID: keyID)
        }
    }

    private mutating func insert(text: some StringProtocol) throws(HealthCertificateError) {
        if text.contains(":") {
            insert(identifier: String(text))
        } else {
            guard let hash = Self.hashBytes(text) else { throw Self.noHash }
            try insert(hash, type: .identifier)
        }
    }

    private static var noHash: HealthCertificateError {
        HealthCertificateError(.revocationList, .invalidCharacter, "an entry is neither an identifier nor a hash")
    }

    /// A hash in hex (32 or 64 digits), else in Base64.
    private static func hashBytes(_ text: some StringProtocol) -> [UInt8]? {
        [32, 64].contains(text.utf8.count) ? Hex.decode(text) ?? Base64.decodeLoosely(text) : Base64.decodeLoosely(text)
    }

    /// The lines of a text that is no JSON and no token, or `nil`.
    private static func lines(_ bytes: [UInt8]) -> [Substring]? {
        guard let first = bytes.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }),
            first != UInt8(ascii: "{"), first != UInt8(ascii: "["), !bytes.starts(with: "eyJ".utf8)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }
}
