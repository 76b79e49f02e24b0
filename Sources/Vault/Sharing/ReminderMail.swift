import ByteCoding
package import CivilDates
package import Foundation
import Model
import Secrets
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
    /// Names the row to whoever gets the message, and to nobody else: 16 random bytes.
    package let name: [UInt8]
    package let address: String
    /// A BCP 47 tag.
    package let language: String
    package let kind: ReminderMail.Kind
    /// Whether it asks for the address to be confirmed.
    package let isFirst: Bool
}

/// How an attempt to send a message ended.
package enum MailOutcome: Sendable, Equatable {
    case sent
    /// It is tried again after a while, for three days at most.
    case later
    /// The address doesn't exist.
    case refused
}

/// The key that addresses are sealed with: of the servers that send, in a file of its own, and in no backup.
package struct MailKey: Sendable {
    private let key: SecretBytes

    package init(_ bytes: [UInt8]) { key = SecretBytes(copying: bytes) }

    fileprivate func seal(_ address: String, for account: AccountID, random: RandomSource) -> [UInt8] {
        // Of one length, so that it says nothing.
        let bytes = Array(address.utf8)
        let padding = [UInt8](repeating: 0, count: max(0, MailKey.length - bytes.count))
        return Sealing.seal(bytes + padding, key: sealing, associated: Array(account.description.utf8), random: random)
    }

    fileprivate func open(_ sealed: [UInt8], for account: AccountID) -> String? {
        Sealing.open(sealed, key: sealing, associated: Array(account.description.utf8)).flatMap {
            String(typed: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static let length = 256
    private var sealing: SecretBytes { Blake.subkey(of: key, context: "vaccinapp mail 1") }
    private var naming: SecretBytes { Blake.subkey(of: key, context: "vaccinapp mail name") }

    /// What stands in a message's links: only who has the key can make it, so that names can't be tried.
    package func token(_ name: [UInt8]) -> [UInt8] { name + Blake.mac(name, key: naming).prefix(16) }

    /// The name in a token; nil for one that this key didn't make.
    package func name(in token: [UInt8]) -> [UInt8]? {
        guard token.count == 32, Sodium.areEqual(self.token(Array(token.prefix(16))), token) else { return nil }
        return Array(token.prefix(16))
    }
}

// MARK: - What its owner does
extension Accounts {
    /// Begins anew with an address, which has to be confirmed.
    package func save(
        _ address: String, _ kind: ReminderMail.Kind, language: String, key: MailKey, of account: AccountID
    ) async throws {
        let (now, random) = (configuration.now(), configuration.random)
        let sealed = key.seal(address, for: account, random: random)
        try await database.write { db in
            try Withdrawal.refuse(db, account: account)
            try ReminderMail.end(db, of: account)
            let values: [SQLValue] = [
                .id(account), .blob(random.bytes(16)), .blob(sealed), .text(kind.rawValue), .real(0),
            ]
            try db.insert(
                [.reminderMail: values],
                adding: [
                    "language": .text(language), "createdAt": .time(now), "isRefused": .flag(false),
                    "lastSent": .text(""), "failingSince": .real(0), "nextTry": .real(0),
                ])
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

    /// The same by the name that stands in a message's links.
    package func reminderMail(called name: [UInt8], key: MailKey) async throws -> ReminderMail? {
        let account: AccountID? = try await database.read { db in
            try ReminderMail.row(db, where: ("name", .blob(name)))?.identifier("account")
        }
        guard let account else { return nil }
        return try await reminderMail(of: account, key: key)
    }

    package func endReminderMail(of account: AccountID) async throws {
        try await database.write { try ReminderMail.end($0, of: account) }
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
            // Changes nothing, and holds the row: no commit comes between this and the end.
            let isLast = try db.change(
                "UPDATE account SET generation = generation WHERE id = ? AND generation = ?",
                [.id(account), .number(generation)])
            guard isLast == 1 else { return }
            try db.execute("DELETE FROM reminderDay WHERE account = ?", [.id(account)])
            for day in wanted {
                try db.execute("INSERT INTO reminderDay (account, day) VALUES (?, ?)", [.id(account), .text(day)])
            }
        }
    }
}

// MARK: - What whoever has the message does
extension Accounts {
    /// False where nothing waits to be confirmed.
    package func confirmReminderMail(_ name: [UInt8]) async throws -> Bool {
        let now = configuration.now()
        return try await database.write { db in
            let key = ("name", SQLValue.blob(name))
            guard let row = try ReminderMail.row(db, where: key), try row.value("confirmedAt") == .real(0) else {
                return false
            }
            return try db.change(.reminderMail, where: key, set: "confirmedAt", to: .time(now))
        }
    }

    /// False where it was ended before.
    package func stopReminderMail(_ name: [UInt8]) async throws -> Bool {
        try await database.write { db in
            guard let row = try db.row("SELECT account FROM reminderMail WHERE name = ?", [.blob(name)]) else {
                return false
            }
            let account = try row.text("account")
            try db.execute("DELETE FROM reminderDay WHERE account = ?", [.text(account)])
            return try db.change("DELETE FROM reminderMail WHERE name = ?", [.blob(name)]) == 1
        }
    }
}

// MARK: - What is sent
extension Accounts {
    /// How long nobody else sends what was taken.
    private static let claim: TimeInterval = 600
    /// How long an address waits to be confirmed.
    private static let patience: TimeInterval = 7 * 86_400
    /// How long a message is tried.
    private static let trying: TimeInterval = 3 * 86_400
    private static let most = 20

    /// The day of UTC.
    private static func day(_ time: Date) -> CalendarDate {
        CalendarDate(clampingDayNumber: Int(time.timeIntervalSince1970 / 86_400, clampedTo: 0...1_000_000))
    }

    /// Takes messages that are to be sent now; nobody else gets them for ten minutes.
    ///
    /// Of each account at most one a day, whatever the clock does: a day that isn't after the last one is no occasion.
    package func takeMail(key: MailKey) async throws -> [MailTask] {
        let now = configuration.now()
        let today = Self.day(now)
        let monthAgo = today.adding(CalendarPeriod(months: -1))
        let rows = try await database.write { db in
            try db.execute(
                "DELETE FROM reminderMail WHERE confirmedAt = 0 AND createdAt <= ?", [.time(now - Self.patience)])
            let due = try db.rows(
                """
                SELECT \(AuthenticatedRow.reminderMail.selection), language FROM reminderMail AS mail
                WHERE isRefused = 0 AND nextTry <= ?1 AND lastSent < ?2
                AND EXISTS (SELECT 1 FROM account WHERE account.id = mail.account AND isDisabled = 0)
                AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.account = mail.account)
                AND ((confirmedAt = 0 AND lastSent = '')
                    OR (confirmedAt > 0 AND kind = 'monthly' AND lastSent <= ?3)
                    OR (confirmedAt > 0 AND kind = 'due' AND EXISTS (SELECT 1 FROM reminderDay AS day
                        WHERE day.account = mail.account AND day.day <= ?2 AND day.day > mail.lastSent)))
                ORDER BY nextTry LIMIT \(Self.most)
                """, [.time(now), .text(today.description), .text(monthAgo.description)])
            for row in due {
                try db.execute(
                    "UPDATE reminderMail SET nextTry = ? WHERE name = ?",
                    [.time(now + Self.claim), .blob(row.blob("name"))])
            }
            // Taken all the same, so that those that no server has written don't keep others waiting.
            return try due.filter { try db.isAuthentic($0, as: .reminderMail, where: [:]) }
        }
        return try rows.compactMap { row -> MailTask? in
            guard let account: AccountID = try? row.identifier("account"),
                let kind = ReminderMail.Kind(rawValue: try row.text("kind")),
                let address = key.open(try row.blob("sealed"), for: account)
            else { return nil }
            return MailTask(
                account: account, name: try row.blob("name"), address: address, language: try row.text("language"),
                kind: kind, isFirst: try row.date("confirmedAt").timeIntervalSince1970 == 0)
        }
    }

    /// Notes what became of a message.
    package func settle(_ task: MailTask, _ outcome: MailOutcome) async throws {
        let now = configuration.now()
        let today = Self.day(now).description
        try await database.write { db in
            switch outcome {
            case .sent:
                try db.execute(
                    "UPDATE reminderMail SET lastSent = ?, failingSince = 0, nextTry = 0 WHERE name = ?",
                    [.text(today), .blob(task.name)])
            case .refused:
                try db.execute("UPDATE reminderMail SET isRefused = 1 WHERE name = ?", [.blob(task.name)])
            case .later:
                guard let row = try db.row("SELECT failingSince FROM reminderMail WHERE name = ?", [.blob(task.name)])
                else { return }
                let before = try row.date("failingSince")
                let since = before.timeIntervalSince1970 == 0 ? now : before
                let failing = now.timeIntervalSince(since)
                // After three days it is given up, and the next occasion is another one.
                let isOver = failing >= Self.trying
                try db.execute(
                    "UPDATE reminderMail SET failingSince = ?, nextTry = ?, lastSent = CASE WHEN ? = 1 THEN ? ELSE lastSent END WHERE name = ?",
                    [
                        isOver ? .real(0) : .time(since), .time(now + max(Self.claim, failing)), .flag(isOver),
                        .text(today),
                        .blob(task.name),
                    ])
            }
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

    /// Takes away what an account's reminders are made of: the address, and the days that they are sent for.
    static func end(_ db: any Transaction, of account: AccountID) throws {
        for table in ["reminderMail", "reminderDay"] {
            try db.execute("DELETE FROM \(table) WHERE account = ?", [.id(account)])
        }
    }
}
