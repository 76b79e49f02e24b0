/// What is wrong with a data file, and where.
///
/// A fault speaks of data that we ship or that an admin uploads, never of a person: it may be logged and shown.
public struct DataFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's name as it was handed in, such as `vaccines-human.json`.
    public let file: String

    /// The line of the faulty value, counted from 1.
    public let line: Int

    /// Where in the document the value stands, such as `vaccines[3].kind`; empty for the document itself.
    public let path: String

    /// What is wrong, in words that follow 'file:line: path: '.
    public let reason: String

    /// A fault at a place in a file.
    public init(file: String, line: Int, path: String, reason: String) {
        self.file = file
        self.line = line
        self.path = path
        self.reason = reason
    }

    /// One line: file, line, path and reason.
    public var description: String {
        path.isEmpty ? "\(file):\(line): \(reason)" : "\(file):\(line): \(path): \(reason)"
    }
}
