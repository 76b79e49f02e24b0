import Foundation
import GRDB

/// Compares every blob of a data directory or a backup with its bookkeeping; opens none, and needs no key.
package struct DirectoryCheck: Sendable {
    /// One blob that is not as the books have it.
    package struct Finding: Sendable, Equatable {
        package enum Problem: String, Sendable {
            case missing, foreign, damaged, older, newer, unknownVersion, withoutAccount, withoutKeys
        }

        /// The account's random id, which is also the blob's file name.
        package let account: AccountID
        package let problem: Problem
    }

    package let accounts: Int
    package let findings: [Finding]

    /// Reads the directory as it lies there; a server may be running on it.
    ///
    /// - Throws: `directoryUnusable` when it is no data directory, or a storage error.
    package init(_ directory: String, files: any FileSystem = PosixFileSystem()) throws(VaultError) {
        let path = "\(directory)/accounts.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw VaultError(.directoryUnusable, "\(directory) is no data directory")
        }
        do {
            let books = try BookCopy.reading(path)
            defer { try? books.close() }
            let store = DirectoryBlobStore(reading: "\(directory)/vaults", files: files)
            var findings: [Finding] = []
            let ids = try books.read { try String.fetchAll($0, sql: "SELECT id FROM account ORDER BY id") }
                .compactMap { AccountID($0) }
            for id in ids {
                if let problem = try Self.problem(id, books, store) {
                    findings.append(Finding(account: id, problem: problem))
                }
            }
            let known = Set(ids)
            for id in try store.accounts() where !known.contains(id) {
                let isKnownNow = try books.read { try AccountRow.fetch(SQLiteLedger($0), id: id) } != nil
                if !isKnownNow { findings.append(Finding(account: id, problem: .withoutAccount)) }
            }
            accounts = ids.count
            self.findings = findings
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private static func problem(
        _ id: AccountID, _ books: DatabaseQueue, _ store: DirectoryBlobStore
    ) throws -> Finding.Problem? {
        var last: Finding.Problem?
        // A running server may write between the two reads; what is really wrong stays wrong.
        for _ in 0..<20 {
            let blob = try store.read(id)
            let (row, slots) = try books.read { db in
                (try AccountRow.fetch(SQLiteLedger(db), id: id), try KeySlot.fetch(SQLiteLedger(db), account: id))
            }
            guard let row else { return nil }
            guard case .bad(let problem) = judge(blob, row, slots) else { return nil }
            last = problem
            usleep(2000)
        }
        return last
    }

    enum Judgement: Equatable {
        case good
        /// Its bookkeeping comes with the next opening, so tag and digest can't be compared.
        case ahead
        case bad(Finding.Problem)
    }

    /// Length, generation, tag and digest of a blob against its bookkeeping.
    static func judge(_ blob: [UInt8]?, _ row: AccountRow, _ slots: [KeySlot]) -> Judgement {
        guard let blob else { return .bad(.missing) }
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
        return Bookmark(of: blob, header: header) == row.bookmark ? .good : .bad(.damaged)
    }
}
