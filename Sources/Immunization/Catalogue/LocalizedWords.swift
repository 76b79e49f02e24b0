/// Words in several languages, such as other names of a disease; a language may have none.
public struct LocalizedWords: Sendable, Hashable {
    private let words: [String: [String]]

    /// No words in any language.
    public static let none = LocalizedWords([:])

    /// Words by ISO 639-1 language code, such as `en` and `de`.
    public init(_ words: [String: [String]]) {
        self.words = words
    }

    /// The words in a language, in the file's order.
    public subscript(language: String) -> [String] { words[language] ?? [] }

    /// The languages that have words.
    public var languages: [String] { words.keys.sorted() }

    /// Reads an object of lists, none where it is missing; a word has at least one letter or digit.
    init(_ node: DataNode?) throws(DataFault) {
        var words: [String: [String]] = [:]
        for (language, list) in try node?.object().members ?? [] {
            guard LocalizedText.isLanguage(language) else { throw list.fault(.notLanguage) }
            words[language] = try list.words()
        }
        self.words = words
    }
}

extension DataNode {
    /// The value as a list of words, each with at least one letter or digit.
    func words() throws(DataFault) -> [String] {
        var words: [String] = []
        for node in try array() {
            let word = try node.string()
            guard !Catalogue.folded(word).isEmpty else { throw node.fault(.empty) }
            words.append(word)
        }
        return words
    }
}
