/// Makes passphrases that people can write down and type again.
package enum PassphraseGenerator {
    /// The languages that there is a word list for.
    package static let languages = ["en", "de"]

    /// Words joined by blanks, each drawn evenly from a list of 2,048 or more: six are 66 bits.
    ///
    /// With scrypt at work factor 18, guessing half of 2^66 passphrases takes a thousand machines some 100 million
    /// years at ten guesses a second each.
    package static func passphrase(
        words: Int = 6, language: String = "en", using generator: inout some RandomNumberGenerator
    ) -> String {
        let list = list(language)
        return (0..<words).map { _ in String(list[Int.random(in: 0..<list.count, using: &generator)]) }
            .joined(separator: " ")
    }

    /// A generated passphrase that came back with capital letters, or with something else than one blank between its
    /// words; nil for what isn't six words or more of one list.
    package static func restored(_ text: String) -> String? {
        let words = text.lowercased().split { !$0.isLetter }
        let isOurs = languages.contains { Set(list($0)).isSuperset(of: words) }
        guard words.count >= 6, isOurs else { return nil }
        return words.joined(separator: " ")
    }

    /// The words of a language; English for one that has no list.
    package static func list(_ language: String) -> [Substring] {
        language == "de" ? german : english
    }

    private static let english = WordList.english.split(whereSeparator: \.isWhitespace)
    private static let german = WordList.german.split(whereSeparator: \.isWhitespace)
}

/// Lists of short, common words for generated passphrases, written for this project.
enum WordList {}
