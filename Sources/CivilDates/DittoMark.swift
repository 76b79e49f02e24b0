/// What people write where a field has the same as the one above it.
///
/// That is `"`, `do.` or `s. o.`, and the like.
public enum DittoMark {
    private static let words: Set<String> = ["do", "dito", "ditto", "dto", "so"]
    private static let strokes: Set<Character> = [
        "\"", "'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2033}", "\u{AB}",
        "\u{BB}",
        "\u{3003}",
    ]

    /// Whether a typed text is such a mark and no more: strokes, perhaps between dashes, or one of the words.
    public static func isOne(_ text: String) -> Bool {
        guard text.utf8.count <= 24 else { return false }
        let marks = text.filter { !$0.isWhitespace && $0 != "-" && $0 != "\u{2013}" && $0 != "\u{2014}" && $0 != "." }
        if marks.isEmpty { return false }
        return marks.count <= 4 && marks.allSatisfy(strokes.contains) || words.contains(marks.lowercased())
    }
}
