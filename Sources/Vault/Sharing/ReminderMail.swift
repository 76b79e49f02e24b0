import ByteCoding
package import CivilDates
package import Foundation
import Model
package import VaultStorage

/// That an account wants mail when something may be due: to which address, and what the server learns for it.
package struct ReminderMail: Sendable, Equatable {
    /// What a message depends on.
    package enum Kind: String, Sendable, CaseIterable {
        /// One a month, whether anything is due or not: the server learns nothing.
        case monthly
        /// On the days of visits: the server learns these days.
        case due
    }

    package let kind: Kind
    /// Nil until its owner has followed the link in the first message.
    package let confirmedAt: Date?
    /// Whether no message can reach it: a mail server refused the address for good, or its key is gone.
    package let isUnreachable: Bool
}

/// A message that is to be sent now.
package struct MailTask: Sendable, Equatable {
    package let account: AccountID
    /// Where its links lead, to whoever gets it and to nobody else.
    package let link: MailLink
    /// What they hold.
    package let token: [UInt8]
    package let address: String
    /// A BCP 47 tag.
    package let language: String
    package let kind: ReminderMail.Kind
    /// Whether it asks for the address to be confirmed.
    package let isFirst: Bool
}

/// How an attempt to send a message ended.
package enum MailAttempt: Sendable, Equatable {
    case sent
    /// It is tried again after a while, for three days at most.
    case later
    /// The address doesn't exist.
    case refused
}

// MARK: - What its owner does
extension Accounts {
    var mailNames: MailNames { MailNames(backend.nameKey) }

    /// Starts again with an address, which has to be confirmed; that it is the same one needs no other message.
    ///
    /// Whether a message goes to it depends on what others asked for and on its owner (``MailLimit``), which is nobody
    /// else's business: an address that gets none waits as the others do.
    ///
    /// - Returns: False, and all stays as it was, where the account has begun with another one today.
    @discardableResult
    package func save(
        _ address: String, _ kind: ReminderMail.Kind, language: String, key: MailKey, of account: AccountID
    ) async throws -> Bool {
        let now = configuration.now()
        let sealed = key.seal(address, for: account, random: configuration.random)
        let (sender, link) = (mailNames.sender(account), mailNames.link(to: address, of: account))
        return try await database.write { db in
            try Withdrawal.refuse(db, account: account)
            if try ReminderMail.change(db, link.name, to: kind, sealed) {
                try db.execute(
                    "UPDATE reminderMail SET language = ?, createdAt = ? WHERE name = ?",
                    [.text(language), .time(now), .blob(link.name)])
                try db.execute("DELETE FROM reminderDay WHERE account = ?", [.id(account)])
                return true
            }
            guard let mayGo = try MailLimit.ask(db, from: sender, to: link.recipient, at: now) else { return false }
            try SharedAccess.mail.end(db, of: account)
            let values: [SQLValue] = [
                .id(account), .blob(link.name), .blob(sealed), .text(kind.rawValue), .real(0),
            ]
            try db.insert(
                [.reminderMail: values],
                adding: [
                    "language": .text(language), "createdAt": .time(now), "isRefused": .flag(false),
                    "lastSent": .text(mayGo ? "" : Self.day(now).description), "failingSince": .real(0),
                    "nextTry": .real(0),
                ])
            return true
        }
    }

    /// Nil where none is wanted.
    package func reminderMail(of account: AccountID, key: MailKey) async throws -> ReminderMail? {
        try await database.read { db -> ReminderMail? in
            guard let row = try ReminderMail.row(db, where: ("account", .id(account))),
                let kind = ReminderMail.Kind(rawValue: try row.text("kind"))
            else { return nil }
            let confirmed = try row.date("confirmedAt")
            let isLost = key.open(try row.blob("sealed"), for: account) == nil
            return ReminderMail(
                kind: kind, confirmedAt: confirmed.timeIntervalSince1970 == 0 ? nil : confirmed,
                isUnreachable: try isLost || row.flag("isRefused"))
        }
    }

    package func endReminderMail(of account: AccountID) async throws {
        try await database.write { try SharedAccess.mail.end($0, of: account) }
    }

