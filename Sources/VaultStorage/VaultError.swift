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

    package init(_ code: Code, _ reason: String, retryAfter: Int? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
    }

    package var description: String { "\(code.rawValue): \(reason)" }

    /// Two errors are equal when their codes are: the reason is for people.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
