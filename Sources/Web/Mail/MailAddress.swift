/// An e-mail address that can be put into a command and a header without bringing anything else along.
///
/// What RFC 5321 allows without quotes: `local@domain`, at most 254 bytes, ASCII.
package struct MailAddress: Sendable, Equatable {
    package static let longest = 254
    package let text: String

    package init?(_ typed: String) {
        let parts = typed.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard typed.utf8.count <= Self.longest, parts.count == 2, (1...64).contains(parts[0].count),
            parts[0].allSatisfy(Self.isOfLocalPart), Self.isDotted(parts[0]), parts[1].count <= 253,
            parts[1].allSatisfy(Self.isOfDomain), Self.isDotted(parts[1]), parts[1].contains(UInt8(ascii: "."))
        else { return nil }
        text = typed
    }

    /// No empty part between dots, nor at an end.
    private static func isDotted(_ part: Substring.UTF8View) -> Bool {
        part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    private static func isOfLocalPart(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }

    private static func isOfDomain(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-.".utf8.contains(byte) }
}
