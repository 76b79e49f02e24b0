package import VaultStorage

/// What an account keeps on the disk beside its vault: a line for each kind, how much there may be of it, and how much of
/// all together.
///
/// Whatever else will keep bytes of an account gets a line here; a test compares the lines with the accounts' tables.
/// Restoring a backup asks nobody: what an account had it has again.
package enum Quota {
    /// Bytes of all lines together.
    package static let mostBytes = 100_000_000

    package enum Line: CaseIterable, Sendable {
        case attachments
        /// What links lead to.
        case links
        /// Pictures that wait to be checked, or that a template was tried on; see `TransientFile`.
        case pictures

        package var mostBytes: Int {
            switch self {
            case .attachments: 40_000_000
            case .links: 20_000_000
            case .pictures: 80_000_000
            }
        }

        /// Sums an account's bytes as sealed.
        private var sum: String {
            let isPassing =
                "(SELECT 1 FROM passingFile AS passing WHERE passing.account = file.account AND passing.id = file.id)"
            return switch self {
            case .attachments:
                "SELECT SUM(length) AS bytes FROM attachmentFile AS file WHERE account = ? AND NOT EXISTS \(isPassing)"
            case .links:
                """
                SELECT SUM(LENGTH(sealed)) AS bytes FROM healthLinkFile JOIN healthLink ON healthLink.id = link
                WHERE account = ?
                """
            case .pictures:
                "SELECT SUM(length) AS bytes FROM attachmentFile AS file WHERE account = ? AND EXISTS \(isPassing)"
            }
        }

        fileprivate func bytes(of account: AccountID, _ db: any Transaction) throws -> Int {
            let sql = "SELECT CAST(COALESCE(bytes, 0) AS BIGINT) AS bytes FROM (\(sum)) AS line"
            return try db.row(sql, [.id(account)])?.number("bytes") ?? 0
        }

        /// Attachments have no limit of their own here: the vault counts them as they came (`Records.insert`), so that what
        /// fits comes back whole from an export, and those of imports that wait are here too.
        fileprivate var limit: (bytes: Int, code: VaultError.Code)? {
            switch self {
            case .attachments: nil
            case .links: (mostBytes, .linkLimit)
            case .pictures: (mostBytes, .pictureLimit)
            }
        }
    }

    static func used(by account: AccountID, _ db: any Transaction) throws -> Int {
        try Line.allCases.reduce(0) { try $0 + $1.bytes(of: account, db) }
    }

    /// Asks, in the transaction that has added something, whether it fits; what throws takes it back.
    ///
    /// - Throws: the line's own limit, or `accountLimit`.
    static func require(_ line: Line, of account: AccountID, _ db: any Transaction) throws {
        // Changes nothing, and holds the row: whoever else adds to the account comes before this or after it.
        try db.execute("UPDATE account SET generation = generation WHERE id = ?", [.id(account)])
        if let limit = line.limit, try line.bytes(of: account, db) > limit.bytes {
            throw VaultError(limit.code, "the account has no room left for \(line)")
        }
        guard try used(by: account, db) <= mostBytes else {
            throw VaultError(.accountLimit, "the account keeps as much as it may")
        }
    }
}

extension Accounts {
    /// Bytes that an account keeps beside its vault, as sealed.
    package func bytesBesideVault(of account: AccountID) async throws -> Int {
        try await database.read { try Quota.used(by: account, $0) }
    }
}

extension VaultError {
    /// Whether it is that an account keeps as much as it may beside its vault.
    package var isOfQuota: Bool { [.attachmentLimit, .linkLimit, .pictureLimit, .accountLimit].contains(code) }
}
