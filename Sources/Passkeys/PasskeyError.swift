/// Why a passkey's answer was refused: a code to act on and a reason to log, with nothing personal in it.
package struct PasskeyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, in the order in which it is looked at.
    package enum Code: String, Sendable, CaseIterable {
        case malformedClientData, wrongType, wrongChallenge, wrongOrigin, framed
        case malformedAttestation, malformedAuthenticatorData, wrongRelyingParty
        case userNotPresent, userNotVerified, wrongBackupState
        case missingCredential, malformedKey, unsupportedKey
        case wrongAttestation, wrongCredential, wrongUser, wrongSignature, wrongSignCount
    }

    package let code: Code
    /// A sentence for the log.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { "\(code.rawValue): \(reason)" }

    /// Two errors are equal when their codes are: the reason is for people.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
