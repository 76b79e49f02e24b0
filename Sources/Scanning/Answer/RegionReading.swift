/// One reading of a region: its words, and how the picture was prepared for it.
package struct RegionReading: Sendable, Hashable {
    /// Such as `grey-7`.
    package let variant: String
    package private(set) var words: [ReadWord]

    package init(variant: String, words: [ReadWord] = []) {
        (self.variant, self.words) = (variant, words)
    }

    mutating func append(_ word: ReadWord) { words.append(word) }

    /// The words line by line, each line from left to right.
    package var lines: [ReadLine] {
        Dictionary(grouping: words.prefix(Self.mostWords), by: \.line).sorted { $0.key < $1.key }.map {
            ReadLine(words: $0.value.sorted { $0.box.left < $1.box.left })
        }
    }

    /// No region of a form has more; what a stranger's picture has more is left out.
    package static let mostWords = 80
}

/// A line of words.
package struct ReadLine: Sendable, Hashable {
    package let words: [ReadWord]

    package init(words: [ReadWord]) { self.words = words }

    /// The line without what its cell's borders were read as: words without a letter or digit at its ends.
    var withoutBorders: ReadLine {
        let inner = words.drop(while: \.isBorder).reversed().drop(while: \.isBorder).reversed()
        return ReadLine(words: Array(inner))
    }

    package var text: String { words.map(\.text).joined(separator: " ") }

    /// The words' mean confidence, weighted by their lengths.
    package var confidence: Double { words[...].confidence }
}

extension ArraySlice<ReadWord> {
    /// The words' mean confidence, weighted by their lengths.
    var confidence: Double {
        let weights = map { Double($0.text.count) }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return 0 }
        return zip(self, weights).reduce(0) { $0 + $1.0.confidence * $1.1 } / sum
    }
}
