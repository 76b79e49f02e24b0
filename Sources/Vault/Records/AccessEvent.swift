package import Foundation
import GRDB
import Model

/// One line of the access log: what was done, when, with which device.
///
/// Never a health value.
package struct AccessEvent: Sendable, Equatable, Identifiable {
    /// How many lines are kept; the oldest go.
    package static let limit = 1000

    /// What is done; the pages have words for each.
    package enum Code: String, Sendable, CaseIterable {
        case signUp = "sign-up"
        case signIn = "sign-in"
        /// The password was right, the second factor not given yet.
        case signInPending = "sign-in-pending"
        case oneTimeCodeUsed = "one-time-code-used"
        case oneTimeCodesRenewed = "one-time-codes-renewed"
        case passkeySignIn = "passkey-sign-in"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// A passkey was refused because it counted backwards.
        case passkeyCopied = "passkey-copied"
        case signOut = "sign-out"
        case passwordChanged = "password-changed"
        case recovered
        case recoveryCodeRenewed = "recovery-code-renewed"
        case sessionEnded = "session-ended"
        case sessionsEnded = "sessions-ended"
        /// What answered without a session was ended.
        case sharedEnded = "shared-ended"
        case secondFactorOn = "second-factor-on"
        case secondFactorOff = "second-factor-off"
        case exported
        /// A page or sheet was opened that is made to be printed.
        case printed
        /// Visits were handed out as a file for calendars.
        case calendarFileTaken = "calendar-file-taken"
        /// The address of a calendar was made, or what it shows was changed.
        case calendarAddressMade = "calendar-address-made"
        /// Either of the two, as older releases logged it.
        case calendarMade = "calendar-made"
        /// A link for a doctor was made.
        case linkMade = "link-made"
        case imported
        /// A certificate's code was saved as a picture, to be shared.
        case codeSaved = "code-saved"
        /// A certificate's page was kept on a device, to be shown without a network.
        case keptOffline = "kept-offline"
        case attachmentAdded = "attachment-added"
        case attachmentOpened = "attachment-opened"
        case attachmentDeleted = "attachment-deleted"
        /// Something in the bin was deleted for good.
        case binEmptied = "bin-emptied"
        /// Reminders by mail were asked for, or ended.
        case reminderMailSaved = "reminder-mail-saved"
        case reminderMailEnded = "reminder-mail-ended"
        case consentWithdrawn = "consent-withdrawn"
        case consentGiven = "consent-given"
    }

    package let id: EventID
    package let time: Date
    package let device: String
    /// Nil for what another release has logged.
    package let code: Code?
    package let detail: String?

    /// Cuts texts to what the log holds; a log line must never stop what it logs.
    package init(id: EventID = .random(), time: Date, device: String, code: Code?, detail: String? = nil) {
        self.id = id
        self.time = time
        self.device = String(device.prefix(200))
        self.code = code
        self.detail = detail.map { String($0.prefix(200)) }
    }
}

extension Records {
    /// The newest lines first.
    package func accessLog(limit: Int = AccessEvent.limit) throws -> [AccessEvent] {
        let sql = "SELECT * FROM accessEvent ORDER BY time DESC, rowid DESC LIMIT ?"
        return try Row.fetchAll(db, sql: sql, arguments: [max(0, limit)]).map { row in
            AccessEvent(
                id: try row.identifier("id"), time: row.date("time"), device: row["device"],
                code: AccessEvent.Code(rawValue: row["code"]), detail: row["detail"])
        }
    }

    /// Logs what a session did, with its device.
    func log(_ code: AccessEvent.Code, by session: Session, at time: Date) throws {
        let device = try clients()[session.id]?.device ?? ""
        try log(AccessEvent(time: time, device: device, code: code))
    }

    /// Logs what somebody did who isn't signed in as a whole, with the device that asks.
    func log(_ code: AccessEvent.Code, of client: ClientDescription, at time: Date, detail: String? = nil) throws {
        try log(AccessEvent(time: time, device: client.device, code: code, detail: detail))
    }

    /// Adds a line; the oldest go.
    package func log(_ event: AccessEvent) throws {
        try execute(
            "INSERT INTO accessEvent (id, time, device, code, detail) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                event.id.description, event.time.timeIntervalSince1970, event.device, event.code?.rawValue ?? "",
                event.detail,
            ])
        try execute(
            """
            DELETE FROM accessEvent WHERE rowid NOT IN
                (SELECT rowid FROM accessEvent ORDER BY time DESC, rowid DESC LIMIT ?)
            """,
            arguments: [AccessEvent.limit])
    }
}
