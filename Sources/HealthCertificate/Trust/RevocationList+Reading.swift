internal import ByteCoding
internal import Foundation

extension RevocationList {
    /// Reads a published list, whose form is told by its content.
    ///
    /// Known are the EU gateway's batches (`{"hashType", "kid", "entries": [{"hash"}]}`, one or several), Switzerland's
    /// `{"revokedCerts": […]}`, a JSON array of texts, and lines of text. A text is a certificate identifier when it
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
        let decoder = JSONDecoder()
        let data = Data(json)
        if let batch = try? decoder.decode(Batch.self, from: data) {
            try insert(batch)
        } else if let batches = try? decoder.decode([Batch].self, from: data) {
            for batch in batches { try insert(batch) }
        } else if let swiss = try? decoder.decode(SwissList.self, from: data) {
            for text in swiss.revokedCerts { try insert(text: text) }
        } else if let texts = try? decoder.decode([String].self, from: data) {
            for text in texts { try insert(text: text) }
        } else {
            throw HealthCertificateError(.revocationList, .unsupported, "the list is of no known form")
        }
    }

    private struct Batch: Decodable {
        struct Entry: Decodable { let hash: String }
        let hashType: String
        let kid: String?
        let entries: [Entry]
    }

    private struct SwissList: Decodable { let revokedCerts: [String] }

    private mutating func insert(_ batch: Batch) throws(HealthCertificateError) {
        guard let type = HashType(rawValue: batch.hashType) else {
            throw HealthCertificateError(.revocationList, .unsupported, "a batch has hashes of an unknown type")
        }
        // Without a known key id the gateway writes "UNKNOWN_KID", which stands for any.
        let keyID = batch.kid.flatMap { $0 == "UNKNOWN_KID" ? nil : Base64.decodeLoosely($0) }
        for entry in batch.entries {
            guard let hash = Self.hashBytes(entry.hash) else { throw Self.noHash }
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
