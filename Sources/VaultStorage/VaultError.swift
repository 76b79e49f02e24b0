import Glibc

/// What went wrong in the vault: a code to act on and a reason to log, with nothing personal in it.
package struct VaultError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure, each with an answer of its own on the pages.
    package enum Code: String, Sendable, CaseIterable {
        case usernameTaken, usernameRejected, passwordRejected, wrongCredentials, tooManyAttempts, accountDisabled
        case signUpClosed, invitationNeeded, invitationRejected, userLimit
        case recoveryRejected, recoveryUnconfirmed, passkeyRefused, sessionEnded, secondFactorRequired, notFound
        case duplicateCertificate, invalidRecord, consentNeeded
        case attachmentMissing, attachmentDamaged, attachmentLimit
        /// A pass has as many entries of a kind as one may have; an account has as many passes.
        case passFull, passLimit
        /// As much waits that somebody began to enter as may.
        case tooManyDrafts
        /// What an account's links or pictures that wait hold, or all that it keeps beside its vault, is more than it may.
        case linkLimit, pictureLimit, accountLimit
        case vaultMissing, vaultDamaged, vaultForeign, vaultOlder, vaultForked, vaultVersion, vaultNewer, vaultTooLarge
        /// A row of the accounts that no server has written.
        case rowForged
        case storageFailed, storageFull, storageReadOnly, busy, overtaken, closed, directoryInUse, directoryUnusable
        /// The database that servers share can't be reached; it may come back by itself.
        case databaseAway
        /// A commit was asked for and its answer lost: it may have been made or not.
        case commitUnknown
    }

    package let code: Code
    /// A sentence for the log; never holds a name, a date of birth, a certificate or a secret.
    package let reason: String
    /// Seconds to wait before trying again; only with `tooManyAttempts` and `busy`.
    package let retryAfter: Int?
    /// The system's number for why, of a refused system call.
    package private(set) var number: Int32?

    package init(_ code: Code, _ reason: String, retryAfter: Int? = nil) {
        (self.code, self.reason, self.retryAfter) = (code, reason, retryAfter)
    }

    /// What a refused system call means to whoever wanted to save or read.
    package init(of operation: String, _ number: Int32) {
        let reason = "\(operation) failed with errno \(number)"
        switch number {
        case ENOSPC, EDQUOT: self.init(.storageFull, reason)
        case EROFS, EACCES, EPERM: self.init(.storageReadOnly, reason)
        case EFBIG: self.init(.vaultTooLarge, reason)
        case ESTALE: self.init(.directoryUnusable, "the data folder is gone, or another one lies in its place")
        default: self.init(.storageFailed, reason)
        }
        self.number = number
    }

    package var description: String { "\(code.rawValue): \(reason)" }

    /// Two errors are equal when their codes are: the reason is for people.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
