internal import Crypto

/// What was revoked, as hashes that tell nothing of the certificates.
///
/// The EU's scheme ([dgc-gateway revocation](https://github.com/eu-digital-green-certificates/dgc-overview)) knows
/// three hashes, of which the first 16 bytes are listed: SHA-256 of the certificate identifier, of the issuing country
/// followed by the identifier, and of the signature (of its first half, r, when it is ECDSA).
public struct RevocationList: Sendable, Hashable {
    /// What a listed hash is made of.
    public enum HashType: String, Sendable, Hashable, CaseIterable {
        case identifier = "UCI"
        case countryAndIdentifier = "COUNTRYCODEUCI"
        case signature = "SIGNATURE"
    }

    /// How many bytes of a hash are compared.
    public static let hashLength = 16

    private struct Entry: Hashable {
        let type: HashType
        let hash: [UInt8]
    }

    /// The key ids that an entry holds for; an empty set stands for all.
    private var entries: [Entry: Set<[UInt8]>] = [:]
    /// The newest list of revoked SMART Health Cards of each key.
    private var cards: [[UInt8]: HealthCardRevocations] = [:]

    /// Makes an empty list.
    public init() {}

    /// How many hashes and cards are listed.
    public var count: Int { entries.count + cards.values.reduce(0) { $0 + $1.count } }

    /// Whether nothing was revoked.
    public var isEmpty: Bool { entries.isEmpty && cards.isEmpty }

    /// Lists a hash.
    ///
    /// - Parameters:
    ///   - hash: At least 16 bytes; those beyond are not compared.
    ///   - type: What was hashed.
    ///   - keyID: The signer whose certificates it holds for; `nil` stands for any.
    /// - Throws: ``HealthCertificateError`` `revocationList: invalidLength` for fewer than 16 bytes.
    public mutating func insert(
        _ hash: [UInt8], type: HashType, keyID: [UInt8]? = nil
    ) throws(HealthCertificateError) {
        guard hash.count >= Self.hashLength else {
            throw HealthCertificateError(.revocationList, .invalidLength, "a hash has fewer than 16 bytes")
        }
        let entry = Entry(type: type, hash: Array(hash.prefix(Self.hashLength)))
        guard let keyID else {
            entries[entry] = []
            return
        }
        // Once it holds for any signer, it stays so.
        if entries[entry] != [] { entries[entry, default: []].insert(keyID) }
    }

    /// Lists a certificate identifier itself.
    public mutating func insert(identifier: String) {
        entries[Entry(type: .identifier, hash: Self.hash(identifier.utf8))] = []
    }

    /// Lists what an issuer of SMART Health Cards revoked; of two lists of one key the newer one counts.
    public mutating func insert(_ list: HealthCardRevocations) {
        if let known = cards[list.keyID], known.counter > list.counter { return }
        cards[list.keyID] = list
    }

    /// Adds everything that another list has.
    public mutating func formUnion(_ other: RevocationList) {
        for list in other.cards.values { insert(list) }
        for (entry, keyIDs) in other.entries {
            let known = entries[entry]
            entries[entry] = known == [] || keyIDs.isEmpty ? [] : (known ?? []).union(keyIDs)
        }
    }

    /// Whether the certificate, or any entry in it, is listed.
    public func contains(_ certificate: SignedCertificate) -> Bool {
        guard !isEmpty else { return false }
        if let keyID = certificate.signed.keyID, let list = cards[keyID], list.contains(certificate) { return true }
        return Self.hashes(of: certificate).contains { entry in
            guard let keyIDs = entries[entry] else { return false }
            return keyIDs.isEmpty || certificate.signed.keyID.map(keyIDs.contains) ?? false
        }
    }

    private static func hashes(of certificate: SignedCertificate) -> [Entry] {
        var hashes = [Entry(type: .signature, hash: signatureHash(certificate.signed))]
        for entry in certificate.claims.entries {
            guard let identifier = entry.identifier else { continue }
            // An identifier is listed as issued, or without the prefix that some issuers leave out.
            let bare = identifier.lowercased().hasPrefix("urn:uvci:") ? String(identifier.dropFirst(9)) : nil
            for form in [identifier, bare].compactMap(\.self) {
                hashes.append(Entry(type: .identifier, hash: hash(form.utf8)))
                for country in Set([certificate.issuer, entry.country].compactMap(\.self)) {
                    hashes.append(Entry(type: .countryAndIdentifier, hash: hash((country + form).utf8)))
                }
            }
        }
        return hashes
    }

    private static func signatureHash(_ signed: SignedContent) -> [UInt8] {
        let isECDSA = signed.algorithm?.isECDSA ?? true
        return hash(isECDSA ? signed.signature.prefix(signed.signature.count / 2) : signed.signature[...])
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(bytes)).prefix(hashLength))
    }
}
