extension QRCode {
    /// Draws the code as an SVG document of one white square and one black path, one unit a module.
    ///
    /// It has presentation attributes only, so it fits into a page whose policy forbids inline styles, and no
    /// size of its own: the page's stylesheet gives it one.
    ///
    /// - Parameter title: what a screen reader says; any text, escaped here.
    package func svg(title: String) -> String {
        let edge = side + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(edge) \(edge)" role="img" \
            shape-rendering="crispEdges"><title>\(Self.escape(title))</title>\
            <rect width="\(edge)" height="\(edge)" fill="#fff"/><path fill="#000" d="\(path())"/></svg>
            """
    }

    /// One closed rectangle of height 1 for each run of dark modules.
    private func path() -> String {
        var path = ""
        for row in 0..<side {
            for run in darkRuns(row: row) {
                path += "M\(run.lowerBound + Self.quietZone) \(row + Self.quietZone)h\(run.count)v1h-\(run.count)z"
            }
        }
        return path
    }

    /// Escapes what XML has a meaning for, and drops the characters that XML 1.0 can't hold (section 2.2).
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped += " "
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
