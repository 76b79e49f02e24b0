import Foundation
import GRDB
import Model
import Passkeys
import VaultStorage

extension Records {
    /// The oldest first.
    func passkeys() throws -> [Passkey] {
        try Row.fetchAll(db, sql: "SELECT * FROM passkey ORDER BY createdAt, id").map(Self.passkey)
    }

    func passkey(credentialID: [UInt8]) throws -> Passkey? {
        try Row.fetchOne(db, sql: "SELECT * FROM passkey WHERE credential = ?", arguments: [Data(credentialID)])
            .map(Self.passkey)
    }

    /// - Throws: `passkeyRefused` when it is there already, or when there are as many as allowed.
    func insert(_ passkey: Passkey) throws {
        guard try self.passkey(credentialID: passkey.credentialID) == nil else {
            throw VaultError(.passkeyRefused, "the passkey is there already")
        }
        guard try passkeys().count < Passkey.limit else {
            throw VaultError(.passkeyRefused, "there are as many passkeys as allowed")
        }
        try insert(
            into: "passkey",
            [
                ("id", passkey.id.description), ("name", passkey.name), ("relyingParty", passkey.relyingParty),
                ("credential", Data(passkey.credentialID)), ("publicKey", Data(passkey.publicKey)),
                ("signCount", Int64(passkey.signCount)), ("opensVault", passkey.opensVault),
                ("isBackupEligible", passkey.isBackupEligible),
                ("createdAt", passkey.created.timeIntervalSince1970),
                ("lastUsed", passkey.lastUsed?.timeIntervalSince1970),
            ])
    }

    func note(_ used: UsedPasskey, of id: PasskeyID, at time: Date) throws {
        try execute(
            "UPDATE passkey SET signCount = ?, lastUsed = ? WHERE id = ?",
            arguments: [Int64(used.signCount), time.timeIntervalSince1970, id.description])
    }

    func deletePasskey(_ id: PasskeyID) throws {
        _ = try delete(id, from: "passkey")
    }

    func deletePasskeys() throws {
        try execute("DELETE FROM passkey")
    }

    /// Whether a passkey that doesn't open the vault asks to be shown after the password.
    func hasFactorPasskey() throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM passkey WHERE opensVault = 0)") ?? false
    }

    private static func passkey(_ row: Row) throws -> Passkey {
        let credential: Data = row["credential"]
        let publicKey: Data = row["publicKey"]
        return try Passkey(
            id: row.identifier("id"), name: row["name"], relyingParty: row["relyingParty"],
            credentialID: Array(credential), publicKey: Array(publicKey), signCount: row["signCount"],
            opensVault: row["opensVault"], isBackupEligible: row["isBackupEligible"], created: row.date("createdAt"),
            lastUsed: row.optionalDate("lastUsed"))
    }
}
