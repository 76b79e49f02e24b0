/// Reads a batch number: 3 to 20 of A–Z, 0–9, `-`, `/`, `,`, after a label such as `Ch.-B.` or alone.
struct BatchParser: FieldParser {
    func candidates(in reading: RegionReading) -> [Candidate] {
        reading.lines.prefix(4).flatMap { line -> [Candidate] in
            let words = StickerWord.words(of: line)
            let start = StickerLabel.find(.batch, in: words)?.end ?? 0
            return Self.candidates(words[start...])
        }
    }

    /// The numbers that words may be, joined or the first alone.
    static func candidates(_ words: ArraySlice<StickerWord>) -> [Candidate] {
        let end = StickerLabel.find(.expiry, in: Array(words)).map { words.startIndex + $0.start } ?? words.endIndex
        let run = words[..<end].prefix { BatchNumber($0.text, leastLength: 1) != nil }.prefix(5)
        var found: [Candidate] = []
        for count in [run.count, 1] where count >= 1 && run.count >= count {
            let part = run.prefix(count)
            guard let number = BatchNumber(part.map(\.text).joined()) else { continue }
            let share = number.isPlain ? 1 : 0.8
            let confidence = part.reduce(0) { $0 + $1.confidence } / Double(part.count)
            let isJoined = part.count > 1
            let found1 = Candidate(
                value: number.text, text: part.map(\.text).joined(separator: " "),
                confidence: min(ScanField.most, confidence * share * (isJoined ? 0.9 : 1)),
                isDoubtful: isJoined || number.isAmbiguous, alternatives: number.lookalikes)
            if !found.contains(where: { $0.value == found1.value }) { found.append(found1) }
        }
        return found
    }
}

/// A batch number as it is kept: capitals, without what is around it.
struct BatchNumber {
    let text: String
    /// Whether it was written so: no small letters, nothing cut off.
    let isPlain: Bool

    /// Nil for what is none; one without a digit, or what may be a misread one, is none.
    init?(_ written: String, leastLength: Int = 3) {
        guard written.count <= 40 else { return nil }
        let plain = written.replacing("\u{2013}", with: "-").replacing("\u{2014}", with: "-")
        let inner = plain.drop { !Self.isInner($0) }.reversed().drop { !Self.isInner($0) }.reversed()
        let text = String(inner.map { Self.byHand[$0] ?? $0 }).uppercased()
        guard (leastLength...20).contains(text.count),
            text.allSatisfy({ Self.isInner($0) || $0 == "-" || $0 == "/" || $0 == "," }),
            leastLength < 3 || written.contains(where: \.isNumber) || Self.mayHaveDigits(text, written)
        else { return nil }
        self.text = text
        isPlain = text == written
    }

    /// Whether capitals without a digit may have some all the same: `AFUAKOBSAA` is `AFUAK089AA`.
    private static func mayHaveDigits(_ text: String, _ written: String) -> Bool {
        text.count >= 5 && written == written.uppercased() && text.count(where: lettersLikeDigits.contains) >= 2
    }

    /// What no batch contains, or isn't a capital: strokes that were taken for something else.
    private static let byHand: [Character: Character] = [
        "l": "1", "i": "1", "\u{131}": "1", "\\": "1", "|": "1", "!": "1", "o": "0", "\u{A3}": "E", "\u{20AC}": "E",
        "\u{A7}": "S", "$": "S",
    ]

    private static func isInner(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Whether a character may be another of the same shape, by its place: `S4T36` and `SAT36` are both batches.
    var isAmbiguous: Bool {
        let characters = Array(text)
        return characters.indices.contains { place in
            let character = characters[place]
            if Self.lettersLikeDigits.contains(character) { return true }
            guard Self.digitsLikeLetters.contains(character) else { return false }
            // A digit among digits is one; at the beginning or beside a letter it may be a letter.
            let isBetween = place > 0 && place + 1 < characters.count
            return !isBetween || !characters[place - 1].isNumber && !characters[place + 1].isNumber
        } && !(text.allSatisfy(\.isNumber) && !Self.digitsLikeLetters.contains(characters[0]))
    }

    private static let lettersLikeDigits: Set<Character> = ["O", "Q", "D", "I", "S", "Z", "B", "G", "A"]
    private static let digitsLikeLetters: Set<Character> = ["0", "1", "2", "4", "5", "6", "8"]

    /// The same with O for 0 and with 0 for O: neither is taken for the other without being asked.
    var lookalikes: [String] {
        [text.replacing("O", with: "0"), text.replacing("0", with: "O")].filter { $0 != text }
    }
}
