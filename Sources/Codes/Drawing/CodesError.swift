/// Why a code could not be drawn.
///
/// Reading throws nothing: why a picture gives no text is a ``ReadRefusal``.
struct CodesError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure, to be compared; the reason is for people.
    enum Code: Sendable, Equatable {
        /// The text doesn't fit a QR code of version 40 at error correction Q (1,663 bytes or 2,420 characters).
        case textTooLong
        /// The text is empty, or holds a NUL character.
        case unusableText
        /// The drawing or compression library ran out of memory.
        case outOfMemory
    }

    let code: Code
    let reason: String

    init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }

    var description: String { "\(code): \(reason)" }

    static func == (left: CodesError, right: CodesError) -> Bool { left.code == right.code }
}
