import ByteCoding
import Foundation

/// The bytes of an attachment, or the Base64 that stands for them in a document that was read.
package struct ArchivedContent: Sendable, Equatable {
    private enum Form: Sendable {
        case bytes([UInt8])
        /// As the document has it; checked already.
        case base64(String)
    }

    private let form: Form
    /// How many bytes there are.
    package let count: Int

    package init(_ bytes: [UInt8]) {
        (form, count) = (.bytes(bytes), bytes.count)
    }

    /// Nil for what is no Base64.
    init?(base64 text: String) {
        guard let bytes = Base64.decode(text) else { return nil }
        (form, count) = (.base64(text), bytes.count)
    }

    /// All of them; each call decodes again.
    package var bytes: [UInt8] {
        switch form {
        case .bytes(let bytes): bytes
        case .base64(let text): Base64.decode(text) ?? []
        }
    }

    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.count == rhs.count && lhs.bytes == rhs.bytes }
}
