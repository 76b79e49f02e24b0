import ByteCoding

/// A key of the Dutch list, which names keys by id and has several under one.
struct DutchEntry: Decodable {
    private let subjectPk: String
    private let keyUsage: [String]?
    private let ian: String?
    private let san: String?

    private func signer(keyID: String) throws(HealthCertificateError) -> Signer {
        guard let id = Base64.decodeLoosely(keyID), let key = Base64.decodeLoosely(subjectPk) else {
            throw HealthCertificateError(.trustList, .invalidCharacter, "a key or its id is not Base64")
        }
        return Signer(
            keyID: id, key: try VerificationKey(subjectPublicKeyInfo: key), country: nil, name: san ?? ian,
            permittedKinds: permittedKinds)
    }

    private var permittedKinds: Set<HealthClaims.Kind>? {
        guard let keyUsage, !keyUsage.isEmpty else { return nil }
        return Set(keyUsage.compactMap { KeyUsage.kind(letter: $0) })
    }

    static func document(_ keys: [String: [DutchEntry]]) -> TrustListReader.Document {
        var entries: [TrustListReader.Entry] = []
        for (keyID, list) in keys.sorted(by: { $0.key < $1.key }) {
            for entry in list {
                entries.append(
                    TrustListReader.Entry { () throws(HealthCertificateError) in try entry.signer(keyID: keyID) })
            }
        }
        return TrustListReader.Document(format: .dutch, entries: entries)
    }
}
