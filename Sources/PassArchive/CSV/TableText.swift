/// Lines of cells, as RFC 4180 writes them and spreadsheets do. <https://www.rfc-editor.org/rfc/rfc4180>
enum TableText {
    struct Line: Equatable {
        /// The line of the file that it begins at, from 1.
        let number: Int
        let cells: [String]
    }

    /// Splits a text: quoted cells may hold separators, line ends and doubled quotes; empty lines are left out.
    ///
    /// Throws `tooLarge` as soon as there are more lines, or more cells in a line, than a table may have, and `cancelled`.
    static func lines(
        of text: String, separator: TableSeparator, mostLines: Int = .max, mostCells: Int = .max
    ) throws(ArchiveError) -> [Line] {
        var splitter = Splitter(separator: separator.rawValue.unicodeScalars.first ?? ",")
        var seen = 0
        for scalar in text.unicodeScalars {
            splitter.take(scalar)
            seen += 1
            if seen.isMultiple(of: 65_536) { try ArchiveError.checkCancellation() }
            guard splitter.lineCount <= mostLines, splitter.cellCount <= mostCells else {
                throw ArchiveError(.tooLarge, "The table has more than \(mostLines) lines or \(mostCells) columns.")
            }
        }
        return splitter.finish()
    }

    /// A line with its line end (CR LF).
    static func line(_ cells: [String], separator: TableSeparator) -> String {
        cells.map { cell in
            let needsQuotes = cell.unicodeScalars.contains {
                $0 == "\"" || $0 == "\n" || $0 == "\r" || separator.rawValue.unicodeScalars.contains($0)
            }
            let isPadded = cell.unicodeScalars.first == " " || cell.unicodeScalars.last == " "
            return needsQuotes || isPadded ? quoted(cell) : cell
        }.joined(separator: String(separator.rawValue)) + "\r\n"
    }

    /// Doubles every quote; scalar by scalar, since a quote with an accent is another character.
    private static func quoted(_ cell: String) -> String {
        let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"\(String(String.UnicodeScalarView(doubled)))\""
    }

    /// One cell so that no spreadsheet takes it for a formula.
    ///
    /// <https://owasp.org/www-community/attacks/CSV_Injection>
    static func defused(_ cell: String) -> String {
        isDangerous(cell) ? "'\(cell)" : cell
    }

    /// The cell that ``defused(_:)`` was given.
    static func restored(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'" else { return cell }
        let rest = String(cell.unicodeScalars.dropFirst())
        return isDangerous(rest) ? rest : cell
    }

    private static func isDangerous(_ cell: String) -> Bool {
        cell.unicodeScalars.first.map(dangerous.contains) ?? false
    }

    /// What begins a formula or may come before one; some spreadsheets take the full-width signs for the plain ones.
    private static let dangerous = Set("=+-@'\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)

    private struct Splitter {
        let separator: Unicode.Scalar
        private var lines: [Line] = []
        private var cells: [String] = []
        private var cell = String.UnicodeScalarView()
        private var isQuoted = false
        private var wasQuoted = false
        private var quoteBefore = false
        private var returnBefore = false
        private var number = 1
        private var begin = 1

        init(separator: Unicode.Scalar) { self.separator = separator }

        /// The lines that have ended.
        var lineCount: Int { lines.count }
        /// The cells of the line that goes on, with the last one.
        var cellCount: Int { cells.count + 1 }

        mutating func take(_ scalar: Unicode.Scalar) {
            if scalar == "\r" || scalar == "\n" && !returnBefore { number += 1 }
            defer { returnBefore = scalar == "\r" }
            if isQuoted {
                if quoteBefore {
                    quoteBefore = false
                    if scalar == "\"" { return cell.append(scalar) }
                    isQuoted = false
                } else if scalar == "\"" {
                    return quoteBefore = true
                } else {
                    return cell.append(scalar)
                }
            }
            switch scalar {
            case "\"" where cell.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
            case separator: endCell()
            case "\n" where returnBefore && cell.isEmpty && cells.isEmpty && !wasQuoted: begin = number
            case "\n", "\r": endLine()
            default: cell.append(scalar)
            }
        }

        mutating func finish() -> [Line] {
            endLine()
            return lines
        }

        private mutating func endCell() {
            cells.append(String(cell))
            cell = String.UnicodeScalarView()
            wasQuoted = false
            quoteBefore = false
        }

        private mutating func endLine() {
            let isEmpty = cells.isEmpty && cell.isEmpty && !wasQuoted
            endCell()
            if !isEmpty { lines.append(Line(number: begin, cells: cells)) }
            cells = []
            begin = number
        }
    }
}
