/// Blobs as files of one directory, two for each account, which take turns.
///
/// A commit writes over the blob before the last, which has the same length as a rule, and waits for the disk once; of a
/// blob that it knows, it writes over the pieces that differ. The last blob is not touched. Where there is nothing of that
/// length to write over, and where a torn blob wouldn't show (`inPlace` is false), the blob is written beside and
/// renamed.
package struct DirectoryBlobStore: BlobStore {
    private let directory: String
    private let files: any FileSystem
    private let limit: Int

    /// - Parameter limit: the largest blob that is read, in bytes.
    package init(directory: String, files: any FileSystem, limit: Int) throws(VaultError) {
        self.directory = directory
        self.files = files
        self.limit = limit
        try files.makeDirectory(directory)
    }

    /// For reading alone: makes nothing and clears nothing away.
    package init(reading directory: String, files: any FileSystem) {
        self.directory = directory
        self.files = files
        limit = 1 << 30
    }

    package func read(_ account: AccountID, generation: UInt64) throws(VaultError) -> [[UInt8]] {
        let names = names(account)
        var blobs: [[UInt8]] = []
        let next = names.slot(generation + 1)
        if let head = try files.head(next, count: BlobHeader.length),
            BlobHeader.claims(head, account: account, generation: generation + 1),
            let blob = try files.read(next, limit: limit), blob.count >= BlobHeader.length
        {
            blobs.append(blob)
        }
        if let blob = try files.read(names.slot(generation), limit: limit) {
            blobs.append(blob)
        } else if let blob = try files.read(names.single, limit: limit) {
            blobs.append(blob)
        }
        return blobs
    }

    package var takesPieces: Bool { true }

    package func replace(
        _ account: AccountID, with commit: SealedCommit, _ record: CommitRecord, inPlace: Bool
    ) throws(BlobFailure) -> Bool {
        let slot = names(account).slot(commit.header.generation)
        var file: Int32?
        if inPlace {
            do throws(VaultError) {
                let base = commit.base?.bytes ?? []
                file = try files.overwrite(slot, length: commit.layout.blobLength, beginning: base)
            } catch {
                throw BlobFailure(error, isAmbiguous: false)
            }
        }
        if let file {
            try write(commit, over: file, at: slot)
        } else if commit.base == nil {
            try place(commit.bytes, account, commit.header.generation)
        } else {
            return false
        }
        return true
    }

    package func makeDurable(_ account: AccountID, _ blob: [UInt8], header: BlobHeader) throws(VaultError) {
        do throws(BlobFailure) {
            // What a system holds in memory after a failed write may never reach the disk, so it is written again.
            try place(blob, account, header.generation)
        } catch {
            throw error.error
        }
    }

    package func removeBlobs(of account: AccountID, before generation: UInt64) throws(VaultError) {
        let names = names(account)
        try files.remove(names.slot(generation - 1))
        try files.remove(names.single)
        try files.syncDirectory(directory)
    }

    package func remove(_ account: AccountID) throws(VaultError) {
        let names = names(account)
        for path in [names.draft, names.slot(0), names.slot(1), names.single] { try files.remove(path) }
        try files.syncDirectory(directory)
    }

    package func accounts() throws(VaultError) -> [AccountID] {
        var seen: Set<AccountID> = []
        return try files.list(directory).compactMap(BlobNames.account).filter { seen.insert($0).inserted }
    }

    private func names(_ account: AccountID) -> BlobNames { BlobNames(account, in: directory) }
}

extension DirectoryBlobStore {
    /// Writes over the blob before the last.
    private func write(_ commit: SealedCommit, over file: Int32, at slot: String) throws(BlobFailure) {
        do throws(VaultError) {
            try files.fill(file, with: commit.bytes, at: commit.places) { file throws(VaultError) in
                try files.syncData(file)
            }
        } catch {
            // How much of it the disk has is unknown: nobody may find it, and the next blob gets a new file.
            let isGone = Result { () throws(VaultError) in
                try files.remove(slot)
                try files.syncDirectory(directory)
            }
            throw BlobFailure(error, isAmbiguous: (try? isGone.get()) == nil)
        }
    }

    /// Writes beside, and renames.
    private func place(_ blob: [UInt8], _ account: AccountID, _ generation: UInt64) throws(BlobFailure) {
        let (names, placement) = (names(account), Placement(files))
        do throws(VaultError) {
            try placement.write(blob, to: names.slot(generation), growingAs: names.draft)
            try placement.rename()
        } catch {
            placement.rollBack()
            throw BlobFailure(error, isAmbiguous: false)
        }
        do throws(VaultError) {
            // With the blob before this one in its slot, the single file is older than both.
            if try files.head(names.slot(generation - 1), count: 1) != nil { try files.remove(names.single) }
            try files.syncDirectory(directory)
        } catch {
            throw BlobFailure(error, isAmbiguous: true)
        }
    }
}
