import ByteCoding

extension ReaderAnswer {
    /// How many pages a document has; nil where what was said of it doesn't tell.
    ///
    /// The number is said last: a line before it may be a title that a stranger wrote.
    package static func pages(in said: [UInt8]) -> Int? {
        let name = Array("Pages:".utf8)
        guard let line = said.split(separator: UInt8(ascii: "\n")).last(where: { $0.starts(with: name) }) else {
            return nil
        }
        let digits = line.dropFirst(name.count).drop { $0 == UInt8(ascii: " ") }
        return String(typed: digits, as: UTF8.self).flatMap { Int(typed: $0, in: 1...mostPages) }
    }

    /// No document is said to have more.
    private static let mostPages = 10_000_000
}
