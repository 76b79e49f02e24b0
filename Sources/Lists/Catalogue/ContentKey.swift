import ByteCoding
import CivilDates
import Crypto
package import Foundation
package import Immunization
import Secrets

/// The public key by which an operator tells whose catalogues and notices of releases a server takes: Ed25519, as a PEM
/// file, as `vaccinapp catalogue key` and OpenSSL write it (RFC 8410, <https://www.rfc-editor.org/rfc/rfc8410>).
package struct ContentKey: Sendable, Equatable {
    /// A release's signature is beside its files under this name.
    package static let signatureFile = "catalogue.sig"
    /// What DER puts before the key's 32 bytes.
    private static let header: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    private let key: Ed25519.PublicKey

    fileprivate init(_ key: Ed25519.PublicKey) { self.key = key }

    /// Nil for anything but one PEM public key for Ed25519.
    package init?(pem: String) {
        guard let bytes = PEM.bytes(of: pem, "PUBLIC KEY"), bytes.starts(with: Self.header),
            let key = Ed25519.PublicKey(Array(bytes.dropFirst(Self.header.count)))
        else { return nil }
        self.key = key
    }

    /// Reads the file that a setting names; nil for none.
    package static func read(_ path: String) throws(ConfigurationError) -> ContentKey? {
        guard !path.isEmpty else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let key = ContentKey(pem: text) else {
            throw ConfigurationError(
                "content-key",
                "--content-key takes a PEM file with an Ed25519 public key, as 'vaccinapp catalogue key' writes it.")
        }
        return key
    }

    package var pem: String { PEM.text(Self.header + key.bytes, "PUBLIC KEY") }

    /// Whether the key's holder has signed the message.
    ///
    /// - Parameter signature: a signature file's content: 64 bytes in Base64, on a line.
    func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let text = String(decoding: signature.prefix(200), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard let bytes = Base64.decode(text) else { return false }
        return key.accepts(bytes, of: message)
    }

    /// - Parameter signature: the signature file's content, `2026-11-29T12:00:00Z BASE64` on a line; nil where there is none.
    /// - Returns: the moment of signing as written there; nil in files of earlier programs, which hold the Base64 alone.
    /// - Throws: ``DataFault`` unless it is this key's signature of the release.
    @discardableResult
    func require(_ signature: [UInt8]?, of files: [String: [UInt8]]) throws(DataFault) -> String? {
        guard let signature else { throw DataFault(file: Self.signatureFile, .unsigned) }
        let parts = signature.split(separator: UInt8(ascii: " "), maxSplits: 1)
        let moment = parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : nil
        // In one form only, so that texts sort as their moments do.
        guard moment == nil || moment.flatMap({ Timestamp($0).date }).map({ Timestamp($0).text }) == moment,
            accepts(Array(parts.last ?? []), of: Self.signed(files, at: moment))
        else { throw DataFault(file: Self.signatureFile, .wrongSignature) }
        return moment
    }

    /// What a release's signature covers: a heading with the moment of signing, then for each file, sorted by name, its
    /// SHA-256 in hexadecimal, two spaces and its name, each on a line.
    ///
    /// - Parameter moment: nil for what earlier programs signed.
    static func signed(_ files: [String: [UInt8]], at moment: String?) -> [UInt8] {
        let heading = moment.map { "vaccinapp catalogue 2 \($0)\n" } ?? "vaccinapp catalogue 1\n"
        let lines = files.sorted { $0.key < $1.key }.map { "\(Hex.encode(SHA256.hash(data: $0.value)))  \($0.key)\n" }
        return Array((heading + lines.joined()).utf8)
    }
}

/// The private half of a ``ContentKey``, for publishers of catalogues; no server needs it.
package struct ContentSigner: Sendable {
    private static let header: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    private let key: Ed25519.PrivateKey

    /// A new one.
    package init?() { self.init(seed: RandomSource.system.secret(Ed25519.keyLength)) }

    private init?(seed: SecretBytes) {
        guard let key = Ed25519.PrivateKey(seed: seed) else { return nil }
        self.key = key
    }

    /// Nil for anything but one PEM private key for Ed25519.
    package init?(pem: String) {
        guard var bytes = PEM.bytes(of: pem, "PRIVATE KEY"), bytes.starts(with: Self.header),
            bytes.count == Self.header.count + Ed25519.keyLength
        else { return nil }
        defer { Sodium.wipe(&bytes) }
        self.init(seed: SecretBytes(copying: bytes.dropFirst(Self.header.count)))
    }

    package var pem: String { PEM.text(Self.header + key.seed.copied(), "PRIVATE KEY") }
    package var publicKey: ContentKey { ContentKey(key.publicKey) }

    /// A signature file's content.
    package func signature(of message: [UInt8]) -> String {
        Base64.encode(key.signature(of: message)) + "\n"
    }

    /// The content of a release's signature file, which says when it was signed: what is signed later is newer.
    package func signature(of files: [String: [UInt8]], at moment: Date) -> String {
        let moment = Timestamp(moment).text
        return "\(moment) \(signature(of: ContentKey.signed(files, at: moment)))"
    }
}

/// One PEM text (RFC 7468, <https://www.rfc-editor.org/rfc/rfc7468>).
private enum PEM {
    static func text(_ bytes: [UInt8], _ label: String) -> String {
        "-----BEGIN \(label)-----\n\(Base64.lines(bytes))\n-----END \(label)-----\n"
    }

    static func bytes(of text: String, _ label: String) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard lines.count > 2, lines.first == "-----BEGIN \(label)-----", lines.last == "-----END \(label)-----" else {
            return nil
        }
        return Base64.decode(lines.dropFirst().dropLast().joined())
    }
}

extension [CatalogueRelease.File] {
    /// The signature that was handed in with the files.
    package var signature: [UInt8]? { first { $0.name == ContentKey.signatureFile }?.bytes }
    /// The files that are the release's own.
    package var content: [CatalogueRelease.File] { filter { $0.name != ContentKey.signatureFile } }
}
