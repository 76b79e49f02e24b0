/// A name in several languages; English is always there.
public struct LocalizedText: Sendable, Hashable {
    private let texts: [String: String]

    /// Names by ISO 639-1 language code, such as `en` and `de`.
    ///
    /// Without an English one, the alphabetically first takes its place.
    public init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// The same name in every language, as a product has it.
    public init(everywhere text: String) {
        texts = ["en": text]
    }

    /// The name in a language, in English where that language has none.
    public subscript(language: String) -> String {
        texts[language] ?? texts["en"] ?? texts.min { $0.key < $1.key }?.value ?? ""
    }

    /// The languages that have a name of their own.
    public var languages: [String] { texts.keys.sorted() }

    init(_ node: DataNode) throws(DataFault) {
        var texts: [String: String] = [:]
        for (language, name) in try node.object().members {
            guard Self.isLanguage(language) else { throw name.fault(.notLanguage) }
            texts[language] = try name.string()
        }
        for language in ["en", "de"] where texts[language] == nil {
            throw node.fault(.lacksName, ["name": language])
        }
        self.texts = texts
    }

    /// Whether a text has the form of an ISO 639-1 code: two lower-case letters.
    static func isLanguage(_ code: String) -> Bool {
        code.utf8.count == 2 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
}
