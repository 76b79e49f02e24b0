extension String {
    /// Reads text that came from outside: of its encoding, and with at most 30 marks in a row that combine with what stands
    /// before.
    ///
    /// No word of any language has more. Swift brings marks into their order whenever it compares or hashes a text, and n of
    /// them take n² steps: a minute for a form's worth. (Stream-Safe Text Format, <https://www.unicode.org/reports/tr15/>, 13.)
    public init?<Encoding: Unicode.Encoding>(
        typed units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
        guard let text = String(validating: units, as: encoding), text.hasFewMarksInARow else { return nil }
        self = text
    }

    /// Whether what stands here already may be compared.
    public var hasFewMarksInARow: Bool {
        // The first mark is U+0300: up to there, and so in most texts, there are none.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var count = 0
        for scalar in unicodeScalars {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            count = isMark ? count + 1 : 0
            if count > 30 { return false }
        }
        return true
    }
}
