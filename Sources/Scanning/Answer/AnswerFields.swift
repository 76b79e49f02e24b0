import ByteCoding

/// A line of the reader's answer, cut at its tabs.
struct AnswerFields {
    private let fields: [Substring]
    private let line: Int

    init(_ bytes: ArraySlice<UInt8>, line: Int) throws(ReaderAnswerError) {
        guard let text = String(typed: bytes, as: UTF8.self) else {
            throw ReaderAnswerError(.encoding, line: line)
        }
        fields = text.split(separator: "\t", maxSplits: 40, omittingEmptySubsequences: false)
        self.line = line
    }

    var kind: Substring { fields[0] }

    subscript(place: Int) -> Substring { fields[place] }

    func rest(_ place: Int) -> [String] { fields.dropFirst(place).map(String.init) }

    func expect(_ counts: ClosedRange<Int>) throws(ReaderAnswerError) {
        guard counts.contains(fields.count) else { throw ReaderAnswerError(.fields, line: line) }
    }

    func integer(_ place: Int, in range: ClosedRange<Int>) throws(ReaderAnswerError) -> Int {
        guard let number = Int(typed: fields[place], in: range) else {
            throw ReaderAnswerError(.number, line: line)
        }
        return number
    }

    func number(_ place: Int, in range: ClosedRange<Double>) throws(ReaderAnswerError) -> Double {
        guard fields[place].utf8.count <= 30, let number = Double(typed: fields[place], in: range) else {
            throw ReaderAnswerError(.number, line: line)
        }
        return number
    }

    func region(_ place: Int, below count: Int) throws(ReaderAnswerError) -> Int {
        guard count > 0, let number = Int(typed: fields[place], in: 0...(count - 1)) else {
            throw ReaderAnswerError(.region, line: line)
        }
        return number
    }

    /// Four fields; a word at the page's edge may leave it a little.
    func box(from place: Int) throws(ReaderAnswerError) -> ReadBox {
        var sides: [Double] = []
        for offset in 0..<4 { sides.append(try number(place + offset, in: -2...3)) }
        return ReadBox(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    }

    /// Four points in one field, separated by blanks; none for `-`.
    func corners(_ place: Int) throws(ReaderAnswerError) -> [PicturePoint] {
        let parts = fields[place].split(separator: " ", maxSplits: 10)
        if parts == ["-"] || parts.count == 8, parts.allSatisfy({ $0 == "-" }) { return [] }
        guard parts.count == 8 else { throw ReaderAnswerError(.fields, line: line) }
        let numbers = parts.compactMap { Double(typed: $0, in: -1e6...2e6) }
        guard numbers.count == 8 else { throw ReaderAnswerError(.number, line: line) }
        return (0..<4).map { PicturePoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    }

    func text(_ place: Int) throws(ReaderAnswerError) -> String {
        guard fields[place].utf8.count <= ReaderAnswer.longestText else { throw ReaderAnswerError(.text, line: line) }
        return String(fields[place])
    }

    /// A text in which `\xHH` stands for a control character; a backslash that begins none is itself.
    func unescaped(_ place: Int) throws(ReaderAnswerError) -> String {
        let pieces = try text(place).split(separator: "\\x", omittingEmptySubsequences: false)
        var result = String(pieces.first ?? "")
        for piece in pieces.dropFirst() {
            if piece.utf8.count >= 2, let value = Hex.decode(piece.prefix(2))?.first, value < 0x20 || value == 0x7F {
                result.unicodeScalars.append(Unicode.Scalar(value))
                result += piece.dropFirst(2)
            } else {
                result += "\\x" + piece
            }
        }
        return result
    }
}
