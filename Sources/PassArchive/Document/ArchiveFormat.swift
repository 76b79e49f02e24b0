import Foundation

/// The document's identity and the rule of its versions.
///
/// A reader opens every document of its own major version and of the older ones. A newer minor version may have added
/// members: they are skipped, and named to the user. A newer major version is refused.
package enum ArchiveFormat {
    /// The `schema` member of every document.
    package static let schema = "urn:vaccinapp:pass-archive"
    package static let major = 1
    package static let minor = 0

    static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
}
