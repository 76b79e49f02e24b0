/// Why bytes are not JSON that we read: a code, the byte where it was found, and the value around it.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// More bytes than allowed.
        case tooLarge
        /// More values than allowed.
        case tooManyValues
        /// More names in one object than allowed.
        case tooManyNames
        /// Arrays and objects nested deeper than allowed.
        case tooDeep
        /// The text ends inside a value.
        case unexpectedEnd
        /// A character that isn't allowed here.
        case unexpectedCharacter
        /// Something follows the value.
        case trailingCharacters
        /// A number that RFC 8259 section 6 doesn't allow.
        case invalidNumber
        /// A number past the range of a double, or longer than any needs to be.
        case numberOutOfRange
        /// An escape that RFC 8259 section 7 doesn't allow, or half of a surrogate pair.
        case invalidEscape
        /// A control character inside a string.
        case controlCharacter
        /// A string that isn't UTF-8.
        case invalidUTF8
        /// An object with the same name twice.
        case duplicateName
        /// Nobody waits for what is being read any more.
        case cancelled
    }

    /// What is wrong.
    public let code: Code

    /// Where it was found: a byte offset, counted from 0.
    public let offset: Int

    /// The value that it was found in, such as `vaccines[3].kind`; empty for the outermost.
    public private(set) var path = ""

    /// Creates an error found at a byte offset.
    public init(_ code: Code, at offset: Int, path: String = "") {
        (self.code, self.offset, self.path) = (code, offset, path)
    }

    /// The same error, told from the array that holds the value.
    func inside(_ index: Int) -> JSONError { inside("[\(index)]"[...]) }

    /// The same error, told from the object that holds the value.
    func inside(_ name: String) -> JSONError { inside(name.prefix(60)) }

    private func inside(_ step: Substring) -> JSONError {
        JSONError(code, at: offset, path: step + (path.isEmpty || path.hasPrefix("[") ? path : "." + path))
    }

    /// The code and the byte; never the text itself, nor the names in it.
    public var description: String { "JSON: \(code.rawValue) at byte \(offset)" }
}
