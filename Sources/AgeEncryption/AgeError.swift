/// Why an age file could not be read or written.
///
/// `code` is for programs, and two errors are equal when their codes are; `reason` is a sentence for the person at the
/// keyboard. Neither ever holds a passphrase, a key or a byte of the file's content.
public struct AgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, one case for each thing that a person would do something different about.
    public enum Code: String, Sendable, CaseIterable {
        /// The bytes are not an age file at all.
        case notAnAgeFile
        /// An age file of another format version than `v1`.
        case unsupportedVersion
        /// The header breaks the grammar of the format.
        case malformedHeader
        /// The text armor breaks its grammar.
        case malformedArmor
        /// The file is for keys, not for a passphrase.
        case foreignRecipient
        /// The file asks for more scrypt work than the reader accepts.
        case workFactorTooHigh
        /// The passphrase does not open the file.
        case wrongPassphrase
        /// The passphrase is empty or longer than the format's users could have meant.
        case unusablePassphrase
        /// The header was changed after it was written.
        case headerChanged
        /// The file ends before it is complete.
        case truncated
        /// A piece in the middle was changed, moved or dropped.
        case changed
        /// The last piece does not verify: it was cut short or changed, which look the same.
        case cutOrChanged
        /// Bytes follow the end of the file.
        case trailingData
        /// The file, or what is in it, is larger than the reader accepts.
        case tooLarge
        /// Too many passphrases are being worked on already.
        case busy
        /// The machine could not provide the memory that the work factor needs.
        case outOfMemory
        /// The caller gave up waiting.
        case cancelled
    }

    /// What went wrong.
    public let code: Code
    /// A sentence that says what went wrong, without anything personal or secret.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    static func workFactorTooHigh(most: Int) -> AgeError {
        AgeError(.workFactorTooHigh, "The file asks for more than work factor \(most), which is refused.")
    }

    /// The code and the reason.
    public var description: String { "\(code.rawValue): \(reason)" }

    /// Errors are equal when their codes are.
    public static func == (lhs: AgeError, rhs: AgeError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code alone, as equality compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
