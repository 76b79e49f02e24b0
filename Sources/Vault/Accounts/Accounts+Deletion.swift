package import VaultStorage

extension Accounts {
    /// Deletes the account: first its wrapped keys, so that every copy of the blob is worthless, then the blob.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func deleteAccount(_ session: Session, password: String) async throws(VaultError) {
        let account = session.accountID
        try await changingKeys(session, password: password) {
            try await self.database.write { db in
                try db.execute("DELETE FROM account WHERE id = ?", [.id(account)])
            }
            self.database.forgetDeleted()
            await self.vaults.close(account)
            try await self.offPool {
                try self.store.remove(account)
                try self.attachmentBackend.removeAll(of: account)
            }
        }
    }

    static func dropSlots(_ db: any Transaction, of account: AccountID, after epoch: UInt32) throws {
        try db.execute("DELETE FROM keySlot WHERE account = ? AND epoch > ?", [.id(account), .number(epoch)])
    }
}
