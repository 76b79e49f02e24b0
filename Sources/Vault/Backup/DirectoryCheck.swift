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
            throw VaultError(.directoryUnusable, "this is no data directory")
        }
        do {
            let pool = try DatabasePool(path: path)
            defer { try? pool.close() }
            let store = DirectoryBlobStore(reading: "\(directory)/vaults", files: files)
            var findings: [Finding] = []
            let ids = try pool.read { try String.fetchAll($0, sql: "SELECT id FROM account ORDER BY id") }
                .compactMap { AccountID($0) }
            for id in ids {
                if let problem = try Self.problem(id, pool, store) {
                    findings.append(Finding(account: id, problem: problem))
                }
            }
            let known = Set(ids)
            for id in try store.accounts() where !known.contains(id) {
                let isKnownNow = try pool.read { try AccountRow.fetch($0, id: id) } != nil
                if !isKnownNow { findings.append(Finding(account: id, problem: .withoutAccount)) }
            }
            accounts = ids.count
            self.findings = findings
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private static func problem(
        _ id: AccountID, _ pool: DatabasePool, _ store: DirectoryBlobStore
    ) throws -> Finding.Problem? {
        var last: Finding.Problem?
        // A running server may write between the two reads; what is really wrong stays wrong.
        for _ in 0..<20 {
            let blob = try store.read(id)
            let (row, slots) = try pool.read { db in
                (try AccountRow.fetch(db, id: id), try KeySlot.fetch(db, account: id))
            }
            guard let row else { return nil }
            last = judge(blob, row, slots)
            if last == nil { return nil }
            usleep(2000)
        }
        return last
    }

    private static func judge(_ blob: [UInt8]?, _ row: AccountRow, _ slots: [KeySlot]) -> Finding.Problem? {
        guard let blob else { return .missing }
        let header: BlobHeader
        do throws(VaultError) {
            header = try SealedBlob.judge(blob, account: row.id, bookmark: row.bookmark)
        } catch {
            switch error.code {
            case .vaultForeign: return .foreign
            case .vaultOlder: return .older
            case .vaultNewer: return .newer
            case .vaultVersion: return .unknownVersion
            default: return .damaged
            }
        }
        guard slots.contains(where: { $0.terms.kind == .password && $0.terms.epoch == header.epoch }) else {
            return .withoutKeys
        }
        // One ahead can't be compared: its bookkeeping comes with the next opening.
        guard header.generation == row.bookmark.generation else { return nil }
        return Bookmark(of: blob, header: header) == row.bookmark ? nil : .damaged
    }
}
