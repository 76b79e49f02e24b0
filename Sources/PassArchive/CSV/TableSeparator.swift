/// What separates the cells of a line.
package enum TableSeparator: Character, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    /// Finds the separator that divides most of the first lines into the same number of cells, more than one.
    package static func detect(_ text: String) -> TableSeparator {
        let head = String(text.unicodeScalars.prefix(20_000))
        var best = (separator: TableSeparator.comma, score: 0)
        for separator in allCases {
            let lines = (try? TableText.lines(of: head, separator: separator)) ?? []
            let widths = lines.prefix(20).map(\.cells.count)
            guard let first = widths.first, first > 1 else { continue }
            let score = widths.count { $0 == first } * 100 / widths.count * 100 + min(first, 99)
            if score > best.score { best = (separator, score) }
        }
        return best.separator
    }
}
