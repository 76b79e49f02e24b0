import CSodium
import CVaultFile
import GRDB
import GRDBSQLite

/// A plain database image on its way into SQLite, in SQLite's own memory; wiped when released.
final class DatabaseImage {
    let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// Where the database begins, and its length.
    private var content: Range<Int>
    private var isMoved = false

    init(capacity: Int) throws(VaultError) {
        guard capacity > 8, let memory = sqlite3_malloc64(UInt64(capacity)) else {
            throw VaultError(.busy, "no memory to open a vault", retryAfter: 5)
        }
        start = memory.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
        content = 0..<capacity
    }

    convenience init(copying bytes: [UInt8]) throws(VaultError) {
        try self.init(capacity: bytes.count)
        UnsafeMutableRawPointer(start).copyMemory(from: bytes, byteCount: bytes.count)
    }

    /// Bytes of the database.
    var count: Int { content.count }
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + content.lowerBound, count: content.count)
    }

    deinit {
        guard !isMoved else { return }
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

    /// Leaves out what is behind the database's end.
    func cut(to length: Int) { content = 0..<min(length, capacity) }

    /// Bytes of one of its pages.
    var pageSize: Int { Self.pageSize(of: bytes) }

    /// Bytes of a page, as a database's header says (<https://www.sqlite.org/fileformat.html#page_size>).
    static func pageSize(of bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count >= 18 else { return 4096 }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        return size == 1 ? 65_536 : max(512, size)
    }

    /// Makes it the content of a connection's `VaultFile`, where it lies; the connection has it from then on.
    func move(into db: Database) throws(VaultError) {
        let status = vault_file_fill(db.sqliteConnection, start, capacity, content.lowerBound, content.count)
        guard status == 0 else { throw VaultFile.notOurs }
        isMoved = true
    }
}
