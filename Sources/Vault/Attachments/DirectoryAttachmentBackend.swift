import Foundation
import Model
import VaultStorage

/// Sealed files in a directory, `<account>/<file>.sealed`, written beside and renamed.
///
/// The accounts database follows: a file is noted once it is durable, and forgotten before it goes, so that what is noted
/// is there.
struct DirectoryAttachmentBackend: AttachmentBackend {
    private let directory: String
    private let files: any FileSystem
    private let accountsDatabase: AttachmentRows?

    /// - Parameter directory: made with the first file.
    init(directory: String, files: any FileSystem, accountsDatabase: any AccountsDatabase) {
        (self.directory, self.files, self.accountsDatabase) = (
            directory, files, AttachmentRows(accountsDatabase: accountsDatabase)
        )
    }

    /// For reading alone.
    init(reading directory: String, files: any FileSystem) {
        (self.directory, self.files, accountsDatabase) = (directory, files, nil)
    }

    func write(
        _ sealed: [UInt8], as file: SealedFileID, of account: AccountID, on line: Quota.Line?
    ) throws(VaultError) {
        let placement = Placement(files)
        do throws(VaultError) {
            try files.makeDirectory(directory)
            try files.makeDirectory(folder(account))
            try placement.write(sealed, to: path(file, account))
            try placement.place()
            // The names of the folders that may be new.
            try files.syncDirectory(directory)
            try files.syncDirectory("\(directory)/..")
        } catch {
            placement.rollBack()
            throw error
        }
        do throws(VaultError) {
            try accountsDatabase?.note(sealed, as: file, of: account, on: line)
        } catch {
            // What isn't counted mustn't stay either.
            if error.isOfQuota { try? files.remove(path(file, account)) }
            throw error
        }
    }

    func read(_ file: SealedFileID, of account: AccountID) throws(VaultError) -> [UInt8]? {
        try files.read(path(file, account), limit: AttachmentSeal.limit)
    }

    func remove(_ removed: [SealedFileID], of account: AccountID) throws(VaultError) {
        try accountsDatabase?.forget(removed, of: account)
        do throws(VaultError) {
            for file in removed {
                // The last one is what a draft was called before version 1.0.
                let path = path(file, account)
                for path in [path, Draft.name(of: path), "\(folder(account))/\(file).new"] { try files.remove(path) }
            }
            try files.syncDirectory(folder(account))
        } catch {
            // Without its folder there is nothing left to remove.
            if error.number != ENOENT { throw error }
        }
    }

    func removeAll(of account: AccountID) throws(VaultError) {
        let ids = try self.files(of: account).map(\.id)
        guard FileManager.default.fileExists(atPath: folder(account)) else { return }
        try remove(ids, of: account)
        try? FileManager.default.removeItem(atPath: folder(account))
    }

    func files(of account: AccountID) throws(VaultError) -> [StoredFile] {
        try names(in: folder(account)).compactMap { name in
            let path = "\(folder(account))/\(name)"
            guard let id = SealedFileID(String(name.prefix { $0 != "." })),
                let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            else { return nil }
            return StoredFile(id: id, writtenAt: date)
        }
    }

    /// The accounts that have files here.
    func accounts() throws(VaultError) -> [AccountID] {
        try names(in: directory).compactMap { AccountID($0) }.sorted()
    }

    /// What is in a folder; nothing where there is none yet.
    private func names(in folder: String) throws(VaultError) -> [String] {
        do throws(VaultError) {
            return try files.list(folder)
        } catch {
            if error.number == ENOENT { return [] }
            throw error
        }
    }

    private func folder(_ account: AccountID) -> String { "\(directory)/\(account)" }

    private func path(_ file: SealedFileID, _ account: AccountID) -> String { "\(folder(account))/\(file).sealed" }
}
