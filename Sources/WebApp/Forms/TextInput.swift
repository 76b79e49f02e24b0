import Foundation
import Vault

/// A text that a person typed: trimmed, in Unicode's composed form, without characters that deceive the eye.
enum TextInput {
    /// The cleaned text, or nil where the field is empty.
    static func clean(_ text: String?) -> String? {
        let trimmed = (text ?? "").replacing("\r\n", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        return trimmed.isEmpty ? nil : trimmed
    }

    /// What is wrong with a text, as the records see it: too long, or characters that deceive.
    static func fault(_ text: String, maximum: Int, lines: Bool = false, _ words: Words) -> String? {
        switch Validation.fault(in: text, limit: maximum, allowsLines: lines) {
        case .length: words(.errorTextLong, ["maximum": String(maximum)])
        case .characters: words[.errorTextCharacters]
        case nil: nil
        }
    }
}
