/// Why the reader process's output is no answer: a code and the line, counted from 1.
struct ReaderAnswerError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Code: String, Sendable, CaseIterable {
        /// More bytes, lines, words or codes than an answer has.
        case tooLarge
        /// It isn't UTF-8.
        case encoding
        /// A line of a kind that there isn't.
        case unknownLine
        /// A line in the wrong place, or a missing one.
        case order
        /// A line with too few or too many fields.
        case fields
        /// A number that isn't one, or out of range.
        case number
        /// A region that wasn't asked for.
        case region
        /// A text that is too long, or an escape that there isn't.
        case text
    }

    let code: Code
    let line: Int

    init(_ code: Code, line: Int) { (self.code, self.line) = (code, line) }

    var description: String { "reader's answer: \(code.rawValue) in line \(line)" }
}
