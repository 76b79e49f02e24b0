package import VaultStorage

/// What only a second copy shows: rows that a server wrote once, put back after it had written newer ones.
extension DirectoryCheck {
    /// Compares how far each account is with a backup, a folder or a `.tar` file.
    ///
    /// - Returns: Accounts whose vaults are older than in the backup, or others of the same commit, and rows of the backup
    ///   that no server has written; and how many accounts of the backup aren't there any more.
    /// - Throws: `directoryUnusable` where `names.key` is not the one of the accounts that were checked.
    package func findings(against backup: String) throws(VaultError) -> (findings: [Discrepancy], gone: Int) {
        guard let rowKey else {
            throw VaultError(.directoryUnusable, "without the right names.key nothing can be compared with a backup")
        }
        let rows = try BackupRestore(of: backup).withFolder { folder in
            let source = try FolderSource(folder, called: backup, PosixFileSystem())
            guard try source.read(NameKey.check) == nameCheck else {
                throw VaultError(
                    .directoryUnusable,
                    "\(backup) is a backup of other accounts, with another names.key: name one of these accounts")
            }
            return try source.read { try $0.rows("SELECT * FROM account ORDER BY id") }
        }
        var (forged, wentBack, gone): ([Discrepancy], [Discrepancy], Int) = ([], [], 0)
        for row in rows {
            let id = try? row.identifier("id") as AccountID
            guard let id, rowKey.isAuthentic(row, as: .commit), let then = try? CommitRecord(row) else {
                forged.append(Discrepancy(forged: "account (its last commit, in the backup)", of: id))
                continue
            }
            guard let account = self.rows[id] else {
                gone += 1
                continue
            }
            // An operator has put it back since.
            let isPutBack = rowKey.isAuthentic(row, as: .account) && account.restored != (try? AccountRow(row).restored)
            guard !isPutBack else { continue }
            let now = account.lastCommit
            let isFork = now.generation == then.generation && now.tag != then.tag
            if now.generation < then.generation || isFork {
                wentBack.append(Discrepancy(account: id, problem: .wentBack))
            }
        }
        return (forged + wentBack, gone)
    }

    /// Compares a data folder or a backup, also one in a `.tar` file, with its bookkeeping.
    package static func backup(
        _ path: String, progress: @escaping WorkProgress = { _, _ in }
    ) throws(VaultError) -> DirectoryCheck {
        try BackupRestore(of: path, progress: progress).withFolder {
            try DirectoryCheck($0, called: path, progress: progress)
        }
    }
}
