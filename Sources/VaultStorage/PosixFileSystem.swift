import Glibc

/// The machine's own files.
package struct PosixFileSystem: FileSystem {
    package init() {}

    package func read(_ path: String, limit: Int) throws(VaultError) -> [UInt8]? {
        guard let file = try openToRead(path) else { return nil }
        defer { _ = Glibc.close(file) }
        let size = try length(of: file)
        guard size <= limit else { throw VaultError(of: "read", EFBIG) }
        return try read(file, count: size)
    }

    package func head(_ path: String, count: Int) throws(VaultError) -> [UInt8]? {
        guard let file = try openToRead(path) else { return nil }
        defer { _ = Glibc.close(file) }
        return try read(file, count: count)
    }

    /// Reads a file to its end and keeps nothing of it, to see whether the disk gives it; one that isn't there is no error.
    package func readThrough(_ path: String) throws(VaultError) {
        guard let file = try openToRead(path) else { return }
        defer { _ = Glibc.close(file) }
        while try !read(file, count: 1 << 18).isEmpty {}
    }

    private func openToRead(_ path: String) throws(VaultError) -> Int32? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw VaultError(of: "open", errno)
        }
        return file
    }

    /// The length of a file, which must be a plain one.
    private func length(of file: Int32) throws(VaultError) -> Int {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw VaultError(of: "fstat", errno) }
        guard status.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: status.st_size) else {
            throw VaultError(of: "read", EFBIG)
        }
        return size
    }

    /// As many bytes as there are, at most `count`.
    private func read(_ file: Int32, count size: Int) throws(VaultError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, done in
            while done < size {
                let count = Glibc.read(file, buffer.baseAddress.map { $0 + done }, size - done)
                if count > 0 { done += count } else if count == 0 { break }
                if count < 0, errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        guard failure == 0 else { throw VaultError(of: "read", failure) }
        return bytes
    }

    package func create(_ path: String) throws(VaultError) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw VaultError(of: "create", errno) }
        return file
    }

    package func overwrite(_ path: String, length: Int, beginning head: [UInt8]) throws(VaultError) -> Int32? {
        let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw VaultError(of: "open to overwrite", errno)
        }
        do throws(VaultError) {
            if try self.length(of: file) == length, try read(file, count: head.count) == head {
                return file
            }
        } catch {
            _ = Glibc.close(file)
            throw error
        }
        _ = Glibc.close(file)
        return nil
    }

    package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(VaultError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw VaultError(of: "write", errno)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) throws(VaultError) {
        var done = 0
        while done < bytes.count {
            let rest = bytes[done...]
            let count = pwrite(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, offset + done)
            if count >= 0 { done += count } else if errno != EINTR { throw VaultError(of: "write", errno) }
        }
    }

    package func sync(_ file: Int32) throws(VaultError) {
        guard fsync(file) == 0 else { throw VaultError(of: "fsync", errno) }
    }

    package func syncData(_ file: Int32) throws(VaultError) {
        guard fdatasync(file) == 0 else { throw VaultError(of: "fdatasync", errno) }
    }

    package func close(_ file: Int32) throws(VaultError) {
        guard Glibc.close(file) == 0 else { throw VaultError(of: "close", errno) }
    }

    /// Unlocks a file, then closes it: closing alone leaves it locked while a process that is being started holds a copy.
    package static func letGo(_ file: Int32) {
        _ = flock(file, LOCK_UN)
        _ = Glibc.close(file)
    }

    package func rename(_ source: String, to target: String) throws(VaultError) {
        guard Glibc.rename(source, target) == 0 else { throw VaultError(of: "rename", errno) }
    }

    package func syncDirectory(_ path: String) throws(VaultError) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw VaultError(of: "open directory", errno) }
        defer { _ = Glibc.close(directory) }
        guard fsync(directory) == 0 else { throw VaultError(of: "fsync directory", errno) }
    }

    package func remove(_ path: String) throws(VaultError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw VaultError(of: "unlink", errno) }
    }

    package func list(_ directory: String) throws(VaultError) -> [String] {
        guard let stream = opendir(directory) else { throw VaultError(of: "opendir", errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // It gives nothing at the end and where it fails, and says so only here.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw VaultError(of: "readdir", errno) }
        return names.sorted()
    }

    package func makeDirectory(_ path: String) throws(VaultError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw VaultError(of: "mkdir", errno) }
    }
}
