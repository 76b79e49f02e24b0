#if canImport(Glibc)
    import Glibc
#endif

/// The directory that everything is kept in: 0700, its files 0600, one process at a time.
///
/// `accounts.sqlite`, `names.key` (hashes user names), `vaults/` (one sealed blob for each account), `lock`.
struct DataDirectory: Sendable {
    let path: String
    private let lock: DirectoryLock?

    /// Makes and locks it.
    ///
    /// - Parameter isShared: doesn't lock it.
    /// - Throws: `directoryInUse`, `directoryUnusable`.
    init(_ path: String, isShared: Bool = false) throws(VaultError) {
        self.path = path
        // SQLite's own files get their mode from this too.
        umask(0o077)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw VaultError(
                .directoryUnusable,
                "the data directory \(path) can't be made (\(String(cString: strerror(errno)))): "
                    + "see that the folder above it is there and that this user may write to it")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw VaultError(.directoryUnusable, "\(path) is not a directory: name another")
        }
        guard status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
            throw VaultError(
                .directoryUnusable,
                "the data directory \(path) is open to others, and this user may not close it: "
                    + "give it to this user (chown), or take everybody else's rights (chmod 0700)")
        }
        lock = isShared ? nil : try DirectoryLock(directory: path)
    }

    /// Lets another process have it.
    func release() { lock?.release() }

    /// The key that user names are hashed with; made on first use.
    func nameKey(files: any FileSystem, random: RandomSource) throws(VaultError) -> SecretBytes {
        do throws(FileError) {
            if let key = try Self.storedNameKey(path, files: files) { return key }
            let bytes = random.bytes(32)
            let file = try files.create("\(path)/names.key.new")
            try bytes.withUnsafeBytes { buffer in
                Result { () throws(FileError) in try files.write(buffer, to: file) }
            }.get()
            try files.sync(file)
            try files.close(file)
            try files.rename("\(path)/names.key.new", to: "\(path)/names.key")
            try files.syncDirectory(path)
            return try Self.secret(bytes)
        } catch {
            guard error.number == EBADMSG else { throw error.vaultError }
            throw VaultError(
                .directoryUnusable,
                "\(path)/names.key is damaged, and without it nobody can sign in: "
                    + "put in the copy that was kept apart, or the one of a backup")
        }
    }

    /// The key that is there already.
    static func storedNameKey(_ path: String, files: any FileSystem) throws(FileError) -> SecretBytes? {
        guard let bytes = try files.head("\(path)/names.key", count: 33) else { return nil }
        guard bytes.count == 32 else { throw FileError("read names.key", EBADMSG) }
        return try secret(bytes)
    }

    private static func secret(_ bytes: [UInt8]) throws(FileError) -> SecretBytes {
        do throws(VaultError) {
            return try SecretBytes(copying: bytes)
        } catch {
            throw FileError("protect names.key", ENOMEM)
        }
    }
}
