import Foundation
import Secrets
import VaultStorage

/// What the accounts database knows of a sealed file.
struct AttachmentRow: Sendable, Equatable {
    let id: SealedFileID
    let length: Int
    /// BLAKE2b of the whole sealed file, 32 bytes.
    let digest: [UInt8]

    init(_ row: TransactionRow) throws {
        (id, length, digest) = (try row.identifier("id"), try row.number("length"), try row.blob("digest"))
    }

    /// Without those that only wait for their owner: neither a backup nor a check asks for them.
    static func rows(_ db: any Transaction, account: AccountID) throws -> [TransactionRow] {
        try db.rows(
            """
            SELECT account, id, length, digest FROM attachmentFile AS file WHERE account = ? AND NOT EXISTS
            (SELECT 1 FROM passingFile AS passing WHERE passing.account = file.account AND passing.id = file.id) ORDER BY id
            """, [.id(account)])
    }

    /// Those that can be read.
    static func fetch(_ db: any Transaction, account: AccountID) throws -> [AttachmentRow] {
        try rows(db, account: account).compactMap { try? AttachmentRow($0) }
    }

    /// Why a file isn't the one of the accounts database; nil when it is.
    func problem(_ sealed: [UInt8]?, of account: AccountID) -> DirectoryCheck.Discrepancy.Kind? {
        guard let sealed else { return .missing }
        do throws(VaultError) {
            try AttachmentSeal.judge(sealed, as: id, of: account)
        } catch {
            switch error.code {
            case .vaultForeign: return .foreign
            case .vaultVersion: return .unknownVersion
            default: return .damaged
            }
        }
        return sealed.count == length && Blake.digest(sealed) == digest ? nil : .damaged
    }
}

/// Length and digest of every sealed file, noted so that a missing or damaged one is noticed without a key.
struct AttachmentRows: Sendable {
    let accountsDatabase: any AccountsDatabase

    func note(
        _ sealed: [UInt8], as file: SealedFileID, of account: AccountID, on line: Quota.Line?
    ) throws(VaultError) {
        let digest = Blake.digest(sealed)
        try write { transaction in
            try transaction.execute(
                "INSERT INTO attachmentFile (account, id, length, digest) VALUES (?, ?, ?, ?)",
                [.id(account), .id(file), .number(sealed.count), .blob(digest)])
            if let line { try Quota.require(line, of: account, transaction) }
        }
    }

    func forget(_ files: [SealedFileID], of account: AccountID) throws(VaultError) {
        try write { transaction in
            for file in files {
                try transaction.execute(
                    "DELETE FROM attachmentFile WHERE account = ? AND id = ?", [.id(account), .id(file)])
            }
        }
    }

    private func write(_ body: (any Transaction) throws -> Void) throws(VaultError) {
        try VaultError.wrapping { try accountsDatabase.writeBlocking(body) }
    }
}
