import Foundation
import GRDB
import Secrets

@testable import Vault
@testable import VaultStorage

/// Somebody who writes to the accounts' database, with `names.key` or without: then they make MACs with a key of their own.
struct Intruder {
    let accountsDatabase: any AccountsDatabase
    private let app: TestVaults

    init(_ app: TestVaults, hasNamesKey: Bool) throws {
        self.app = app
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(app.path)/names.key"))
        let key = hasNamesKey ? Array(bytes) : [UInt8](repeating: 7, count: 32)
        let rowKey = try RowKey(SecretBytes(copying: key))
        if let database = app.database {
            accountsDatabase = PostgresAccountsDatabase(pool: PostgresPool(database, size: 1), rowKey: rowKey)
        } else {
            var accountsDatabase = try SQLiteAccountsDatabase(existing: "\(app.path)/accounts.sqlite")
            accountsDatabase.rowKey = rowKey
            self.accountsDatabase = accountsDatabase
        }
    }

    /// Changes one value of the rows that a condition finds, and gives each a MAC.
    func overwrite(
        _ kind: AuthenticatedRow, where condition: String, _ arguments: [SQLValue], set column: String,
        to value: SQLValue
    ) throws {
        try accountsDatabase.writeBlocking { db in
            for row in try db.rows("SELECT * FROM \(kind.table) WHERE \(condition)", arguments) {
                let values = try kind.columns.map { try $0 == column ? value : row.value($0) }
                let key = kind.columns[0]
                try db.execute(
                    "UPDATE \(kind.table) SET \(column) = ?, \(kind.macColumn) = ? WHERE \(key) = ?",
                    [value, try db.mac(of: kind, values), try row.value(key)])
            }
        }
    }

    /// Makes a data key and a vault of their own, and wraps that key to the public keys in the account's slots.
    func plantVault(_ account: AccountID, saying value: String) throws {
        let key = RandomSource.system.secret(32)
        let scratch = RecordedDisk()
        let home = OpenVault.Backend(
            store: try DirectoryBlobStore(directory: "x", files: scratch, limit: 1 << 30), records: scratch,
            random: .system, sizeLimit: 1 << 25, migrator: VaultMigrations.migrator)
        let before = try accountsDatabase.readBlocking { db in
            try db.row("SELECT * FROM account WHERE id = ?", [.id(account)]).map { try AccountRow($0) }
        }
        guard let before = before?.lastCommit else { return }
        let vault = try OpenVault(new: account, dataKey: key, backend: home)
        vault.record = CommitRecord(
            generation: before.generation, epoch: before.epoch + 1, tag: [], digest: [], length: 0)
        try vault.write { try $0.setSetting("a", to: value) }
        let lastCommit = vault.record
        let path = BlobNames(account, in: "x").slot(lastCommit.generation)
        guard let blob = try scratch.read(path, limit: .max) else { return }
        try accountsDatabase.writeBlocking { db in
            for slot in try KeySlot.rows(db, account: account).map(KeySlot.init) {
                try slot.rewrapped(for: key, epoch: lastCommit.epoch, random: .system).save(db)
            }
            try AccountRow.record(lastCommit, db, account)
            guard app.database != nil else { return }
            try db.execute(
                "UPDATE vault SET generation = ?, blob = ? WHERE account = ?",
                [.number(lastCommit.generation), .blob(blob), .id(account)])
        }
        guard app.database == nil else { return }
        for generation in [lastCommit.generation, lastCommit.generation + 1] {
            try? FileManager.default.removeItem(atPath: app.slot(account, generation))
        }
        try Data(blob).write(to: URL(fileURLWithPath: app.slot(account, lastCommit.generation)))
    }

    func close() { accountsDatabase.close() }
}

extension TestVaults {
    /// Houses of each kind that there can be here.
    static var kinds: [Bool] { PostgresCluster.shared == nil ? [false] : [false, true] }

    static func app(isShared: Bool) -> TestVaults { $isShared.withValue(isShared) { TestVaults() } }
}
