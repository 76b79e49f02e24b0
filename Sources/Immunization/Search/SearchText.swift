/// A text as the search compares it: words of small letters and digits, with umlauts and accents laid aside.
struct SearchText: Sendable, Hashable {
    /// None of them empty.
    let words: [SearchWord]

    /// The words without anything between them: `6-fach`, `6 fach` and `6fach` are the same.
    var joined: SearchWord { SearchWord(words.flatMap(\.letters)) }

    /// - Parameter words: none of them empty.
    init(words: [SearchWord]) {
        self.words = words
    }

    /// The words with blanks between them.
    var description: String { words.map { String(String.UnicodeScalarView($0.letters)) }.joined(separator: " ") }

    /// - Parameter umlautsAsTwoLetters: whether `ö` becomes `oe`; otherwise it becomes `o`.
    init(_ text: String, umlautsAsTwoLetters: Bool = false) {
        var words: [[Unicode.Scalar]] = [[]]
        for character in text.lowercased() where !Self.apostrophes.contains(character) {
            let twoLetters = umlautsAsTwoLetters ? Self.umlauts[character] : nil
            if let plain = twoLetters ?? Catalogue.plainLetters[character] {
                words[words.count - 1] += plain.unicodeScalars
                continue
            }
            for scalar in character.unicodeScalars where !Self.isAccent(scalar) {
                if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                    words[words.count - 1].append(scalar)
                } else {
                    words.append([])
                }
            }
        }
        self.words = words.filter { !$0.isEmpty }.map(SearchWord.init)
    }

    /// The ways to spell a name: `roteln` and `roeteln` for `Röteln`; only one without an umlaut.
    static func spellings(of name: String) -> Set<SearchText> {
        [SearchText(name), SearchText(name, umlautsAsTwoLetters: true)]
    }

    /// This text without words that say nothing, also as the last part of a compound: `tetanus` for `Tetanusimpfung`.
    func without(fillers: Set<SearchWord>) -> SearchText {
        let words = words.filter { !fillers.contains($0) }
        return SearchText(
            words: words.map { word in
                let letters = word.letters
                let ends = fillers.lazy.map(\.letters).filter { end in
                    end.count >= Self.shortestEnding && letters.count >= end.count + 3
                        && letters.suffix(end.count).elementsEqual(end)
                }
                return SearchWord(letters.dropLast(ends.map(\.count).max() ?? 0))
            })
    }

    /// Shorter fillers don't end compounds: "overdose" doesn't end in `dose`.
    private static let shortestEnding = 6

    private static let apostrophes: Set<Character> = ["'", "\u{2019}"]
    private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue"]

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }
}

/// A word of a text, or a whole name joined to one, as the search compares it.
struct SearchWord: Sendable, Hashable {
    /// Small letters and digits.
    let letters: [Unicode.Scalar]

    /// Which letters it has, a bit for each: words whose bits differ much needn't be compared.
    let letterSet: UInt64

    init(_ letters: some Sequence<Unicode.Scalar>) {
        self.letters = Array(letters)
        letterSet = self.letters.reduce(0) { $0 | 1 << UInt64($1.value % 64) }
    }
}
