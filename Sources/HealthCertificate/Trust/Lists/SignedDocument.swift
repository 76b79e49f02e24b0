import BoundedJSON
import ByteCoding
internal import Foundation

/// A JSON document and the signature it came with, in the four ways in which lists are signed.
enum SignedDocument {
    /// The most bytes that a list may have.
    static let longest = 32 * 1024 * 1024

    /// How much JSON a list may be: each of its values takes some bytes.
    static let limits = JSONLimits(bytes: longest, values: 4_000_000, depth: 16)

    /// The same for rules, whose logic nests as deep as it is evaluated.
    static let ruleLimits = JSONLimits(bytes: longest, values: 4_000_000, depth: 128)

    /// What has to be true of the signature.
    enum Check {
        /// It has to be the key's; without a key there must be none.
        case required(TrustListKey?)
        /// It isn't looked at.
        case none
    }

    /// Verifies a document's signature, if it has one, and returns the JSON within.
    ///
    /// - Returns: The JSON, and whether it is signed.
    /// - Throws: ``HealthCertificateError`` `untrusted` when the document is signed but not with the key, when it is
    ///   signed and no key is given, and when a key is given but it is not signed.
    static func open(
        _ bytes: [UInt8], check: Check, layer: HealthCertificateError.Layer
    ) throws(HealthCertificateError) -> (json: [UInt8], isSigned: Bool) {
        guard bytes.count <= longest else {
            throw HealthCertificateError(layer, .tooLong, "longer than \(longest) bytes")
        }
        let envelope = Envelope(bytes)
        guard case .required(let key) = check else { return (envelope?.json ?? bytes, envelope != nil) }
        guard let envelope else {
            guard key == nil else {
                throw HealthCertificateError(layer, .untrusted, "the list carries no signature for the key to verify")
            }
            return (bytes, false)
        }
        guard let key else {
            throw HealthCertificateError(layer, .untrusted, "the list is signed: its signer's key is needed")
        }
        guard envelope.isValid(for: key) else {
            throw HealthCertificateError(layer, .untrusted, "the signature is not one of this key over this list")
        }
        return (envelope.json, true)
    }
}

/// What holds a document together with its signature.
private struct Envelope {
    private enum Signature {
        /// r and s over the document.
        case raw([UInt8])
        /// JSON Web Signature: the signed text, its algorithm, and the certificates it came with.
        case jws(message: [UInt8], signature: [UInt8], algorithm: String, chain: [SignerCertificate])
        /// Cryptographic Message Syntax, detached.
        case cms([UInt8])
    }

    let json: [UInt8]
    private let signature: Signature

    init?(_ bytes: [UInt8]) {
        let start = bytes.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
        if start == UInt8(ascii: "{") {
            self.init(wrapper: bytes)
        } else if start == UInt8(ascii: "[") {
            return nil
        } else if bytes.starts(with: "eyJ".utf8) {
            self.init(compactJWS: bytes)
        } else {
            self.init(lines: bytes)
        }
    }

    /// Germany: one line of Base64, and the document from the next line to the end.
    private init?(lines bytes: [UInt8]) {
        guard let end = bytes.prefix(1024).firstIndex(of: 0x0A),
            let signature = Base64.decodeLoosely(String(decoding: bytes[..<end], as: UTF8.self)), !signature.isEmpty
        else { return nil }
        json = Array(bytes[(end + 1)...])
        self.signature = .raw(signature)
    }

    /// The Netherlands: the document and its CMS signature, both in Base64 in a JSON object.
    private init?(wrapper bytes: [UInt8]) {
        guard let wrapper = try? JSONValue(parsing: bytes, limits: SignedDocument.limits),
            let json = wrapper["payload"]?.base64,
            let signature = wrapper["signature"]?.base64
        else { return nil }
        self.json = json
        self.signature = .cms(signature)
    }

    /// Sweden, Switzerland: a compact JSON Web Signature ([RFC 7515](https://www.rfc-editor.org/rfc/rfc7515)).
    private init?(compactJWS bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64.decodeLoosely(parts[0]),
            let json = Base64.decodeLoosely(parts[1]),
            let signature = Base64.decodeLoosely(parts[2]),
            let header = try? JSONValue(parsing: headerBytes, limits: SignedDocument.limits),
            let algorithm = header["alg"]?.text, header["crit"] == nil
        else { return nil }
        self.json = json
        let chain = (header["x5c"]?.elements ?? []).prefix(8).compactMap(\.base64)
            .compactMap { try? SignerCertificate(der: $0) }
        self.signature = .jws(
            message: Array((parts[0] + "." + parts[1]).utf8), signature: signature,
            algorithm: algorithm, chain: chain)
    }

    func isValid(for key: TrustListKey) -> Bool {
        switch signature {
        case .raw(let signature):
            // The line break that ends a text file is not part of what was signed.
            let trimmed = Array(json[..<((json.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? -1) + 1)])
            return [json, trimmed].contains { key.key.isValid(signature, for: $0, algorithm: .es256) }
        case .jws(let message, let signature, let algorithm, let chain):
            let keys = [key.key, key.signerKey(chain: chain)].compactMap(\.self)
            // RS256 is not one of the algorithms of certificates, but Switzerland signs its lists with it.
            if algorithm == "RS256" {
                return keys.contains { $0.isValid(signature, for: message, scheme: .rsaPKCS1(.sha256)) }
            }
            guard let algorithm = SignatureAlgorithm(rawValue: algorithm) else { return false }
            return keys.contains { $0.isValid(signature, for: message, algorithm: algorithm) }
        case .cms(let bytes):
            return (try? DetachedCMS(bytes))?.isValid(over: json, key: key) ?? false
        }
    }
}

extension JSONValue {
    /// The bytes that a text stands for in Base64, as loosely as lists write it; nil for anything else.
    var base64: [UInt8]? { text.flatMap { Base64.decodeLoosely($0) } }
}
