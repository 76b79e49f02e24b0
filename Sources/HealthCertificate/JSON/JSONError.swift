/// Why bytes are not JSON that we read: a code, and the byte where it was found.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable {
        /// More bytes than allowed.
        case tooLarge
        /// More values than allowed.
        case tooManyValues
        /// Arrays and objects nested deeper than allowed.
        case tooDeep
        /// The text starts with a byte order mark, which RFC 8259 section 8.1 forbids.
        case byteOrderMark
        /// The text ends inside a value.
        case unexpectedEnd
        /// A character that can't stand here.
        case unexpectedCharacter
        /// Something follows the value.
        case trailingCharacters
        /// A number that RFC 8259 section 6 doesn't allow.
        case invalidNumber
        /// An integer past 64 bits, or a number past the range of a double.
        case numberOutOfRange
        /// An escape that RFC 8259 section 7 doesn't allow, or half of a surrogate pair.
        case invalidEscape
        /// A control character inside a string.
        case controlCharacter
        /// A string that isn't UTF-8.
        case invalidUTF8
        /// An object with the same name twice.
        case duplicateName
    }

    /// What is wrong.
    public let code: Code

    /// Where it was found: a byte offset, counted from 0.
    public let offset: Int

    /// Creates an error found at a byte offset.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// The code and the place; never the text itself.
    public var description: String { "JSON: \(code.rawValue) at byte \(offset)" }
}
