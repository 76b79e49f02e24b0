package import Foundation
package import VaultStorage

/// That an account's owner withdrew their consent to what it keeps: it is deleted 30 days later, unless they agree again.
///
/// The consent itself is in the sealed vault, which no job opens. So the server has this row: written after the commit that
/// withdraws the consent and removed before the one that gives it again, so that no account with a consent has one.
struct Withdrawal: Sendable, Equatable {
    /// From the withdrawal to the deletion, in days.
    static let days = 30

    let account: AccountID
    let time: Date

    init(account: AccountID, at time: Date) { (self.account, self.time) = (account, time) }

    private init(_ row: TransactionRow) throws {
        account = try row.identifier("account")
        time = try row.date("withdrawnAt")
    }

    /// When the account is deleted.
    var end: Date { time.addingTimeInterval(Double(Self.days) * 86_400) }

    /// One that no server has written is none.
    static func fetch(_ db: any Transaction, account: AccountID) throws -> Withdrawal? {
        try db.row("SELECT * FROM withdrawal WHERE account = ?", [.id(account)]).flatMap { row in
            try db.isAuthentic(row, as: .withdrawal, where: ["account": .id(account)]) ? try Withdrawal(row) : nil
        }
    }

    /// Refuses to keep anything outside its vault for an account whose consent was withdrawn meanwhile.
    static func refuse(_ db: any Transaction, account: AccountID) throws {
        guard try fetch(db, account: account) == nil else { throw VaultError(.sessionEnded, "") }
    }

    /// Those whose time is over.
    static func fetchOver(_ db: any Transaction, at time: Date) throws -> [Withdrawal] {
        try fetchAll(db).filter { $0.end <= time }
    }

    private static func fetchAll(_ db: any Transaction) throws -> [Withdrawal] {
        try db.rows("SELECT * FROM withdrawal ORDER BY withdrawnAt, account", [])
            .filter { try db.isAuthentic($0, as: .withdrawal, where: [:]) }.map { try Withdrawal($0) }
    }

    /// Replaces what was there; what answers without a session ends, and doesn't come back with a new consent.
    func save(_ db: any Transaction) throws {
        try SharedAccess.end(db, of: account)
        try db.insert([.withdrawal: [.id(account), .time(time)]], replacing: ["account"])
    }

    /// Takes it away.
    ///
    /// - Returns: False where there is none any more.
    @discardableResult
    static func delete(_ db: any Transaction, account: AccountID) throws -> Bool {
        try db.change("DELETE FROM withdrawal WHERE account = ?", [.id(account)]) == 1
    }

    /// Restarts all periods: those who come back from a backup have 30 days to see it.
    static func beginAnew(_ db: any Transaction, at time: Date) throws {
        for withdrawal in try fetchAll(db) { try Withdrawal(account: withdrawal.account, at: time).save(db) }
    }

    /// Restarts all periods in a folder that was restored; without its `names.key` all go, and are written when their owners next
    /// see that they lack.
    static func beginAnew(in folder: String, at time: Date, files: any FileSystem) throws {
        var accounts = try SQLiteAccountsDatabase(existing: "\(folder)/accounts.sqlite")
        defer { accounts.close() }
        switch try accounts.readBlocking({ try NameKey(folder, .folder, files: files).find($0) }) {
        case .success(let key):
            accounts.rowKey = try RowKey(key)
            try accounts.writeBlocking { try beginAnew($0, at: time) }
        case .failure:
            try accounts.writeBlocking { try $0.execute("DELETE FROM withdrawal", []) }
        }
    }
}

/// The consent to what an account keeps: withdrawn, which leads to its deletion, and given again.
package struct AccountConsent: Sendable {
    let database: any AccountsDatabase

    /// Withdraws it; once more where that was cut short.
    ///
    /// - Throws: `sessionEnded`.
    package func withdraw(_ session: Session, at time: Date) async throws(VaultError) {
        try await VaultError.wrapping {
            try await session.vault.write { records in
                try records.withdrawConsent(at: time)
                try records.deleteShared()
                try records.log(.consentWithdrawn, by: session, at: time)
            }
            try await database.write { db in
                guard try Withdrawal.fetch(db, account: session.accountID) == nil else { return }
                try Withdrawal(account: session.accountID, at: time).save(db)
            }
        }
    }

    /// Gives it, also again.
    ///
    /// - Throws: `sessionEnded`.
    package func give(_ consent: ConsentRecord, _ session: Session) async throws(VaultError) {
        try await VaultError.wrapping {
            try await session.vault.withWritingLock { _ in }
            _ = try await database.write { try Withdrawal.delete($0, account: session.accountID) }
            try await session.vault.write { records in
                try records.insert(consent)
                try records.log(.consentGiven, by: session, at: consent.time)
            }
        }
    }

    /// When the account is deleted; nil where nothing is to be.
    package func deletion(of session: Session) async throws(VaultError) -> Date? {
        try await VaultError.wrapping {
            try await database.read { try Withdrawal.fetch($0, account: session.accountID)?.end }
        }
    }
}

// MARK: - The job
extension Accounts {
    /// Deletes the accounts whose consent was withdrawn long enough ago, as their owners' own deletion does.
    ///
    /// - Throws: what kept one of them from being deleted; the others are gone.
    func deleteWithdrawn() async throws {
        let now = configuration.now()
        var failure: (any Error)?
        for withdrawal in try await database.read({ try Withdrawal.fetchOver($0, at: now) }) {
            let deleted = DeletedAccount(withdrawal.account, at: now, backupDays: configuration.backupDays)
            do {
                let isGone = try await database.write { db in
                    // Whoever agreed meanwhile stays.
                    guard try Withdrawal.fetch(db, account: deleted.id) == withdrawal,
                        try Withdrawal.delete(db, account: deleted.id)
                    else { return false }
                    return try AccountDeletion.deleteRows(db, of: deleted)
                }
                guard isGone else { continue }
                try await deleteRest(of: deleted)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
