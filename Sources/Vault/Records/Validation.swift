import ByteCoding
import CivilDates

/// What every text and date in the records is held to.
package enum Validation {
    /// Why a text can't be kept.
    package enum TextFault: Sendable { case length, characters }

    /// What is wrong with a text of 1 to `limit` characters; nil when nothing is.
    package static func fault(in text: String, limit: Int, allowsLines: Bool = false) -> TextFault? {
        guard !text.isEmpty, text.utf8.count <= limit * RecordLimits.bytesOfCharacter,
            text.utf8.count <= limit || text.count <= limit
        else { return .length }
        return ReadableText.allows(text, lines: allowsLines) ? nil : .characters
    }

    static func text(_ text: String, _ field: String, limit: Int, allowsLines: Bool = false) throws(VaultError) {
        switch fault(in: text, limit: limit, allowsLines: allowsLines) {
        case .length: throw VaultError(.invalidRecord, "\(field) has a length that is not allowed")
        case .characters: throw VaultError(.invalidRecord, "\(field) has characters that are not allowed")
        case nil: break
        }
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
