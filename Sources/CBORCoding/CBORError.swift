/// Why bytes are not CBOR that we read: a code, and a reason in words that holds nothing of the bytes.
///
/// Two errors are equal when their codes are.
public struct CBORError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// An item ends beyond the bytes.
        case truncated
        /// Bytes follow the item.
        case trailingBytes
        /// Items nested deeper than allowed.
        case tooDeep
        /// An integer past `Int64`.
        case outOfRange
        /// A text that isn't UTF-8.
        case invalidText
        /// A break where an item should be, or a simple value in more bytes than it needs.
        case invalidValue
        /// A string of chunks that holds something else.
        case wrongType
        /// A map with the same key twice.
        case duplicateKey
        /// A reserved first byte, or an array or a map as the key of a map.
        case unsupported
    }

    /// What is wrong.
    public let code: Code
    /// One sentence for the person who looks into it.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Compares the codes; the wording does not count.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// The code and the reason on one line.
    public var description: String { "CBOR: \(code.rawValue): \(reason)" }
}
