/// Which characters a text holds that people read: none that nobody sees, or that makes a text read as another.
public enum ReadableText {
    /// Refuses control characters, overrides and isolates of writing direction, byte order marks, annotations, tags, and
    /// what is no character.
    ///
    /// - Parameter lines: whether line feeds, carriage returns and tabs are allowed.
    public static func allows(_ scalar: Unicode.Scalar, lines: Bool = false) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: lines
        case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: false
        case 0xFDD0...0xFDEF: false
        default: scalar.value & 0xFFFE != 0xFFFE && scalar.properties.generalCategory != .control
        }
    }

    /// Whether there is anything to be seen of a text: not only blanks, marks without a letter, and fillers.
    public static func shows(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { scalar in
            if scalar.value > 0x20 && scalar.value < 0x7F { return true }
            switch scalar.properties.generalCategory {
            case .control, .format, .nonspacingMark, .enclosingMark, .spaceSeparator, .lineSeparator,
                .paragraphSeparator, .surrogate, .unassigned:
                return false
            default: return scalar.value != 0x2800 && !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    /// Whether all of a text is readable.
    public static func allows(_ text: some StringProtocol, lines: Bool = false) -> Bool {
        // Most texts are plain ASCII, of which two comparisons tell.
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
            || text.unicodeScalars.allSatisfy { allows($0, lines: lines) }
    }
}
