import AgeEncryption
import PassArchive
import Web

/// Why a file can't be imported: each has a sentence of its own, at the field that can be put right.
enum ArchiveFault: Error, Sendable, CaseIterable {
    case fileMissing, fileEmpty, fileTooLarge, contentTooLarge
    /// As many drafts wait as may.
    case tooManyOpen
    case passphraseMissing, passphraseWrong, passphraseTooLong
    // Of age:
    case foreignRecipient, workFactor, cut, changed, notAge
    // Of what is inside:
    case newerVersion, malformed, documentType, encoding, otherDocument, nothingInIt, noPass
    // Another kind of file:
    case certificateText, picture, spreadsheet, unknown

    /// The form's field that it belongs to.
    var field: String {
        switch self {
        case .passphraseMissing, .passphraseWrong, .passphraseTooLong: "passphrase"
        default: "file"
        }
    }

    /// Whether the file may hold certificates, for which there is another page.
    var isOfCertificate: Bool { self == .picture || self == .certificateText }

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
        case .documentType: self = .documentType
        case .encoding: self = .encoding
        case .notATable, .cancelled: self = .unknown
        }
    }
}

extension ArchiveFault: MessageCode { static let family = "archive.fault" }
