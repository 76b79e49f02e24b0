/// What is wrong with a field of a record: a code, and the limit that it passes.
package struct Issue: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// There is no value, and there has to be one.
        case missing
        /// A text is empty or too long.
        case length
        /// A text has characters that can't be read, or that deceive.
        case characters
        /// A date is of a year that records don't have.
        case date
        /// A number is too small or too large.
        case number
        /// A text isn't the code of a country.
        case country
        /// A text isn't one of those that are known.
        case choice
    }

    /// The field's name.
    package let field: String
    package let code: Code
    /// How many characters a text may have, where that is what is wrong.
    package let limit: Int?

    package init(_ field: String, _ code: Code, limit: Int? = nil) {
        (self.field, self.code, self.limit) = (field, code, limit)
    }

    /// The field and the code, never the value.
    package var description: String { "\(field): \(code.rawValue)" }
}
