import CLinux
import CSQLiteWiping
import GRDB
import GRDBSQLite
import Glibc

/// A vault's database, in memory alone, and beside it what it held when it was last sealed.
///
/// The two tell which pieces a commit has to seal, and what memory goes back to when the disk refuses it.
package final class MemoryDatabase {
    let queue: DatabaseQueue
    private var sealed: DatabaseImage

    /// SQLite's own VFS for databases in memory; no journal, sort or temporary table gets from there to a disk.
    private static let path = "file:vault?vfs=memdb"
    /// Bytes of a page of a new database: some forty tables and indexes take one each at least.
    private static let pageSize = 1024
    /// Bytes of pages that SQLite keeps at hand beside the database.
    static let cacheBytes = 262_144

    /// True when SQLite overwrites what it frees; set up once, and only before the first database is opened.
    package static let isWiped: Bool = {
        linux_keep_memory()
        return wiping_set_up() == 0
    }()

    /// Opens a database; an empty one without an image.
    ///
    /// - Parameter sizeLimit: bytes that it may grow to.
    init(_ image: DatabaseImage? = nil, sizeLimit: Int) throws {
        _ = Self.isWiped
        sealed = try image.map { try DatabaseImage(copying: $0.bytes) } ?? DatabaseImage(capacity: 0)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // By default SQLite would write sorts in plain text to /var/tmp.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        queue = try DatabaseQueue(path: Self.path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            guard Self.isInMemory(db) else { throw VaultError(.storageFailed, "SQLite takes no database in memory") }
            if let image {
                try image.move(into: db)
            } else {
                try db.execute(sql: "PRAGMA page_size = \(Self.pageSize)")
            }
            try db.execute(sql: "PRAGMA journal_mode = MEMORY")
            // The database is memory too: what was read need not be kept twice, and nothing gets there before a commit.
            try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheBytes / 1024)")
            try db.execute(sql: "PRAGMA cache_spill = OFF")
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? Self.pageSize
            try db.execute(sql: "PRAGMA max_page_count = \(max(64, sizeLimit / pageSize))")
        }
    }

    /// Calls `body` in a transaction that leaves everything as it was.
    ///
    /// SQLite's own mode for reads isn't used: to turn it on and off has every statement prepared again.
    ///
    /// - Throws: `storageReadOnly` where `body` has written.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        try queue.unsafeRead { db in
            var result: T?
            try db.inTransaction(.deferred) {
                let changes = db.totalChangesCount
                result = try body(db)
                guard db.totalChangesCount == changes else { throw VaultError(.storageReadOnly, "a read has written") }
                return .rollback
            }
            guard let result else { throw VaultError(.storageFailed, "nothing was read") }
            return result
        }
    }

    /// False where SQLite would take the path for a file's name.
    private static func isInMemory(_ db: Database) -> Bool {
        var vfs: UnsafeMutablePointer<sqlite3_vfs>?
        let status = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_VFS_POINTER, &vfs)
        return status == SQLITE_OK && vfs.map { String(cString: $0.pointee.zName) } == "memdb"
    }

    /// The same as it was when it was last sealed, if it was.
    func reverted(sizeLimit: Int) throws -> MemoryDatabase {
        guard sealed.count > 0 else { throw VaultError(.vaultMissing, "nothing was sealed yet") }
        return try MemoryDatabase(DatabaseImage(copying: sealed.bytes), sizeLimit: sizeLimit)
    }

    /// Calls `body` with the database's bytes; between two transactions.
    func withContent<T>(_ body: (UnsafeRawBufferPointer) throws -> T) throws -> T {
        try queue.writeWithoutTransaction { db in
            var count: Int64 = 0
            let start = sqlite3_serialize(db.sqliteConnection, "main", &count, UInt32(SQLITE_SERIALIZE_NOCOPY))
            return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
        }
    }

    /// Whether anything is another than when it was last sealed.
    var hasChanged: Bool {
        get throws { try withContent { !sealed.equals($0, in: 0..<max($0.count, sealed.count)) } }
    }

    /// The pieces of so many bytes that are others than when it was last sealed.
    func changedPieces(of content: UnsafeRawBufferPointer, length: Int) -> Set<Int> {
        let end = max(content.count, sealed.count)
        return Set(
            stride(from: 0, to: end, by: length)
                .filter { !sealed.equals(content, in: $0..<min($0 + length, end)) }.map { $0 / length })
    }

    /// Takes a content as the one that was sealed.
    func keep(_ content: UnsafeRawBufferPointer) throws(VaultError) {
        if sealed.count == content.count {
            sealed.copy(content)
        } else {
            sealed = try DatabaseImage(copying: content)
        }
    }

    func close() { try? queue.close() }
}

/// A plain database image, in SQLite's own memory; wiped when released.
final class DatabaseImage {
    let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// Bytes of the database.
    private(set) var count: Int
    private var isMoved = false

    init(capacity: Int) throws(VaultError) {
        guard let memory = sqlite3_malloc64(UInt64(max(1, capacity))) else {
            throw VaultError(.busy, "no memory to open a vault", retryAfter: 5)
        }
        start = memory.assumingMemoryBound(to: UInt8.self)
        (self.capacity, count) = (capacity, capacity)
    }

    convenience init(copying bytes: UnsafeRawBufferPointer) throws(VaultError) {
        try self.init(capacity: bytes.count)
        copy(bytes)
    }

    deinit {
        // SQLite overwrites what it frees.
        if !isMoved { sqlite3_free(start) }
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Leaves out what is behind the database's end.
    func cut(to length: Int) { count = min(length, capacity) }

    fileprivate func copy(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(start: start, count: count).copyMemory(from: bytes)
    }

    /// Whether both hold the same bytes there; where one has ended and the other hasn't, they don't.
    fileprivate func equals(_ other: UnsafeRawBufferPointer, in range: Range<Int>) -> Bool {
        guard range.upperBound <= count, range.upperBound <= other.count, let base = other.baseAddress else {
            return range.isEmpty
        }
        return memcmp(start + range.lowerBound, base + range.lowerBound, range.count) == 0
    }

    /// Makes it the connection's database, in place; the connection owns it from then on.
    fileprivate func move(into db: Database) throws(VaultError) {
        // SQLite frees it also when it refuses it.
        isMoved = true
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let status = sqlite3_deserialize(
            db.sqliteConnection, "main", start, Int64(count), Int64(max(1, capacity)), flags)
        guard status == SQLITE_OK else { throw VaultError(.vaultDamaged, "SQLite takes no such database") }
    }
}
