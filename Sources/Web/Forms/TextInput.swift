import Foundation
package import Model

/// A text that a person typed: trimmed, in Unicode's composed form, without characters that deceive the eye.
package enum TextInput {
    /// The cleaned text, or nil where the field is empty.
    package static func clean(_ text: String?) -> String? {
        let trimmed = (text ?? "").replacing("\r\n", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension Localizer {
    /// What is wrong with a field that somebody typed.
    package func issue(_ issue: Issue) -> String {
        switch issue.code {
        case .length: self(.`error.text.long`, ["maximum": String(issue.limit ?? 0)])
        case .country: self[.`error.country.unknown`]
        case .date: self[.`error.date.unreal`]
        case .choice: self[.`error.choice`]
        case .characters, .missing, .number: self[.`error.text.characters`]
        }
    }
}
