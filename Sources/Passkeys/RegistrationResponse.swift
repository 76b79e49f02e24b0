internal import CBORCoding
internal import Crypto
internal import Foundation

/// A browser's answer to the wish for a new passkey.
package struct RegistrationResponse: Sendable {
    /// The most bytes of an attestation that are read; statements hold certificates, which we skip.
    package static let longestAttestation = 32_768

    package let clientData: [UInt8]
    package let attestationObject: [UInt8]

    package init(clientData: [UInt8], attestationObject: [UInt8]) {
        self.clientData = clientData
        self.attestationObject = attestationObject
    }

    /// The new passkey, if the answer is right
    /// ([WebAuthn section 7.1](https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential)).
    ///
    /// - Throws: ``PasskeyError``.
    package func verified(_ expectation: CeremonyExpectation) throws(PasskeyError) -> NewPasskey {
        try ClientData(clientData).check(.create, expectation)
        guard attestationObject.count <= Self.longestAttestation,
            case .map(let map)? = try? CBOR(decoding: attestationObject), map.pairs.count <= 8,
            let format = map["fmt"]?.textValue, case .map(let statement)? = map["attStmt"],
            let data = map["authData"]?.bytesValue
        else { throw PasskeyError(.malformedAttestation, "the attestation is no map of format, statement and data") }
        let authenticator = try AuthenticatorData(data)
        try authenticator.check(expectation)
        guard let credential = authenticator.credential else {
            throw PasskeyError(.missingCredential, "the answer brings no credential")
        }
        try check(statement, format: format, data: data, credential: credential)
        return NewPasskey(
            credentialID: credential.id, publicKey: credential.publicKey, signCount: authenticator.signCount,
            isVerified: authenticator.flags.contains(.userVerified),
            isBackupEligible: authenticator.flags.contains(.backupEligible),
            isBackedUp: authenticator.flags.contains(.backedUp))
    }

    /// Checks what a statement says about the key itself.
    ///
    /// We ask for no attestation, since no maker of authenticators is trusted more than another here. `none` must be
    /// empty; `packed` without certificates is the key's signature over itself, which has to be right. Every other
    /// format only tells who made the authenticator, by certificates that we have no roots to judge by: nothing rests
    /// on it, so that it isn't looked at. The first sign-in proves that the key is held.
    private func check(
        _ statement: CBORMap, format: String, data: [UInt8], credential: AttestedCredential
    ) throws(PasskeyError) {
        switch format {
        case "none":
            guard statement.isEmpty else { throw PasskeyError(.wrongAttestation, "a statement of none says something") }
        case "packed" where statement["x5c"] == nil:
            guard statement["alg"]?.integerValue == credential.publicKey.algorithm.rawValue,
                let signature = statement["sig"]?.bytesValue,
                credential.publicKey.isValid(signature, for: data + SHA256.hash(data: Data(clientData)))
            else { throw PasskeyError(.wrongAttestation, "the key's signature over itself is wrong") }
        default: break
        }
    }
}

/// What is kept of a new passkey.
package struct NewPasskey: Sendable {
    package let credentialID: [UInt8]
    package let publicKey: PasskeyPublicKey
    package let signCount: UInt32
    /// Whether the authenticator checked who is there; only then can the passkey sign in by itself.
    package let isVerified: Bool
    package let isBackupEligible: Bool
    package let isBackedUp: Bool
}
