/// Blobs as files of one directory: `<account>.vault`, written beside as `<account>.new` and renamed over.
package struct DirectoryBlobStore: BlobStore {
    private let directory: String
    private let files: any FileSystem
    private let limit: Int

    /// - Parameter limit: the largest blob that is read, in bytes.
    package init(directory: String, files: any FileSystem, limit: Int) throws(VaultError) {
        self.directory = directory
        self.files = files
        self.limit = limit
        do throws(FileError) {
            try files.makeDirectory(directory)
            // What a killed process left half written was never acknowledged.
            for name in try files.list(directory) where name.hasSuffix(".new") {
                try files.remove("\(directory)/\(name)")
            }
        } catch {
            throw error.vaultError
        }
    }

    /// For reading alone: makes nothing and clears nothing away.
    init(reading directory: String, files: any FileSystem) {
        self.directory = directory
        self.files = files
        limit = 1 << 30
    }

    package func read(_ account: AccountID) throws(VaultError) -> [UInt8]? {
        do throws(FileError) {
            return try files.read(path(account), limit: limit)
        } catch {
            throw error.vaultError
        }
    }

    package func replace(
        _ account: AccountID, with blob: [UInt8], header: BlobHeader, prepared: () throws(VaultError) -> Void
    ) throws(BlobFailure) {
        let draft = "\(directory)/\(account).new"
        do throws(FileError) {
            try write(blob, to: draft)
        } catch {
            try? files.remove(draft)
            throw BlobFailure(error.vaultError, isAmbiguous: false)
        }
        do throws(VaultError) {
            try prepared()
        } catch {
            try? files.remove(draft)
            throw BlobFailure(error, isAmbiguous: false)
        }
        do throws(FileError) {
            try files.rename(draft, to: path(account))
            try files.syncDirectory(directory)
        } catch {
            try? files.remove(draft)
            throw BlobFailure(error.vaultError, isAmbiguous: true)
        }
    }

    package func settle(_ account: AccountID) throws(VaultError) {
        do throws(FileError) {
            try files.syncDirectory(directory)
        } catch {
            throw error.vaultError
        }
    }

    package func remove(_ account: AccountID) throws(VaultError) {
        do throws(FileError) {
            try files.remove("\(directory)/\(account).new")
            try files.remove(path(account))
            try files.syncDirectory(directory)
        } catch {
            throw error.vaultError
        }
    }

    package func accounts() throws(VaultError) -> [AccountID] {
        do throws(FileError) {
            return try files.list(directory).compactMap { name in
                name.hasSuffix(".vault") ? AccountID(String(name.dropLast(6))) : nil
            }
        } catch {
            throw error.vaultError
        }
    }

    private func write(_ blob: [UInt8], to path: String) throws(FileError) {
        let file = try files.create(path)
        do throws(FileError) {
            // A typed-throws closure can't be inferred here, so the error travels as a result.
            try blob.withUnsafeBytes { bytes in
                Result { () throws(FileError) in try files.write(bytes, to: file) }
            }.get()
            try files.sync(file)
        } catch {
            try? files.close(file)
            throw error
        }
        try files.close(file)
    }

    private func path(_ account: AccountID) -> String { "\(directory)/\(account).vault" }
}
