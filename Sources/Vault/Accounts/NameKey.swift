/// The key that user names are hashed with, where several servers share the books: each has it in a file.
///
/// The database never sees it, only a value by which a wrong one shows.
enum NameKey {
    private static let setting = "names.key"

    /// The key of this server's file; made when neither file nor database have one.
    ///
    /// - Throws: `directoryUnusable` when the file is missing, or is not the other servers'.
    static func shared(
        _ directory: DataDirectory, books: any Books, files: any FileSystem, random: RandomSource
    ) throws -> SecretBytes {
        guard try check(books) == nil else { return try stored(directory.path, books: books, files: files) }
        let key = try directory.nameKey(files: files, random: random)
        try books.writeBlocking { db in
            try db.execute(
                "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                [.text(setting), .blob(value(key))])
        }
        // Another server may have been first.
        return try stored(directory.path, books: books, files: files)
    }

    /// The key of the file, if it is the one of the books.
    ///
    /// - Throws: `directoryUnusable`.
    static func stored(_ directory: String, books: any Books, files: any FileSystem) throws -> SecretBytes {
        let file = Result { () throws(FileError) in try DataDirectory.storedNameKey(directory, files: files) }
        guard let key = try file.mapError(\.vaultError).get() else {
            throw VaultError(
                .directoryUnusable,
                "names.key is missing in \(directory): copy it there from a server that runs on this database")
        }
        guard let known = try check(books), Sodium.areEqual(known, value(key)) else {
            throw VaultError(
                .directoryUnusable,
                "\(directory)/names.key is not the one that this database's user names are hashed with: "
                    + "copy it there from a server that runs on this database")
        }
        return key
    }

    private static func check(_ books: any Books) throws -> [UInt8]? {
        try books.readBlocking { db in
            try db.row("SELECT value FROM setting WHERE name = ?", [.text(setting)])?.blob("value")
        }
    }

    private static func value(_ key: SecretBytes) -> [UInt8] {
        Blake.mac(Array("vaccinapp check of names.key 1".utf8), key: key)
    }
}
