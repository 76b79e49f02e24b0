/// Why a set of files is no catalogue.
public struct CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sorts of faults.
    public enum Code: String, Sendable {
        /// A file is too large, too deep or not JSON, or a value has the wrong form.
        case malformed
        /// An id, a name or a code is there twice where it may be once.
        case duplicate
        /// A record names another that isn't there.
        case dangling
        /// A file or a whole list is missing.
        case missing
    }

    /// The sort of fault.
    public let code: Code

    /// The place and the fault; line 0 where no single line is at fault.
    public let fault: DataFault

    /// The file's name.
    public var file: String { fault.file }

    /// The line, counted from 1; nil where no single line is at fault.
    public var line: Int? { fault.line > 0 ? fault.line : nil }

    /// Where in the document the fault is, such as `vaccines[3].kind`.
    public var path: String { fault.path }

    /// File, line, path and reason in one line.
    public var description: String { fault.description }

    init(_ code: Code, _ fault: DataFault) {
        self.code = code
        self.fault = fault
    }

    /// Two errors are the same when they are of the same sort.
    public static func == (left: CatalogueError, right: CatalogueError) -> Bool {
        left.code == right.code
    }
}
