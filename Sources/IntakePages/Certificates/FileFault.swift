import Codes
import Web

/// Why a file gave no certificate; each is a message.
enum FileFault: String, Error, Sendable, CaseIterable {
    case noCode, noCodeOnFirstPages, unknownFormat, tooManyBytes, tooManyPixels, encrypted, damaged, timedOut, crashed
    case busy, unavailable, documentsOff
    /// Another file of the upload took too long.
    case notTried
    /// There are codes in it, but none is a certificate.
    case notACertificate
    /// It is an export of a pass, or a record of another app: there is another page for those.
    case archive
    /// One file more than are read at once.
    case tooManyFiles
    /// Its certificates are more than one import takes.
    case tooManyCertificates

    init(_ refusal: ReadRefusal) {
        self =
            switch refusal {
            case .noCode: .noCode
            case .noCodeOnFirstPages: .noCodeOnFirstPages
            case .unknownFormat: .unknownFormat
            case .tooManyBytes: .tooManyBytes
            case .tooManyPixels: .tooManyPixels
            case .encrypted: .encrypted
            case .damaged, .noSuchPage: .damaged
            case .timedOut: .timedOut
            case .crashed: .crashed
            case .busy: .busy
            case .unavailable, .noRecogniser: .unavailable
            case .documentsOff: .documentsOff
            }
    }
}

extension FileFault: MessageCode { static let family = "certificates.file" }
