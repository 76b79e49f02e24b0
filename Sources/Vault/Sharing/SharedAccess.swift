package import VaultStorage

/// What of an account answers without a session: whoever has its address, or gets its messages, goes on reading when all
/// sessions have ended.
///
/// A line for each kind. Recovering, a lost device, ending the other sessions, a new password and a withdrawn consent end
/// them by it, and the page of sessions lists them. A test compares the lines with the tables that name an account, and
/// with the routes that anybody may ask.
package enum SharedAccess: Sendable, CaseIterable {
    /// Addresses of calendars that are subscribed to.
    case calendars
    /// Links for a doctor.
    case links
    /// Reminders by mail.
    case mail

    /// The tables whose rows answer, with what finds an account's; a row that refers to another comes after it.
    var tables: [(name: String, condition: String)] {
        switch self {
        case .calendars: [("calendarFeed", Self.own)]
        case .links:
            [("healthLink", Self.own)]
                + ["healthLinkFile", "healthLinkOpening"].map {
                    ($0, "link IN (SELECT id FROM healthLink WHERE \(Self.own))")
                }
        case .mail: [("reminderMail", Self.own), ("reminderDay", Self.own)]
        }
    }

    /// The condition of a table that names the account itself.
    static let own = "account = ?"

    /// Ends one kind: it doesn't answer any more.
    func end(_ db: any Transaction, of account: AccountID) throws {
        for table in tables.reversed() {
            try db.execute("DELETE FROM \(table.name) WHERE \(table.condition)", [.id(account)])
        }
    }

    /// Ends all of it.
    static func end(_ db: any Transaction, of account: AccountID) throws {
        for kind in allCases { try kind.end(db, of: account) }
    }

    fileprivate func isThere(_ db: any Transaction, of account: AccountID) throws -> Bool {
        try tables.contains {
            try db.finds("SELECT 1 AS one FROM \($0.name) WHERE \($0.condition) LIMIT 1", [.id(account)])
        }
    }
}

/// What an account had that answered without a session, to be put back where the rest of what ends it can't be written.
struct EndedSharing: Sendable {
    let kinds: Set<SharedAccess>
    private let account: AccountID
    private let rows: [(table: String, row: TransactionRow)]

    /// Ends it.
    init(_ db: any Transaction, of account: AccountID) throws {
        self.account = account
        kinds = try Set(SharedAccess.allCases.filter { try $0.isThere(db, of: account) })
        rows = try SharedAccess.allCases.flatMap(\.tables).flatMap { table in
            try db.rows("SELECT * FROM \(table.name) WHERE \(table.condition)", [.id(account)])
                .map { (table.name, $0) }
        }
        try SharedAccess.end(db, of: account)
    }

    func putBack(_ db: any Transaction) throws {
        try SharedAccess.end(db, of: account)
        for (table, row) in rows { try row.insert(into: table, db) }
    }
}

extension Accounts {
    /// Whether an account has one of a kind, as the accounts know it.
    package func has(_ kind: SharedAccess, _ account: AccountID) async throws -> Bool {
        try await database.read { try kind.isThere($0, of: account) }
    }
}

extension Records {
    /// Forgets what of it the vault knows.
    func deleteShared() throws {
        try deleteCalendarFeeds()
        try deleteHealthLinks()
    }
}
