import Foundation
import Model

/// The document's identity and the rule of its versions.
///
/// A reader opens every document of its own major version and of the older ones. A newer minor version may have added
/// members: they are skipped, and named to the user. A newer major version is refused.
package enum ArchiveFormat {
    /// The `schema` member of every document.
    package static let schema = "urn:vaccinapp:pass-archive"
    package static let major = 1
    /// That of the field that came last; 1 brought the settings.
    package static let minor = max(1, newest(Pass.fields), newest(Vaccination.fields), newest(Fact.fields))

    private static func newest<Record>(_ fields: [Field<Record>]) -> Int { fields.map(\.minor).max() ?? 0 }

    /// Whether a text can be an id: 1 to 64 letters, digits, '-', '_' and '.'.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(idCharacters.contains)
    }

    private static let idCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)

    static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
}
