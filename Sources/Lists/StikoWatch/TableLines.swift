/// The lines of a text that pdftotext laid out which look like rows of a table, in columns.
///
/// They are shown beside our rows for a person to compare; nothing is ever made of them.
package enum TableLines {
    private static let mostLines = 2_000
    private static let mostCharacters = 400

    /// Lines with at least two columns, two spaces apart; columns are joined by ` | `.
    package static func of(_ text: String) -> [String] {
        var lines: [String] = []
        for line in text.split(whereSeparator: \.isNewline) where lines.count < mostLines {
            let columns = columns(of: line.prefix(2_000))
            if columns.count >= 2 { lines.append(String(columns.joined(separator: " | ").prefix(mostCharacters))) }
        }
        return lines
    }

    private static func columns(of line: Substring) -> [String] {
        var columns: [String] = []
        var words: [Substring] = []
        var spaces = 0
        var start = line.startIndex
        func flush(_ end: String.Index) {
            if start < end { words.append(line[start..<end]) }
        }
        for index in line.indices {
            if line[index].isWhitespace || line[index] == "\u{C}" {
                flush(index)
                spaces += 1
                start = line.index(after: index)
            } else {
                if spaces >= 2, !words.isEmpty {
                    columns.append(words.joined(separator: " "))
                    words = []
                }
                spaces = 0
            }
        }
        flush(line.endIndex)
        if !words.isEmpty { columns.append(words.joined(separator: " ")) }
        return columns
    }
}
