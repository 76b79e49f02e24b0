import AgeEncryption
import PassArchive

/// Why a file can't be imported: each has a sentence of its own, at the field that can be put right.
enum ArchiveFault: String, Error, Sendable, CaseIterable {
    case fileMissing = "file-missing"
    case fileEmpty = "file-empty"
    case fileTooLarge = "file-too-large"
    case contentTooLarge = "content-too-large"
    case passphraseMissing = "passphrase-missing"
    case passphraseWrong = "passphrase-wrong"
    case passphraseTooLong = "passphrase-too-long"
    case foreignRecipient = "foreign-recipient"
    case workFactor = "work-factor"
    case cut
    case changed
    case notAge = "not-age"
    case newerVersion = "newer-version"
    case malformed
    case otherDocument = "other-document"
    case certificateText = "certificate-text"
    case picture
    case spreadsheet
    case unknown
    case nothingInIt = "nothing-in-it"
    case noPass = "no-pass"

    /// The form's field that it belongs to.
    var field: String {
        switch self {
        case .passphraseMissing, .passphraseWrong, .passphraseTooLong: "passphrase"
        default: "file"
        }
    }

    var messageID: String { "archive.fault.\(rawValue)" }
    static let messageIDs = allCases.map(\.messageID)

    /// What opening an age file can meet; nil for what another try may cure.
    init?(_ error: AgeError) {
        switch error.code {
        case .notAnAgeFile, .unsupportedVersion, .malformedHeader, .malformedArmor: self = .notAge
        case .foreignRecipient: self = .foreignRecipient
        case .workFactorTooHigh: self = .workFactor
        case .wrongPassphrase: self = .passphraseWrong
        case .unusablePassphrase: self = .passphraseTooLong
        case .truncated, .cutOrChanged: self = .cut
        case .headerChanged, .changed, .trailingData: self = .changed
        case .tooLarge: self = .fileTooLarge
        case .busy, .outOfMemory, .cancelled: return nil
        }
    }

    init(_ error: ArchiveError) {
        switch error.code {
        case .notAnArchive, .notFHIR: self = .otherDocument
        case .malformed, .invalidField: self = .malformed
        case .newerVersion: self = .newerVersion
        case .tooLarge: self = .contentTooLarge
        case .notATable, .cancelled: self = .unknown
        }
    }
}
