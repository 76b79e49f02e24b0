import BoundedJSON
import ByteCoding

/// A key of the Dutch list, which names keys by id and has several under one.
struct DutchEntry {
    private let json: JSONValue

    private func signer(keyID: String) throws(HealthCertificateError) -> Signer {
        guard let id = Base64.decodeLoosely(keyID), let key = json["subjectPk"]?.base64 else {
            throw HealthCertificateError(.trustList, .invalidCharacter, "a key or its id is not Base64")
        }
        return Signer(
            keyID: id, key: try VerificationKey(subjectPublicKeyInfo: key), country: nil,
            name: json["san"]?.text ?? json["ian"]?.text,
            permittedKinds: permittedKinds)
    }

    private var permittedKinds: Set<HealthClaims.Kind>? {
        guard let letters = json["keyUsage"]?.elements, !letters.isEmpty else { return nil }
        return Set(letters.compactMap(\.text).compactMap { KeyUsage.kind(letter: $0) })
    }

    static func document(_ keys: JSONObject) -> TrustListReader.Document {
        var entries: [TrustListReader.Entry] = []
        for (keyID, list) in keys.sorted(by: { $0.name < $1.name }) {
            for entry in (list.elements ?? []).map(DutchEntry.init(json:)) {
                entries.append(
                    TrustListReader.Entry { () throws(HealthCertificateError) in try entry.signer(keyID: keyID) })
            }
        }
        return TrustListReader.Document(format: .dutch, entries: entries)
    }
}
