import GRDB
import Model
import Secrets
import Vault
import VaultStorage

/// A vault by itself, without an account: opened with its key at hand.
final class StorageSide {
    private let backend: OpenVault.Backend
    private let key = RandomSource.system.secret(32)
    private let account = AccountID.random()
    private let last: CommitRecord

    init(directory: String, entries: Int) throws {
        let store = try DirectoryBlobStore(directory: directory, files: PosixFileSystem(), limit: 1 << 30)
        backend = OpenVault.Backend(
            store: store, records: NoRecords(), random: .system, sizeLimit: 1 << 25, migrator: VaultMigrations.migrator)
        let vault = try OpenVault(new: account, dataKey: key, backend: backend)
        try vault.writeDatabase { try PlainSide.fill($0, entries: entries) }
        last = vault.record
        vault.close()
    }

    /// From the blob on the disk to the first answer, and bytes of the blob.
    func open() throws -> Int {
        let vault = try OpenVault(
            opening: account, blobs: backend.store.read(account, generation: last.generation), dataKey: key,
            record: last, backend: backend)
        _ = try vault.readDatabase { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE key = 'a'") }
        vault.close()
        return last.length
    }
}

/// Nobody asks for it again.
private struct NoRecords: CommitRecords {
    func record(_ record: CommitRecord, for account: AccountID) {}
}
