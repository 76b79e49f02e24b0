/// Why a document, a bundle or a table could not be read.
///
/// Two errors are equal when their codes are. `reason` is a sentence with a place in it ("passes[0].name"), never with
/// a value of the document.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: String, Sendable {
        /// The bytes are not JSON, or not of our kind of document.
        case notAnArchive
        /// The JSON is broken.
        case malformed
        /// A newer major version wrote the document.
        case newerVersion
        /// A field is missing, of the wrong type or out of its range.
        case invalidField
        /// The document is larger, deeper or holds more than is accepted.
        case tooLarge
        /// XML declares a document type, which could define entities.
        case documentType
        /// XML in another encoding than UTF-8.
        case encoding
        /// The FHIR resources can't be read.
        case notFHIR
        /// The table can't be read.
        case notATable
        /// Nobody waits for what is being read any more.
        case cancelled
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Throws `cancelled` once the task that reads is cancelled: long loops ask now and then.
    static func checkCancellation() throws(ArchiveError) {
        if Task.isCancelled { throw ArchiveError(.cancelled, "Nobody waits for it any more.") }
    }

    package var description: String { "\(code.rawValue): \(reason)" }

    package static func == (lhs: ArchiveError, rhs: ArchiveError) -> Bool { lhs.code == rhs.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
