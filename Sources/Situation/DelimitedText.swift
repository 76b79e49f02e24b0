/// The lines and fields of a table's file, within bounds: TSV, or CSV as RFC 4180 has it without line breaks in fields.
struct DelimitedText {
    /// The most bytes of a line.
    static let longestLine = 8_192
    /// The most rows.
    static let mostRows = 500_000

    private let bytes: [UInt8]
    private let separator: UInt8
    private var index: Int
    /// The line that was read last, from 1.
    private(set) var line = 0

    /// Skips a byte order mark.
    init(_ bytes: [UInt8], separator: UInt8) {
        (self.bytes, self.separator) = (bytes, separator)
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The fields of the next line; nil at the end of the file.
    ///
    /// - Throws: `cutOff` for a last line that doesn't end, `line` for one that is too long or has a quotation mark where
    ///   none may be.
    mutating func next() throws(SituationError) -> [String]? {
        guard index < bytes.count else { return nil }
        line += 1
        let limit = min(bytes.count, index + Self.longestLine)
        guard let end = bytes[index..<limit].firstIndex(of: 10) else {
            throw SituationError(limit == bytes.count ? .cutOff : .line, line: line)
        }
        var content = bytes[index..<end]
        index = end + 1
        if content.last == 13 { content.removeLast() }
        return try fields(content)
    }

    private func fields(_ content: ArraySlice<UInt8>) throws(SituationError) -> [String] {
        guard content.contains(UInt8(ascii: "\"")) else {
            return content.split(separator: separator, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        var fields: [String] = []
        var rest = content
        while true {
            var field: [UInt8] = []
            if rest.first == UInt8(ascii: "\"") {
                rest.removeFirst()
                try readQuoted(&rest, into: &field)
            } else {
                field = Array(rest.prefix { $0 != separator })
                rest.removeFirst(field.count)
                guard !field.contains(UInt8(ascii: "\"")) else { throw SituationError(.line, line: line) }
            }
            fields.append(String(decoding: field, as: UTF8.self))
            guard let byte = rest.popFirst() else { return fields }
            guard byte == separator else { throw SituationError(.line, line: line) }
        }
    }

    private func readQuoted(_ rest: inout ArraySlice<UInt8>, into field: inout [UInt8]) throws(SituationError) {
        while true {
            guard let byte = rest.popFirst() else { throw SituationError(.line, line: line) }
            if byte != UInt8(ascii: "\"") {
                field.append(byte)
            } else if rest.first == UInt8(ascii: "\"") {
                rest.removeFirst()
                field.append(byte)
            } else {
                return
            }
        }
    }
}
