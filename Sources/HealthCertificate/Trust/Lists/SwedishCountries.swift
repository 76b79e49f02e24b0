internal import Foundation

/// The signers of the Swedish list, by country
/// ([DSC Trust List](https://github.com/DIGGSweden/dgc-trust/blob/main/specifications/trust-list.md)).
struct SwedishCountries: Decodable {
    private struct Country: Decodable {
        let keys: [WebKey]
        /// The extended key usages by key id.
        let eku: [String: [String]]?
    }

    private let countries: [String: Country]

    init(from decoder: any Decoder) throws {
        countries = try decoder.singleValueContainer().decode([String: Country].self)
    }

    func document(expiresAt: Double?) -> TrustListReader.Document {
        var entries: [TrustListReader.Entry] = []
        for (code, country) in countries.sorted(by: { $0.key < $1.key }) {
            for key in country.keys {
                let usages = key.kid.flatMap { country.eku?[$0] }
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
