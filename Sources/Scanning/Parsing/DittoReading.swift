/// The mark `"` that stands for what the row above has, as a camera reads it.
enum DittoReading {
    /// Whether a reading is such a mark and no more.
    static func isOne(_ reading: RegionReading) -> Bool {
        let characters = reading.words.flatMap(\.text)
        guard (1...6).contains(characters.count) else { return false }
        return characters.allSatisfy(marks.contains)
    }

    /// Whether a reading may be such a mark, misread: a few characters, of which two strokes may be digits.
    static func mayBeOne(_ reading: RegionReading) -> Bool {
        let characters = reading.words.flatMap(\.text)
        return characters.count <= 5 && characters.count(where: \.isNumber) <= 2
    }

    private static let marks: Set<Character> = [
        "\"", "'", "`", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2033}",
        "\u{AB}", "\u{BB}", "*", "\u{B0}", ",", "-", "\u{2014}", "\u{2013}", ".", "~", "/", "|", "_", "=", ":", "\\",
    ]
}
