package import Foundation
import GRDB
import Model

/// One line of the access log: what was done, when, with which device.
///
/// Never a health value.
package struct AccessEvent: Sendable, Equatable, Identifiable {
    /// How many lines are kept; the oldest go.
    package static let limit = 1000

    /// What `Accounts` logs by itself; the pages add their own codes.
    package enum Code {
        package static let signUp = "sign-up"
        package static let signIn = "sign-in"
        /// The password was right, the second factor not given yet.
        package static let signInPending = "sign-in-pending"
        package static let oneTimeCodeUsed = "one-time-code-used"
        package static let oneTimeCodesRenewed = "one-time-codes-renewed"
        package static let passkeySignIn = "passkey-sign-in"
        package static let passkeyAdded = "passkey-added"
        package static let passkeyRemoved = "passkey-removed"
        /// A passkey was refused because it counted backwards.
        package static let passkeyCopied = "passkey-copied"
        package static let signOut = "sign-out"
        package static let passwordChanged = "password-changed"
        package static let recovered = "recovered"
        package static let recoveryCodeRenewed = "recovery-code-renewed"
        package static let sessionEnded = "session-ended"
        package static let sessionsEnded = "sessions-ended"
        package static let secondFactorOn = "second-factor-on"
        package static let secondFactorOff = "second-factor-off"
        package static let exported = "exported"
        package static let imported = "imported"
        /// A certificate's code was saved as a picture, to be shared.
        package static let codeSaved = "code-saved"
        package static let attachmentAdded = "attachment-added"
        package static let attachmentOpened = "attachment-opened"
        package static let attachmentDeleted = "attachment-deleted"

        /// All of them.
        package static let all = [
            signUp, signIn, signInPending, oneTimeCodeUsed, oneTimeCodesRenewed, signOut, passwordChanged, recovered,
            recoveryCodeRenewed, sessionEnded, sessionsEnded, secondFactorOn, secondFactorOff, exported, imported,
            passkeySignIn, passkeyAdded, passkeyRemoved, passkeyCopied, codeSaved,
            attachmentAdded, attachmentOpened, attachmentDeleted,
        ]
    }

    package let id: EventID
    package let time: Date
    package let device: String
    /// A code that the pages have words for, such as `sign-in`.
    package let code: String
    package let detail: String?

    /// Cuts texts to what the log holds; a log line must never stop what it logs.
    package init(id: EventID = .random(), time: Date, device: String, code: String, detail: String? = nil) {
        self.id = id
        self.time = time
        self.device = String(device.prefix(200))
        self.code = String(code.prefix(64))
        self.detail = detail.map { String($0.prefix(200)) }
    }
}

extension Records {
    /// The newest lines first.
    package func accessLog(limit: Int = AccessEvent.limit) throws -> [AccessEvent] {
        let sql = "SELECT * FROM accessEvent ORDER BY time DESC, rowid DESC LIMIT ?"
        return try Row.fetchAll(db, sql: sql, arguments: [max(0, limit)]).map { row in
            AccessEvent(
                id: try row.identifier("id"), time: row.date("time"), device: row["device"], code: row["code"],
                detail: row["detail"])
        }
    }

    /// Logs what a session did, with its device.
    func log(_ code: String, by session: Session, at time: Date) throws {
        let device = try clients()[session.id]?.device ?? ""
        try log(AccessEvent(time: time, device: device, code: code))
    }

    /// Adds a line; the oldest go.
    package func log(_ event: AccessEvent) throws {
        try execute(
            "INSERT INTO accessEvent (id, time, device, code, detail) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                event.id.description, event.time.timeIntervalSince1970, event.device, event.code, event.detail,
            ])
        try execute(
            """
            DELETE FROM accessEvent WHERE rowid NOT IN
                (SELECT rowid FROM accessEvent ORDER BY time DESC, rowid DESC LIMIT ?)
            """,
            arguments: [AccessEvent.limit])
    }
}
