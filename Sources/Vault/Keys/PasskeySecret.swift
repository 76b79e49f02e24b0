import Model
import Secrets
import VaultStorage

/// What a passkey's PRF extension gave: 32 bytes that only this passkey makes, and only for us
/// ([WebAuthn section 10.1.4](https://www.w3.org/TR/webauthn-3/#prf-extension)).
package struct PasskeySecret: Sendable {
    /// What every passkey is asked to make its secret of.
    ///
    /// One text for all, since at sign-in nobody has said yet who they are; the authenticator keys it for each passkey.
    package static let salt = Array("vaccinapp passkey opens the vault, 1".utf8)

    private let output: SecretBytes

    /// Takes 32 bytes; nil for any other number.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        output = SecretBytes(copying: bytes)
    }

    /// The secret of the key slot: it belongs to one account and one passkey.
    func unwrapping(_ account: AccountID, credentialID: [UInt8]) throws(VaultError) -> SecretBytes {
        let context = Array("vaccinapp passkey unwrap 1".utf8) + account.bytes + credentialID
        return SecretBytes(copying: Blake.mac(context, key: output))
    }
}

extension KeySlot {
    /// What the disk knows of a passkey: a keyed hash of its id.
    static func lookup(credentialID: [UInt8], key: SecretBytes) -> [UInt8] {
        Blake.mac(Array("vaccinapp passkey look-up 1:".utf8) + credentialID, key: key)
    }
}

extension AccountID {
    /// What the authenticator knows of an account: 32 bytes that tell nothing to others.
    func userHandle(key: SecretBytes) -> [UInt8] {
        Blake.mac(Array("vaccinapp user handle 1:".utf8) + bytes, key: key)
    }
}
