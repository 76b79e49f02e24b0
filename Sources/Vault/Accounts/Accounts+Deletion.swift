import Foundation
import GRDB

extension Accounts {
    /// Deletes the account: first its wrapped keys, so that every copy of the blob is worthless, then the blob.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func deleteAccount(_ session: Session, password: String) async throws(VaultError) {
        try await requirePassword(session, password)
        let account = session.accountID
        try await translating {
            try await turns.run(account) {
                try await self.database.write { db in
                    try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account.description])
                }
                self.database.checkpoint()
                await self.vaults.close(account)
                try await self.offPool { try self.store.remove(account) }
            }
        }
    }

    static func dropSlots(_ db: Database, of account: AccountID, after epoch: UInt32) throws {
        try db.execute(
            sql: "DELETE FROM keySlot WHERE account = ? AND epoch > ?", arguments: [account.description, epoch])
    }
}
