import BoundedJSON
internal import Foundation

/// The signers of the Swedish list, by country
/// ([DSC Trust List](https://github.com/DIGGSweden/dgc-trust/blob/main/specifications/trust-list.md)).
struct SwedishCountries {
    private let countries: JSONObject

    init(_ countries: JSONObject) { self.countries = countries }

    func document(expiresAt: Double?) -> TrustListReader.Document {
        var entries: [TrustListReader.Entry] = []
        for (code, country) in countries.sorted(by: { $0.name < $1.name }) {
            for key in (country["keys"]?.elements ?? []).map(WebKey.init) {
                // The extended key usages by key id.
                let usages = key.kid.flatMap { country["eku"]?[$0]?.elements?.compactMap(\.text) }
                entries.append(
                    TrustListReader.Entry { () throws(HealthCertificateError) in
                        try key.signer(country: code, usages: usages)
                    })
            }
        }
        return TrustListReader.Document(
            format: .swedish, entries: entries, expiresAt: expiresAt.map(Date.init(timeIntervalSince1970:)))
    }
}
