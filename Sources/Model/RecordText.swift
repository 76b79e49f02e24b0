import ByteCoding

/// Which texts a record can hold.
package enum RecordText {
    /// What is wrong with a text of 1 to `limit` characters; nil when nothing is.
    package static func fault(in text: String, limit: Int, allowsLines: Bool = false) -> Issue.Code? {
        guard !text.isEmpty, text.utf8.count <= limit * RecordLimits.bytesOfCharacter,
            text.utf8.count <= limit || text.count <= limit
        else { return .length }
        return ReadableText.allows(text, lines: allowsLines) ? nil : .characters
    }
}
