extension DataFault {
    /// The fault with the line on which what it quotes first stands in the file, where it knows no line itself.
    func located(in bytes: [UInt8]) -> DataFault {
        guard line == 0, let quoted, let place = bytes.firstRange(of: Array("\"\(quoted)\"".utf8)) else { return self }
        let line = bytes[..<place.lowerBound].count { $0 == 0x0A } + 1
        return DataFault(file: file, line: line, path: path, reason: reason)
    }

    private var quoted: Substring? {
        let marks: [(open: Character, close: Character)] = [("\u{201C}", "\u{201D}"), ("'", "'")]
        for mark in marks {
            guard let start = reason.firstIndex(of: mark.open) else { continue }
            let rest = reason[reason.index(after: start)...]
            if let end = rest.firstIndex(of: mark.close) { return rest[..<end] }
        }
        return nil
    }
}
