import ByteCoding

/// Which texts a record can hold.
package enum RecordText {
    /// Bytes of a text's UTF-8 for each character that it may have.
    package static let bytesOfCharacter = 4

    /// What is wrong with a text of 1 to `limit` characters; nil when nothing is.
    package static func fault(in text: String, limit: Int, allowsLines: Bool = false) -> Issue.Code? {
        guard !text.isEmpty, text.utf8.count <= limit * bytesOfCharacter,
            text.utf8.count <= limit || text.count <= limit
        else { return .length }
        return ReadableText.allows(text, lines: allowsLines) && ReadableText.shows(text) ? nil : .characters
    }
}
