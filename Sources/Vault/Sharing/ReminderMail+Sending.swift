import CivilDates
import Foundation
import Model
import VaultStorage

// What is sent, and what became of it.

extension Accounts {
    /// How long nobody else sends what was taken.
    private static let claim: TimeInterval = 600
    /// How long an address waits to be confirmed.
    private static let patience: TimeInterval = 7 * 86_400
    /// How long a message is tried.
    private static let trying: TimeInterval = 3 * 86_400
    private static let most = 20

    /// The day of UTC.
    static func day(_ time: Date) -> CalendarDate {
        CalendarDate(clampingDayNumber: Int(time.timeIntervalSince1970 / 86_400, clampedTo: 0...1_000_000))
    }

    /// Takes messages that are to be sent now; nobody else gets them for ten minutes.
    ///
    /// Of each account at most one a day, whatever the clock does: a day that isn't after the last one is no occasion.
    package func claimMail(key: MailKey) async throws -> [MailTask] {
        let now = configuration.now()
        let today = Self.day(now)
        let monthAgo = today.adding(CalendarPeriod(months: -1))
        return try await database.write { [self] db in
            try MailLimit.forget(db, at: now)
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
            return try due.compactMap { row -> MailTask? in
                guard try db.isAuthentic(row, as: .reminderMail, where: [:]), let task = try mailTask(row, key) else {
                    return nil
                }
                guard try MailLimit(of: task.link.recipient, db).isStopped else { return task }
                // By a message of another account.
                try SharedAccess.mail.end(db, of: task.account)
                return nil
            }
        }
    }

    /// Nil where this key doesn't open the address.
    private func mailTask(_ row: TransactionRow, _ key: MailKey) throws -> MailTask? {
        let account: AccountID = try row.identifier("account")
        guard let kind = ReminderMail.Kind(rawValue: try row.text("kind")),
            let address = key.open(try row.blob("sealed"), for: account)
        else { return nil }
        let recipient = mailNames.link(to: address, of: account).recipient
        let link = MailLink(name: try row.blob("name"), recipient: recipient)
        return MailTask(
            account: account, link: link, token: mailNames.token(link), address: address,
            language: try row.text("language"), kind: kind,
            isFirst: try row.date("confirmedAt").timeIntervalSince1970 == 0)
    }

    /// Notes what became of a message.
    package func settle(_ task: MailTask, _ outcome: MailAttempt) async throws {
        let now = configuration.now()
        let today = Self.day(now).description
        try await database.write { db in
            switch outcome {
            case .sent:
                try db.execute(
                    "UPDATE reminderMail SET lastSent = ?, failingSince = 0, nextTry = 0 WHERE name = ?",
                    [.text(today), .blob(task.link.name)])
            case .refused:
                try db.execute("UPDATE reminderMail SET isRefused = 1 WHERE name = ?", [.blob(task.link.name)])
                if task.isFirst { try MailLimit.takeBack(db, task.link.recipient) }
            case .later:
                guard
                    let row = try db.row(
                        "SELECT failingSince FROM reminderMail WHERE name = ?", [.blob(task.link.name)])
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
                        .blob(task.link.name),
                    ])
            }
        }
    }
}
