import CivilDates

/// What every text and date in the records is held to.
enum Validation {
    /// A text of 1 to `limit` characters without control characters.
    static func text(_ text: String, _ field: String, limit: Int, allowsLines: Bool = false) throws(VaultError) {
        guard !text.isEmpty, text.utf8.count <= limit * 4, text.count <= limit else {
            throw VaultError(.invalidRecord, "\(field) has a length that is not allowed")
        }
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: allowsLines && (scalar == "\n" || scalar == "\r" || scalar == "\t")
            case .surrogate, .unassigned: false
            // Overrides and isolates of writing direction can make a text read as another.
            default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
            }
        }
        guard isClean else { throw VaultError(.invalidRecord, "\(field) has characters that are not allowed") }
    }

    static func optional(
        _ text: String?, _ field: String, limit: Int, allowsLines: Bool = false
    ) throws(VaultError) {
        if let text { try self.text(text, field, limit: limit, allowsLines: allowsLines) }
    }

    /// `2021`, `2021-05` or `2021-05-29`, of the years that records have.
    static func partialDate(_ text: String, _ field: String) throws(VaultError) {
        guard PartialDate(ofRecord: text) != nil else {
            throw VaultError(.invalidRecord, "\(field) is not a date of the years 1800 to 2999")
        }
    }

    /// Two capital letters, as ISO 3166-1 alpha-2 has them.
    static func country(_ text: String, _ field: String) throws(VaultError) {
        guard text.utf8.count == 2, text.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw VaultError(.invalidRecord, "\(field) is not a country code")
        }
    }
}
