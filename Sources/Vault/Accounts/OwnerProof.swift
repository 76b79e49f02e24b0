import Foundation
import Model
package import Passkeys
import Secrets
import VaultStorage

/// What shows who has a session, before something grave.
package enum OwnerProof: Sendable {
    case password(String)
    /// A passkey that opens the vault by itself, with the secret of its PRF extension, and what its answer has to fit.
    case passkey(AssertionResponse, PasskeySecret, CeremonyExpectation)
}

extension Records {
    /// Notes that a session's owner has given it.
    func note(_ proof: OwnerProof, of session: SessionID, at time: Date) throws {
        var passkey: PasskeyID?
        if case .passkey(let response, _, _) = proof {
            passkey = try self.passkey(credentialID: response.credentialID)?.id
        }
        try noteProof(of: session, passkey: passkey, at: time)
    }
}

/// Takes passkeys' answers.
struct PasskeyAnswers: Sendable {
    let nameKey: SecretBytes
    let configuration: VaultConfiguration

    /// The account's passkey that answered, if the answer is right; its count is noted in the same commit.
    ///
    /// - Parameters:
    ///   - code: what is logged of it.
    ///   - session: the one whose owner it shows.
    func accept(
        _ response: AssertionResponse, _ expectation: CeremonyExpectation, of account: AccountID, in vault: OpenVault,
        device: String, logging code: AccessEvent.Code? = nil, provesOwnerOf session: SessionID? = nil
    ) throws -> Passkey? {
        let (now, handle) = (configuration.now(), account.userHandle(key: nameKey))
        return try vault.write { records in
            guard let passkey = try records.passkey(credentialID: response.credentialID),
                passkey.relyingParty == expectation.relyingParty
            else { return nil }
            func log(_ code: AccessEvent.Code) throws {
                try records.log(AccessEvent(time: now, device: device, code: code, detail: passkey.name))
            }
            switch response.outcome(expectation, of: passkey, userHandle: handle) {
            case .success(let used):
                try records.note(used, of: passkey.id, at: now)
                if let session { try records.noteProof(of: session, passkey: passkey.id, at: now) }
                if let code { try log(code) }
                return passkey
            case .failure(let error):
                // Its owner should know: there may be a copy.
                if error.code == .wrongSignCount { try log(.passkeyCopied) }
                return nil
            }
        }
    }
}

extension AssertionResponse {
    fileprivate func outcome(
        _ expectation: CeremonyExpectation, of passkey: Passkey, userHandle: [UInt8]
    ) -> Result<UsedPasskey, PasskeyError> {
        Result { () throws(PasskeyError) in
            let known = KnownPasskey(
                credentialID: passkey.credentialID, publicKey: try PasskeyPublicKey(passkey.publicKey),
                signCount: passkey.signCount, isBackupEligible: passkey.isBackupEligible, userHandle: userHandle)
            return try verified(expectation, by: known)
        }
    }
}
