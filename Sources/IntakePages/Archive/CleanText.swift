import ByteCoding
import Foundation
import Model

/// Texts of other systems without what the vault doesn't keep: control characters, overrides of writing direction.
enum CleanText {
    static func line(_ text: String) -> String { tidy(text, lines: false) }

    /// Nil where nothing is left that could be seen.
    static func optional(_ text: String?, lines: Bool = false) -> String? {
        text.map { tidy($0, lines: lines) }.flatMap { ReadableText.shows($0) ? $0 : nil }
    }

    /// A record whose texts are tidied.
    static func record<Record: FieldList>(_ record: Record) -> Record {
        var tidy = record
        for field in Record.fields {
            guard case .text(_, let lines) = field.kind else { continue }
            field.set(optional(field[record]?.text, lines: lines).map(FieldValue.text), in: &tidy)
        }
        return tidy
    }

    /// A holder's name as a pass keeps it: at most as long as one may be, `?` where none can be read.
    static func name(_ text: String) -> String {
        let name = String(line(text).prefix(Pass.nameLimit))
        return RecordText.fault(in: name, limit: Pass.nameLimit) == nil ? name : "?"
    }

    /// What a draft is called in lists: nil where nothing of it can be seen.
    static func draftName(_ text: String) -> String? {
        optional(String(line(text).prefix(100)))
    }

    private static func tidy(_ text: String, lines: Bool) -> String {
        let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars.compactMap {
            scalar -> Unicode.Scalar? in
            if scalar == "\r" { return nil }
            if ReadableText.allows(scalar, lines: lines) { return scalar }
            return scalar.properties.generalCategory == .control ? " " : nil
        }
        return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
