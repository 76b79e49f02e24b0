import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// A database without entries in the schema of this release.
///
/// Reading a schema takes longer than all the rest of opening a vault. As a rule each vault's is the same, byte for byte,
/// on the same pages; so it is read once, ahead, and what SQLite knows of it holds for the vault too.
struct SchemaTemplate: Sendable {
    let image: [UInt8]
    let pageSize: Int
    /// The same with a change counter that no vault reaches, so that SQLite notices when the content is exchanged.
    let forSpares: [UInt8]
    /// Which pages hold the schema, from 1.
    private let pages: [Int]

    /// The first page without what changes with the entries: change counter, size, free pages, version-valid-for
    /// (<https://www.sqlite.org/fileformat.html#the_database_header>).
    private var unchanging: [Range<Int>] { [0..<24, 40..<92, 100..<pageSize] }

    init(_ migrator: DatabaseMigrator) throws {
        let queue = try MemoryDatabase.make()
        try migrator.migrate(queue)
        let (image, pages) = try queue.writeWithoutTransaction { db in
            (
                try VaultFile.withContent(of: db) { Array($0.bytes) },
                try Int.fetchAll(db, sql: "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' ORDER BY pageno")
            )
        }
        try queue.close()
        pageSize = image.withUnsafeBytes(DatabaseImage.pageSize)
        guard pages.first == 1, let last = pages.last, last * pageSize <= image.count else {
            throw VaultError(.storageFailed, "the schema's pages can't be told")
        }
        self.image = image
        self.pages = pages
        var stamped = image
        for place in [24..<28, 92..<96] { stamped.replaceSubrange(place, with: repeatElement(0xff, count: 4)) }
        forSpares = stamped
    }

    /// Whether an image's schema is exactly this one, and lies where this one lies.
    func describes(_ other: UnsafeRawBufferPointer) -> Bool {
        guard let last = pages.last, other.count >= last * pageSize else { return false }
        return image.withUnsafeBytes { own in
            pages.allSatisfy { page in
                let whole = (page - 1) * pageSize..<page * pageSize
                return (page == 1 ? unchanging : [whole]).allSatisfy { place in
                    guard let own = own.baseAddress, let other = other.baseAddress else { return false }
                    return memcmp(own + place.lowerBound, other + place.lowerBound, place.count) == 0
                }
            }
        }
    }
}
