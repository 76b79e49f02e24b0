package import Foundation
import Model
package import VaultStorage

/// A passkey of the account: its public half, what its owner calls it, and how far it has counted.
///
/// All of it is kept in the vault, so that the disk tells neither that there is one nor whose it is.
package struct Passkey: Sendable, Equatable, Identifiable {
    /// How many an account may have.
    package static let limit = 20
    /// Characters of a name.
    package static let longestName = 60

    package let id: PasskeyID
    package let name: String
    /// The domain that it was made for; it answers to no other.
    package let relyingParty: String
    package let credentialID: [UInt8]
    /// A COSE_Key.
    package let publicKey: [UInt8]
    package let signCount: UInt32
    /// Whether it opens the vault by itself; else it is a second factor after the password.
    package let opensVault: Bool
    package let isBackupEligible: Bool
    package let created: Date
    package let lastUsed: Date?

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: PasskeyID = .random(), name: String, relyingParty: String, credentialID: [UInt8], publicKey: [UInt8],
        signCount: UInt32, opensVault: Bool, isBackupEligible: Bool, created: Date, lastUsed: Date? = nil
    ) throws(VaultError) {
        try Validation.text(name, "name", limit: Self.longestName)
        try Validation.text(relyingParty, "relyingParty", limit: 253)
        guard (1...1023).contains(credentialID.count), (1...2048).contains(publicKey.count) else {
            throw VaultError(.invalidRecord, "the credential has a length that is not allowed")
        }
        self.id = id
        self.name = name
        self.relyingParty = relyingParty
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signCount = signCount
        self.opensVault = opensVault
        self.isBackupEligible = isBackupEligible
        self.created = created
        self.lastUsed = lastUsed
    }
}
