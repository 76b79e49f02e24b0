import Glibc
import VaultStorage

/// Told how many accounts of how many are done, nil where nobody knows how many there are, and again for each file.
///
/// Ends the work by throwing.
package typealias WorkProgress = @Sendable (_ done: Int, _ all: Int?) throws -> Void

/// Accounts one after the other, to be copied or compared, with what is not right in them.
struct AccountStream {
    /// One account of one moment: its rows, and the blobs that belong to them.
    struct Item {
        let id: AccountID
        let rows: RowAudit.Rows
        /// As `BlobStore.read` gives them.
        let blobs: [[UInt8]]
        let findings: [DirectoryCheck.Discrepancy]
    }

    let source: any AccountSource
    let audit: RowAudit
    var progress: WorkProgress = { _, _ in }

    /// How often an account is looked at while its owner keeps writing, 2 ms apart.
    private static let patience = 1500
    /// After so many looks at the same blob, it is not being written any more.
    private static let stillness = 60

    /// Gives `body` each account, once `file` was given those of its sealed attachments that are there.
    ///
    /// - Returns: What is not right. It was given as it is.
    /// - Throws: `busy` when an account never held still.
    func forEach(
        file: (AccountID, SealedFileID, [UInt8]) throws -> Void = { _, _, _ in }, _ body: (Item) throws -> Void
    ) throws -> [DirectoryCheck.Discrepancy] {
        var findings = try source.read { try audit.findings(besideAccounts: $0) }
        let all = try source.read(RowAudit.accounts)
        for (done, id) in all.enumerated() {
            try progress(done, all.count)
            // Nil when it was deleted meanwhile.
            let item = try account(id) {
                try progress(done, all.count)
                try file($0, $1, $2)
            }
            guard let item else { continue }
            findings += try item.findings + source.read { try audit.findings(outsideVaultOf: id, $0) }
            try body(item)
        }
        try progress(all.count, all.count)
        return findings
    }

    /// Copies what belongs to no single account.
    func copyOthers(to db: any Transaction) throws {
        for row in try source.read(LastBackup.otherSettings) {
            try row.insert(into: "setting", replacing: ["name"], db)
        }
        for table in AccountsSchema.tablesBesideAccounts {
            for row in try source.read({ try $0.rows("SELECT * FROM \(table)") }) { try row.insert(into: table, db) }
        }
    }

    /// One account, once `give` was given those of its sealed attachments that are there; nil when it isn't.
    ///
    /// - Throws: `busy` when it never held still.
    func account(_ id: AccountID, _ give: (AccountID, SealedFileID, [UInt8]) throws -> Void) throws -> Item? {
        var seen: (blobs: [[UInt8]], times: Int) = ([], 0)
        // Files never change, so none is given twice.
        var given: Set<SealedFileID> = []
        for look in 1...Self.patience {
            guard let rows = try source.read({ try audit.rows(of: id, $0) }) else { return nil }
            let generation = rows.account?.lastCommit.generation ?? 0
            let read = try source.readable { try $0.blobs(of: id, generation: generation) }
            let blobs = read ?? []
            seen = blobs == seen.blobs ? (blobs, seen.times + 1) : (blobs, 0)
            let isStill = source.isOneMoment || seen.times >= Self.stillness
            var findings = rows.findings
            var isWhole = true
            switch rows.account.map({ DirectoryCheck.judge(blobs, $0, rows.slots) }) {
            case nil, .good: break
            // There a blob and its commit record change together.
            case .ahead where source.isOneMoment: findings.append(.init(account: id, problem: .newer))
            // One ahead for good is what a crash left; the next opening of the vault makes the accounts database right.
            case .ahead where isStill || look == Self.patience: break
            case .bad where isStill && read == nil: findings.append(.init(account: id, problem: .unreadable))
            case .bad(let problem) where isStill: findings.append(.init(account: id, problem: problem))
            // Its owner wrote between the two reads.
            case .ahead, .bad: isWhole = false
            }
            for booked in rows.files where isWhole && !given.contains(booked.id) {
                let file = try source.readable { [try $0.file(booked.id, of: id)] }
                let sealed = file?.first ?? nil
                let problem = file == nil ? .unreadable : booked.problem(sealed, of: id)
                if let problem { findings.append(.init(account: id, problem: problem, file: booked.id)) }
                guard problem == nil || isStill else {
                    isWhole = false
                    break
                }
                if let sealed {
                    try give(id, booked.id, sealed)
                    given.insert(booked.id)
                }
            }
            // An attachment may have gone, or come, after the blob was read; then the blob is another one now.
            if isWhole, !rows.files.isEmpty, !source.isOneMoment {
                isWhole = try source.readable { try $0.blobs(of: id, generation: generation) } ?? [] == blobs
            }
            if isWhole { return Item(id: id, rows: rows, blobs: blobs, findings: findings) }
            usleep(2000)
        }
        throw VaultError(.busy, "an account did not hold still", retryAfter: 60)
    }
}
