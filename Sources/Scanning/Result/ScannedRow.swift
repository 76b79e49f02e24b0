import BoundedJSON

/// A row of a table as it was read.
package struct ScannedRow: Sendable, Hashable {
    /// From 1.
    package let number: Int
    /// By the columns' names, and those of a sticker's parts.
    package var fields: [String: ScanField] = [:]

    package init(number: Int) { self.number = number }

    var json: JSONValue { ["row": JSONValue(number), "fields": JSONValue(fields.mapValues(\.json))] }
}

extension ScanField {
    var json: JSONValue {
        [
            "text": .string(text), "value": JSONValue(value),
            "confidence": .number((confidence * 100).rounded(.down) / 100), "sure": .bool(isSure),
            "candidates": .array(candidates.map { .string($0) }),
        ]
    }
}
