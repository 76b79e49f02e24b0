import ByteCoding

/// How much a record holds, in characters of a text; forms, imports and the records themselves ask here.
package enum RecordLimits {
    package static let passName = 200
    package static let kind = 64
    package static let target = 100
    package static let vaccine = 100
    package static let vaccineName = 200
    package static let batch = 100
    package static let administeredBy = 200
    package static let note = 4_000
    package static let factValue = 400
    /// Which dose of a series, and of how many.
    package static let doses = 1...99
    /// Bytes of a text's UTF-8 for each character that it may have.
    package static let bytesOfCharacter = 4
}

/// Which texts a record can hold.
package enum RecordText {
    /// What is wrong with a text of 1 to `limit` characters; nil when nothing is.
    package static func fault(in text: String, limit: Int, allowsLines: Bool = false) -> Issue.Code? {
        guard !text.isEmpty, text.utf8.count <= limit * RecordLimits.bytesOfCharacter,
            text.utf8.count <= limit || text.count <= limit
        else { return .length }
        return ReadableText.allows(text, lines: allowsLines) && ReadableText.shows(text) ? nil : .characters
    }
}
