package import Foundation
import Model
package import VaultStorage

/// What an operator sees of an account: nothing that says whose it is.
package struct AccountSummary: Sendable, Equatable {
    package enum State: String, Sendable {
        case active, disabled
        /// Its row was not written by a server, so that it opens nothing.
        case forged
    }

    package let id: AccountID
    package let created: Date
    /// When somebody signed in last from an address that is still kept; nil where there is none.
    package let lastSignIn: Date?
    /// Bytes of its vault and its attachments, as sealed.
    package let bytes: Int
    package let state: State
    package let isAdmin: Bool
}

/// Listing accounts, keeping them shut, taking them away.
extension AccountAdministration {
    /// The accounts, oldest first; names aren't stored.
    package func accounts() throws(VaultError) -> [AccountSummary] {
        try write { db in
            func numbers(_ sql: String) throws -> [String: SQLValue] {
                let pairs = try db.rows(sql, []).map { (try $0.text("account"), try $0.value("number")) }
                return Dictionary(pairs) { first, _ in first }
            }
            let files = try numbers(
                "SELECT account, CAST(SUM(length) AS BIGINT) AS number FROM attachmentFile GROUP BY account")
            let seen = try numbers("SELECT account, MAX(lastSeen) AS number FROM familiarAddress GROUP BY account")
            return try db.rows("SELECT * FROM account ORDER BY createdAt, id", []).map { row in
                let account = try AccountRow(row)
                let isOurs = try db.isAuthentic(row, as: .account, where: [:])
                let key = account.id.description
                var bytes = Int(clamping: account.lastCommit.length)
                if case .integer(let more)? = files[key] { bytes += Int(more) }
                var lastSignIn: Date?
                if case .real(let seconds)? = seen[key] { lastSignIn = Date(timeIntervalSince1970: seconds) }
                return AccountSummary(
                    id: account.id, created: account.created, lastSignIn: lastSignIn, bytes: bytes,
                    state: !isOurs ? .forged : account.isDisabled ? .disabled : .active,
                    isAdmin: isOurs && account.isAdmin)
            }
        }
    }

    /// Keeps an account from being signed in to, and ends its sessions on every server, or lets it in again.
    ///
    /// - Throws: `notFound`.
    package func setDisabled(_ account: AccountID, _ isDisabled: Bool) throws(VaultError) {
        guard try write({ try AccountRow.setDisabled($0, account, isDisabled) }) else { throw Self.unknown }
    }

    /// Takes an account away as its owner's own deletion does.
    ///
    /// - Parameter backupDays: how long backups are kept; so long a restored one takes it away again.
    /// - Throws: `notFound`.
    package func delete(_ account: AccountID, backupDays: Int) throws(VaultError) {
        let gone = DeletedAccount(account, at: now(), backupDays: backupDays)
        guard try VaultError.wrapping({ try deletion.delete(gone) }) else { throw Self.unknown }
    }

    private static var unknown: VaultError { VaultError(.notFound, "there is no account with this id") }
}
