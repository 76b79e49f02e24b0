import GRDB

/// What only a second copy shows: rows that a server wrote once, put back after it had written newer ones.
extension DirectoryCheck {
    /// Compares how far each account is with a backup, a folder or a `.tar` file.
    ///
    /// - Returns: Accounts whose vaults are older than in the backup, or others of the same commit, and rows of the backup
    ///   that no server has written; and how many accounts of the backup aren't there any more.
    /// - Throws: `directoryUnusable` where `names.key` is not the one of the accounts that were checked.
    package func findings(against backup: String) throws(VaultError) -> (findings: [Finding], gone: Int) {
        guard let rowKey else {
            throw VaultError(.directoryUnusable, "without the right names.key nothing can be compared with a backup")
        }
        let before = try Self.withFolder(of: backup) { folder throws(VaultError) in
            try Self.commits(in: folder, rowKey)
        }
        var findings = before.forged
        for (account, then) in before.bookmarks.sorted(by: { $0.key < $1.key }) {
            guard let now = bookmarks[account] else { continue }
            let isFork = now.generation == then.generation && now.tag != then.tag
            if now.generation < then.generation || isFork {
                findings.append(Finding(account: account, problem: .wentBack))
            }
        }
        return (findings, before.bookmarks.keys.count { bookmarks[$0] == nil })
    }

    private static func commits(
        in folder: String, _ key: RowKey
    ) throws(VaultError) -> (bookmarks: [AccountID: CommitRecord], forged: [Finding]) {
        do {
            let accountsDatabase = try DatabaseBackup.reading("\(folder)/accounts.sqlite")
            defer { try? accountsDatabase.close() }
            let rows = try accountsDatabase.read { db in
                try AccountsSchema.sqlite.requireCurrent(SQLiteTransaction(db))
                return try SQLiteTransaction(db).rows("SELECT * FROM account ORDER BY id")
            }
            var (bookmarks, forged): ([AccountID: CommitRecord], [Finding]) = ([:], [])
            for row in rows {
                let id = try? row.identifier("id") as AccountID
                if let id, key.isAuthentic(row, as: .commit) {
                    bookmarks[id] = try CommitRecord(row)
                } else {
                    forged.append(Finding(forged: "account (its last commit, in the backup)", of: id))
                }
            }
            return (bookmarks, forged)
        } catch {
            throw VaultError(ofBooks: error)
        }
    }
}
