import Foundation
import GRDB

/// Compares every blob and every attachment of a data directory or a backup with its bookkeeping; opens none, and needs
/// no key.
package struct DirectoryCheck: Sendable {
    /// One blob or attachment that is not as the books have it, or the key of all user names.
    package struct Finding: Sendable, Equatable {
        package enum Problem: String, Sendable {
            case missing, foreign, damaged, older, newer, unknownVersion, withoutAccount, withoutKeys
        }

        /// The account's random id, which is also the blob's file name; nil for what is everybody's.
        package let account: AccountID?
        package let problem: Problem
        /// The attachment's random file name; nil when it is the vault that is not right.
        package let file: SealedFileID?

        init(account: AccountID, problem: Problem, file: SealedFileID? = nil) {
            (self.account, self.problem, self.file) = (account, problem, file)
        }

        init(names problem: Problem) { (account, self.problem, file) = (nil, problem, nil) }

        /// The file that is not right, relative to the directory; a vault has two, which begin so.
        package var path: String {
            guard let account else { return "names.key" }
            return file.map { "attachments/\(account)/\($0).sealed" } ?? "vaults/\(account)"
        }
    }

    package let accounts: Int
    package let findings: [Finding]

    init(accounts: Int, findings: [Finding]) {
        (self.accounts, self.findings) = (accounts, findings)
    }

    /// Reads the directory as it lies there; a server may be running on it.
    ///
    /// - Throws: `directoryUnusable` when it is no data directory, or a storage error.
    package init(_ directory: String, files: any FileSystem = PosixFileSystem()) throws(VaultError) {
        let path = "\(directory)/accounts.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw VaultError.noDataDirectory(directory)
        }
        do {
            let books = try BookCopy.reading(path)
            defer { try? books.close() }
            guard try books.read({ try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }) == "ok" else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            let store = DirectoryBlobStore(reading: "\(directory)/vaults", files: files)
            let attachments = DirectoryAttachmentStore(reading: "\(directory)/attachments", files: files)
            var findings = try Self.problem(ofNamesIn: directory, files).map { [Finding(names: $0)] } ?? []
            let ids = try books.read { try String.fetchAll($0, sql: "SELECT id FROM account ORDER BY id") }
                .compactMap { AccountID($0) }
            for id in ids {
                if let problem = try Self.problem(id, books, store) {
                    findings.append(Finding(account: id, problem: problem))
                }
                findings += try Self.problems(of: id, books, attachments)
            }
            let known = Set(ids)
            for id in try store.accounts() where !known.contains(id) {
                let isKnownNow = try books.read { try AccountRow.fetch(SQLiteLedger($0), id: id) } != nil
                if !isKnownNow { findings.append(Finding(account: id, problem: .withoutAccount)) }
            }
            for id in try attachments.accounts() where !known.contains(id) {
                let isKnownNow = try books.read { try AccountRow.fetch(SQLiteLedger($0), id: id) } != nil
                guard !isKnownNow else { continue }
                findings += try attachments.files(of: id).map {
                    Finding(account: id, problem: .withoutAccount, file: $0.id)
                }
            }
            accounts = ids.count
            self.findings = findings
        } catch {
            throw VaultError(ofBooks: error)
        }
    }

    /// Whether the key is there that user names are hashed with; which one it is, nobody but a user can tell.
    private static func problem(ofNamesIn directory: String, _ files: any FileSystem) throws -> Finding.Problem? {
        guard let key = try files.head("\(directory)/names.key", count: 33) else { return .missing }
        return key.count == 32 ? nil : .damaged
    }

    private static func problem(
        _ id: AccountID, _ books: DatabaseQueue, _ store: DirectoryBlobStore
    ) throws -> Finding.Problem? {
        var last: Finding.Problem?
        // A running server may write between the two reads; what is really wrong stays wrong.
        for _ in 0..<20 {
            let (row, slots) = try books.read { db in
                (try AccountRow.fetch(SQLiteLedger(db), id: id), try KeySlot.fetch(SQLiteLedger(db), account: id))
            }
            guard let row else { return nil }
            let blobs = try store.read(id, generation: row.bookmark.generation)
            guard case .bad(let problem) = judge(blobs, row, slots) else { return nil }
            last = problem
            usleep(2000)
        }
        return last
    }

    /// What of an account's attachments is not right.
    private static func problems(
        of id: AccountID, _ books: DatabaseQueue, _ store: DirectoryAttachmentStore
    ) throws -> [Finding] {
        func booked() throws -> [BookedFile] { try books.read { try BookedFile.fetch($0, account: id) } }
        let wrong = try booked().compactMap { file -> Finding? in
            guard let problem = file.problem(try store.read(file.id, of: id), of: id) else { return nil }
            // A running server may have removed it meanwhile.
            return try booked().contains(file) ? Finding(account: id, problem: problem, file: file.id) : nil
        }
        let known = Set(try booked().map(\.id))
        // One that isn't booked is what a crash left, and harmless, unless it was put here by somebody.
        let foreign = try store.files(of: id).filter { !known.contains($0.id) }.compactMap { file -> Finding? in
            guard let sealed = try store.read(file.id, of: id) else { return nil }
            return AttachmentSeal.isForeign(sealed, as: file.id, of: id)
                ? Finding(account: id, problem: .foreign, file: file.id) : nil
        }
        return wrong + foreign
    }

    enum Judgement: Equatable {
        case good
        /// Its bookkeeping comes with the next opening, so tag and digest can't be compared.
        case ahead
        case bad(Finding.Problem)
    }

    /// What `BlobStore.read` found against the bookkeeping.
    static func judge(_ blobs: [[UInt8]], _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        guard let own = blobs.last else { return .bad(.missing) }
        let judgement = judge(own, row, slots)
        // Whether the one that is ahead was written to its end shows only with its key.
        return blobs.count > 1 && judgement == .good ? .ahead : judgement
    }

    /// Length, generation, tag and digest of a blob against its bookkeeping.
    private static func judge(_ blob: [UInt8], _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        let header: BlobHeader
        do throws(VaultError) {
            header = try SealedBlob.judge(blob, account: row.id, bookmark: row.bookmark)
        } catch {
            switch error.code {
            case .vaultForeign: return .bad(.foreign)
            case .vaultOlder: return .bad(.older)
            case .vaultNewer: return .bad(.newer)
            case .vaultVersion: return .bad(.unknownVersion)
            default: return .bad(.damaged)
            }
        }
        guard slots.contains(where: { $0.terms.kind == .password && $0.terms.epoch == header.epoch }) else {
            return .bad(.withoutKeys)
        }
        guard header.generation == row.bookmark.generation else { return .ahead }
        return (try? Bookmark(of: blob, header: header)) == row.bookmark ? .good : .bad(.damaged)
    }
}
