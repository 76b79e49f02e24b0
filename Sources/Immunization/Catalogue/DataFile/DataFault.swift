/// What is wrong with a data file, and where.
///
/// A fault speaks of data that we ship or that an admin uploads, never of a person: it may be logged and shown.
public struct DataFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's name as it was handed in, such as `vaccines-human.json`.
    public let file: String

    /// The line of the faulty value, counted from 1; 0 where no single line is at fault.
    public let line: Int

    /// Where in the document the value is, such as `vaccines[3].kind`; empty for the document itself.
    public let path: String

    /// What is wrong.
    public let code: Code

    /// What the code speaks of, by the names of its `parameters`.
    public let arguments: [String: String]

    /// A fault at a place in a file.
    public init(
        file: String, line: Int = 0, path: String = "", _ code: Code,
        _ arguments: [String: any CustomStringConvertible] = [:]
    ) {
        (self.file, self.line, self.path, self.code) = (file, line, path, code)
        self.arguments = arguments.mapValues { "\($0)" }
    }

    /// File, line, path, code and arguments in one line, for logs and developers.
    public var description: String {
        let place = [file, line > 0 ? String(line) : "", path].filter { !$0.isEmpty }.joined(separator: ":")
        let list = arguments.sorted { $0.key < $1.key }.map { "\($0.key) '\($0.value)'" }.joined(separator: ", ")
        return "\(place): \(code.rawValue)" + (list.isEmpty ? "" : " (\(list))")
    }
}

extension DataFault {
    /// The same fault at another place.
    func moved(to file: String, line: Int) -> DataFault {
        DataFault(file: file, line: line, path: path, code, arguments)
    }

    /// The fault with the first line of the file that has what it speaks of, where it knows no line itself.
    func located(in bytes: [UInt8]) -> DataFault {
        guard line == 0,
            let name = arguments["name"] ?? arguments["period"] ?? arguments["older"] ?? arguments["group"],
            let place = bytes.firstRange(of: Array("\"\(name)\"".utf8))
        else { return self }
        return moved(to: file, line: bytes[..<place.lowerBound].count { $0 == 0x0A } + 1)
    }
}
