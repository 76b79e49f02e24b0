extension String {
    /// Reads text that came from outside, so that it can be compared: after 30 marks in a row that combine with what is
    /// before, U+034F comes between, which nobody sees.
    ///
    /// No word of any language has more. Swift brings marks into their order whenever it compares or hashes a text, and n of
    /// them take n² steps: a minute for a form's worth. (Stream-Safe Text Format, <https://www.unicode.org/reports/tr15/>, 13.)
    ///
    /// - Returns: Nil where it isn't of its encoding.
    public init?<Encoding: Unicode.Encoding>(
        typed units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
        guard let text = String(validating: units, as: encoding) else { return nil }
        self = text.hasFewMarksInARow ? text : text.dividingMarks
    }

    /// Whether it may be compared as it is.
    public var hasFewMarksInARow: Bool {
        // The first mark is U+0300: up to there, and so in most texts, there are none.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            if count > Self.mostMarks { return false }
        }
        return true
    }

    private static let mostMarks = 30

    private var dividingMarks: String {
        var divided = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            if count > Self.mostMarks {
                divided.append("\u{34F}")
                count = 1
            }
            divided.append(scalar)
        }
        return String(divided)
    }
}

extension Unicode.Scalar {
    /// Whether it has to be brought into order with others like it.
    fileprivate var isMark: Bool { value >= 0x300 && properties.canonicalCombiningClass != .notReordered }
}