    /// Says the days of an account's visits, as its vault has them now.
    ///
    /// - Parameter generation: of the content that they were made of; where there is a later one, all stays as it is.
    package func publish(reminderDays days: [CalendarDate], of account: AccountID, generation: UInt64) async throws {
        let wanted = Array(Set(days.map(\.description))).sorted()
        let known = try await database.read { db in
            guard let row = try ReminderMail.row(db, where: ("account", .id(account))),
                try row.text("kind") == ReminderMail.Kind.due.rawValue
            else { return nil as [String]? }
            return try db.rows("SELECT day FROM reminderDay WHERE account = ? ORDER BY day", [.id(account)])
                .map { try $0.text("day") }
        }
        guard let known, known != wanted else { return }
        try await database.write { db in
            guard try Self.isLast(generation, of: account, db) else { return }
            try db.execute("DELETE FROM reminderDay WHERE account = ?", [.id(account)])
            for day in wanted {
                try db.execute("INSERT INTO reminderDay (account, day) VALUES (?, ?)", [.id(account), .text(day)])
            }
        }
    }
}

// MARK: - What whoever has the message does
extension Accounts {
    /// The link of a token; nil for one that no server of these accounts made.
    package func mailLink(_ token: [UInt8]) -> MailLink? { mailNames.link(in: token) }

    package func state(of link: MailLink) async throws -> MailLinkState {
        try await database.read { db in
            if try MailLimit(of: link.recipient, db).isStopped { return .stopped }
            guard let row = try ReminderMail.row(db, where: ("name", .blob(link.name))) else { return .none }
            return try row.value("confirmedAt") == .real(0) ? .waiting : .running
        }
    }

    /// False where nothing waits to be confirmed.
    package func confirmReminderMail(_ link: MailLink) async throws -> Bool {
        let now = configuration.now()
        return try await database.write { db in
            let key = ("name", SQLValue.blob(link.name))
            guard try !MailLimit(of: link.recipient, db).isStopped, let row = try ReminderMail.row(db, where: key),
                try row.value("confirmedAt") == .real(0)
            else { return false }
            return try db.change(.reminderMail, where: key, set: "confirmedAt", to: .time(now))
        }
    }

    /// Has nothing go to the address any more, from whatever account.
    package func stopReminderMail(_ link: MailLink) async throws {
        let now = configuration.now()
        try await database.write { db in
            try MailLimit.stop(db, link.recipient, at: now)
            if let row = try db.row("SELECT account FROM reminderMail WHERE name = ?", [.blob(link.name)]) {
                try SharedAccess.mail.end(db, of: row.identifier("account"))
            }
        }
    }

    /// Takes that back; by itself it has nothing sent.
    package func allowReminderMail(_ link: MailLink) async throws {
        try await database.write { db in
            guard try MailLimit(of: link.recipient, db).isStopped else { return }
            try MailLimit.stop(db, link.recipient, at: nil)
        }
    }
}

extension ReminderMail {
    /// The row that has a value; one that no server has written is none.
    fileprivate static func row(
        _ db: any Transaction, where key: (column: String, value: SQLValue)
    ) throws -> TransactionRow? {
        try db.row("SELECT * FROM reminderMail WHERE \(key.column) = ?", [key.value]).flatMap { row in
            try db.isAuthentic(row, as: .reminderMail, where: [key.column: key.value]) ? row : nil
        }
    }

    /// Another kind for an address that is there already, sealed again in case its key was replaced.
    ///
    /// - Returns: False where it isn't there, or its mail server refused it.
    fileprivate static func change(
        _ db: any Transaction, _ name: [UInt8], to kind: Kind, _ sealed: [UInt8]
    ) throws -> Bool {
        let key = ("name", SQLValue.blob(name))
        guard let row = try row(db, where: key), try !row.flag("isRefused") else { return false }
        try db.change(.reminderMail, where: key, set: "sealed", to: .blob(sealed))
        return try db.change(.reminderMail, where: key, set: "kind", to: .text(kind.rawValue))
    }
}
