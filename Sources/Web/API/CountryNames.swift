import Foundation

/// Countries as other clients name them: by ISO 3166-1 alpha-2 code, or by English name.
///
/// Names are those of the Unicode CLDR; in records they are in lower case, as in the thesis: `thailand`. Of what a
/// client sends, case, accents, spaces and punctuation don't count: `Bosnia-and-Herzegovina` is
/// "bosnia & herzegovina".
package struct CountryNames: Sendable {
    private let names: [String: String]
    private let codes: [String: String]

    /// - Parameter words: English.
    package init(_ words: Localizer) {
        names = Dictionary(words.countries.map { ($0.code, $0.name.lowercased()) }) { first, _ in first }
        var codes = Self.others
        for country in words.countries { codes[Self.folded(country.name)] = country.code }
        self.codes = codes
    }

    /// A country's name in records.
    package func recordName(of code: String) -> String { names[code] ?? code.lowercased() }

    /// The country that a text names; nil where there is none.
    package func code(for text: String) -> String? {
        guard text.utf8.count <= 100 else { return nil }
        let upper = text.uppercased()
        return names[upper] != nil ? upper : codes[Self.folded(text)]
    }

    private static func folded(_ name: String) -> String {
        let plain = name.replacing("&", with: "and").folding(
            options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en"))
        return String(plain.filter { $0.isLetter })
    }

    /// Names in everyday use that CLDR doesn't use.
    private static let others = [
        "burma": "MM", "capeverde": "CV", "czechrepublic": "CZ", "greatbritain": "GB", "hongkong": "HK",
        "ivorycoast": "CI", "macau": "MO", "myanmar": "MM", "swaziland": "SZ", "turkey": "TR", "uk": "GB",
        "unitedstatesofamerica": "US", "usa": "US", "vietnam": "VN",
    ]
}
