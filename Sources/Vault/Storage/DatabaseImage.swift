import CSodium
import GRDBSQLite

/// A plain database image on its way into SQLite, in SQLite's own memory; wiped when released.
final class DatabaseImage {
    let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// Where the database begins, and its length.
    private var content: Range<Int>

    init(capacity: Int) throws(VaultError) {
        guard capacity > 8, let memory = sqlite3_malloc64(UInt64(capacity)) else {
            throw VaultError(.busy, "no memory to open a vault", retryAfter: 5)
        }
        start = memory.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
        content = 0..<capacity
    }

    /// Bytes of the database.
    var count: Int { content.count }

    deinit {
        sodium_memzero(start, capacity)
        sqlite3_free(start)
    }

    /// Reads the inner length; false when it can't be right.
    func dropLengthPrefix() -> Bool {
        let prefix = UInt64(bigEndianBytes: UnsafeBufferPointer(start: start, count: 8)) ?? .max
        guard prefix <= UInt64(capacity - 8), prefix > 0, let length = Int(exactly: prefix) else { return false }
        content = 8..<8 + length
        return true
    }

    /// Bytes of one of its pages, as its header says (<https://www.sqlite.org/fileformat.html#page_size>).
    var pageSize: Int {
        guard content.count >= 18 else { return 4096 }
        let size = Int(start[content.lowerBound + 16]) << 8 | Int(start[content.lowerBound + 17])
        return size == 1 ? 65_536 : max(512, size)
    }

    /// Copies the image into an open `:memory:` connection.
    ///
    /// It goes by way of a connection of its own and a backup: a deserialized database that is written in place and
    /// serialized inside a transaction loses its first page.
    func load(into target: OpaquePointer?, through source: ImageSource) throws(VaultError) {
        let source = source.connection
        let flags = UInt32(SQLITE_DESERIALIZE_READONLY)
        let length = Int64(content.count)
        guard sqlite3_deserialize(source, "main", start + content.lowerBound, length, length, flags) == SQLITE_OK else {
            throw VaultError(.vaultDamaged, "the vault's content is not a database")
        }
        guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
            throw VaultError(.vaultDamaged, "the vault's content can't be copied")
        }
        let status = sqlite3_backup_step(backup, -1)
        guard sqlite3_backup_finish(backup) == SQLITE_OK, status == SQLITE_DONE else {
            throw VaultError(.vaultDamaged, "the vault's content is not a whole database")
        }
    }
}
