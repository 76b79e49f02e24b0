import Foundation
import VaultStorage

/// When a sealed file goes that only waits for its owner, such as the picture of a page that is being read.
///
/// The vault that has its key can't be opened by a job, so the time is kept outside, and nothing else of the file. Whoever
/// plants a row removes a file, which they could do without one. Backups leave such files out.
struct TransientFile: Sendable, Equatable {
    let account: AccountID
    let file: SealedFileID
    let expires: Date

    /// Before the file is there: one without a row would stay.
    func note(_ db: any Transaction) throws {
        try db.execute(
            "INSERT INTO passingFile (account, id, expires) VALUES (?, ?, ?)",
            [.id(account), .id(file), .time(expires)])
    }

    /// Lets files of an account stay until later, where they would go sooner.
    static func prolong(
        _ files: [SealedFileID], of account: AccountID, until expires: Date, _ db: any Transaction
    ) throws {
        for file in files {
            try db.execute(
                "UPDATE passingFile SET expires = ? WHERE account = ? AND id = ? AND expires < ?",
                [.time(expires), .id(account), .id(file), .time(expires)])
        }
    }

    /// After the files are gone.
    static func forget(_ files: [SealedFileID], of account: AccountID, _ db: any Transaction) throws {
        for file in files {
            try db.execute("DELETE FROM passingFile WHERE account = ? AND id = ?", [.id(account), .id(file)])
        }
    }

    /// Those whose time is over.
    static func fetchOver(_ db: any Transaction, at time: Date) throws -> [TransientFile] {
        try db.rows("SELECT account, id, expires FROM passingFile WHERE expires <= ?", [.time(time)]).map { row in
            TransientFile(
                account: try row.identifier("account"), file: try row.identifier("id"), expires: try row.date("expires")
            )
        }
    }
}

extension Accounts {
    /// Takes away the sealed files whose time is over.
    func removePassedFiles() async throws {
        let now = configuration.now()
        let over = try await database.read { try TransientFile.fetchOver($0, at: now) }
        let attachments = backend.attachmentBackend
        for passed in over {
            try await offPool { try attachments.remove([passed.file], of: passed.account) }
            try await database.write { try TransientFile.forget([passed.file], of: passed.account, $0) }
        }
    }
}
