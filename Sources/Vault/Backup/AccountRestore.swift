package import Foundation
import Model
package import VaultStorage

/// Puts one account of a backup back, all of it or nothing: its rows, its vault and its attachments.
///
/// What it had in its place goes: keys, sessions, the vault. Whether it is an admin, or shut out, stays as it is, and an
/// account that isn't there any more comes back as an ordinary one.
package struct AccountRestore: Sendable {
    /// What was put back.
    package struct Report: Sendable, Equatable {
        package let account: AccountID
        /// Attachments that are right neither in the backup nor where they are now.
        package let findings: [DirectoryCheck.Discrepancy]
    }

    private let backup: String
    private let files: any FileSystem
    private let now: Date
    private let progress: WorkProgress

    /// - Parameter backup: a folder or a `.tar` file.
    package init(
        of backup: String, files: any FileSystem = PosixFileSystem(), now: Date = Date(),
        progress: @escaping WorkProgress = { _, _ in }
    ) {
        (self.backup, self.files, self.now, self.progress) = (backup, files, now, progress)
    }

    /// - Parameters:
    ///   - name: a user name, or an account's id.
    ///   - directory: a data folder on which no server runs.
    ///   - database: the one that servers share, none of which runs; then the folder has `names.key`.
    /// - Throws: `directoryInUse`, `directoryUnusable`, `notFound` where the backup doesn't have the account,
    ///   `vaultDamaged` where it isn't right there, `usernameTaken`.
    package func write(
        _ name: String, to directory: String, database: PostgresAddress? = nil
    ) throws(VaultError) -> Report {
        let target = DestinationOpener(directory: directory, database: database, files: files)
        return try BackupRestore(of: backup, files: files, progress: progress).withFolder { folder in
            let source = try FolderSource(folder, called: backup, files)
            return try target.with { place in
                let belongs = try source.read { backup in
                    try place.read { try NameKey.isOfBoth(backup, $0) }
                }
                guard belongs else {
                    throw VaultError(
                        .directoryUnusable,
                        "\(backup) is of accounts with another names.key: only a backup of these accounts will do")
                }
                let stream = AccountStream(source: source, audit: RowAudit(key: try RowKey(place.nameKey)))
                let account = try RestorableAccount(name, from: stream, backup, place, now)
                // The last moment at which it can be ended.
                try progress(0, 1)
                return try place.put(account)
            }
        }
    }
}

/// An account as a backup has it, judged, and what of its attachments is right.
struct RestorableAccount {
    let item: AccountStream.Item
    let attachments: [SealedFileID: [UInt8]]
    let findings: [DirectoryCheck.Discrepancy]
    let now: Date

    init(
        _ name: String, from stream: AccountStream, _ backup: String, _ place: any AccountDestination, _ now: Date
    ) throws {
        let id = try Self.find(name, stream, place)
        var attachments: [SealedFileID: [UInt8]] = [:]
        let found = try id.flatMap { id in try stream.account(id) { attachments[$1] = $2 } }
        guard let item = found else {
            throw VaultError(
                .notFound, "\(backup) has no such account: see that the name is right, or take another backup")
        }
        if let wrong = item.findings.first(where: { $0.file == nil }) {
            throw VaultError(.vaultDamaged, "\(wrong.path) is not right in \(backup) either: take another backup")
        }
        for finding in item.findings { attachments[finding.file ?? SealedFileID.random()] = nil }
        // Files never change: one that is still there and right is the same.
        for row in item.rows.files where attachments[row.id] == nil {
            guard let sealed = try place.attachment(row.id, of: item.id), row.problem(sealed, of: item.id) == nil else {
                continue
            }
            attachments[row.id] = sealed
        }
        (self.item, self.attachments, self.now) = (item, attachments, now)
        findings = item.findings.filter { finding in finding.file.map { attachments[$0] == nil } ?? true }
    }

    private static func find(_ name: String, _ stream: AccountStream, _ place: any AccountDestination) throws
        -> AccountID?
    {
        if let id = AccountID(name), try stream.source.read({ try RowAudit.isThere(id, $0) }) { return id }
        let hash = try Username(name).hash(key: place.nameKey)
        return try stream.source.read { db in
            try db.row("SELECT id FROM account WHERE nameHash = ?", [.blob(hash)])?.identifier("id")
        }
    }

    /// Replaces the account's rows; what its owner was known by from where they signed in stays.
    func replaceRows(_ db: any Transaction) throws {
        let id = item.id
        let nameHash = try item.rows.row.blob("nameHash")
        guard try !db.finds("SELECT 1 AS one FROM account WHERE nameHash = ? AND id <> ?", [.blob(nameHash), .id(id)])
        else {
            throw VaultError(
                .usernameTaken, "another account has this user name now: delete that one first, then try again")
        }
        let before = try db.row("SELECT * FROM account WHERE id = ?", [.id(id)])
        let isOurs = try before.map { try db.isAuthentic($0, as: .account, where: ["id": .id(id)]) } ?? false
        for table in AccountsSchema.tablesOfAccounts where table != "familiarAddress" {
            try db.execute("DELETE FROM \(table) WHERE account = ?", [.id(id)])
        }
        try item.rows.row.insert(into: "account", replacing: ["id"], db)
        for slot in item.rows.slotRows { try slot.insert(into: "keySlot", db) }
        if !item.rows.withdrawalRows.isEmpty { try Withdrawal(account: id, at: now).save(db) }
        // What the operator has said of it stays.
        for right in ["isAdmin", "isDisabled"] {
            let value = try isOurs && before?.flag(right) == true
            try db.change(.account, where: ("id", .id(id)), set: right, to: .flag(value))
        }
        try db.change(.account, where: ("id", .id(id)), set: "restoredAt", to: .time(now))
    }
}
