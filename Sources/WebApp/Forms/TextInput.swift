import Foundation

/// A text that a person typed: trimmed, in Unicode's composed form, without characters that deceive the eye.
enum TextInput {
    /// The cleaned text, or nil where the field is empty.
    static func clean(_ text: String?) -> String? {
        let trimmed = (text ?? "").replacing("\r\n", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        return trimmed.isEmpty ? nil : trimmed
    }

    /// What is wrong with a text: too long, or control characters, among them those that turn the writing direction.
    static func fault(_ text: String, maximum: Int, lines: Bool = false, _ words: Words) -> String? {
        if text.count > maximum || text.utf8.count > maximum * 8 {
            return words(.errorTextLong, ["maximum": String(maximum)])
        }
        let deceiving = text.unicodeScalars.contains { scalar in
            if lines, scalar == "\n" || scalar == "\t" { return false }
            return isDeceiving(scalar)
        }
        return deceiving ? words[.errorTextCharacters] : nil
    }

    /// Control characters, line and paragraph separators, bidirectional overrides, tags and byte order marks.
    private static func isDeceiving(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
