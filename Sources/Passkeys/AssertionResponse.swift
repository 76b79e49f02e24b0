internal import Crypto
internal import Foundation

/// A browser's answer to the wish for a sign of a passkey.
package struct AssertionResponse: Sendable {
    /// The longest signature that is looked at: RSA of 8,192 bits.
    package static let longestSignature = 1024

    package let credentialID: [UInt8]
    package let clientData: [UInt8]
    package let authenticatorData: [UInt8]
    package let signature: [UInt8]
    /// Whose passkey it is, by the id that we gave when it was made; security keys may leave it out.
    package let userHandle: [UInt8]?

    package init(
        credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]?
    ) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// The new state of the passkey, if the answer is right and the passkey's own
    /// ([WebAuthn section 7.2](https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion)).
    ///
    /// - Throws: ``PasskeyError``.
    package func verified(_ expectation: CeremonyExpectation, by passkey: KnownPasskey) throws(PasskeyError)
        -> UsedPasskey
    {
        guard credentialID == passkey.credentialID else {
            throw PasskeyError(.wrongCredential, "another passkey answered")
        }
        if let userHandle, userHandle != passkey.userHandle {
            throw PasskeyError(.wrongUser, "the passkey is another account's")
        }
        try ClientData(clientData).check(.get, expectation)
        let authenticator = try AuthenticatorData(authenticatorData)
        try authenticator.check(expectation)
        guard authenticator.flags.contains(.backupEligible) == passkey.isBackupEligible else {
            throw PasskeyError(.wrongBackupState, "whether the passkey can be copied has changed")
        }
        guard signature.count <= Self.longestSignature,
            passkey.publicKey.isValid(signature, for: authenticatorData + SHA256.hash(data: Data(clientData)))
        else { throw PasskeyError(.wrongSignature, "the signature is not the passkey's") }
        // Last, so that only the passkey or a copy of it gets here: see SignCount.
        guard SignCount.isPlausible(authenticator.signCount, after: passkey.signCount) else {
            throw PasskeyError(.wrongSignCount, "the passkey counts backwards: there may be a copy of it")
        }
        return UsedPasskey(
            signCount: authenticator.signCount, isVerified: authenticator.flags.contains(.userVerified),
            isBackedUp: authenticator.flags.contains(.backedUp))
    }
}

/// What we know of a passkey that is to answer.
package struct KnownPasskey: Sendable {
    package let credentialID: [UInt8]
    package let publicKey: PasskeyPublicKey
    package let signCount: UInt32
    package let isBackupEligible: Bool
    package let userHandle: [UInt8]

    package init(
        credentialID: [UInt8], publicKey: PasskeyPublicKey, signCount: UInt32, isBackupEligible: Bool,
        userHandle: [UInt8]
    ) {
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.userHandle = userHandle
    }
}

/// What an answer that was right tells of the passkey.
package struct UsedPasskey: Sendable, Equatable {
    package let signCount: UInt32
    package let isVerified: Bool
    package let isBackedUp: Bool

    package init(signCount: UInt32, isVerified: Bool, isBackedUp: Bool) {
        self.signCount = signCount
        self.isVerified = isVerified
        self.isBackedUp = isBackedUp
    }
}

/// The counter of signatures, by which a copied authenticator shows
/// ([WebAuthn section 6.1.1](https://www.w3.org/TR/webauthn-3/#sctn-sign-counter)).
package enum SignCount {
    /// Whether a count may follow another: both are 0 (it doesn't count, as synchronized passkeys), or it grew.
    ///
    /// Whatever else is refused. The standard leaves that to us: the vault behind a sign-in holds health data, and the
    /// password and the recovery code still open it for its owner.
    package static func isPlausible(_ count: UInt32, after known: UInt32) -> Bool {
        (count == 0 && known == 0) || count > known
    }
}
