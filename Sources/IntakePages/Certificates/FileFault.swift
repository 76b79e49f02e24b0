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

    /// The refusal of the same name, but for those that speak of more than codes.
    init(_ refusal: ReadRefusal) {
        self = refusal == .noRecogniser ? .unavailable : Self(rawValue: refusal.rawValue) ?? .damaged
    }
}

extension FileFault: MessageCode { static let family = "certificates.file" }
