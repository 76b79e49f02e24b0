import Foundation
import VaultStorage

/// How often somebody asks for first messages, and how often one is asked for to an address; and that its owner wants none.
///
/// A row outlives the account and its reminders, and is in backups. It names nobody: `hash` is a keyed hash of an account or
/// of an address (``MailNames``).
struct MailLimit: Sendable {
    /// Days until an account asks for a message to another address, and until another one goes to an address.
    static let (senderDays, recipientDays) = (1, 30)
    private static let never = Date(timeIntervalSince1970: 0)

    private let hash: [UInt8]
    private var askedAt = never
    /// Kept until whoever has a message takes it back.
    private var stoppedAt = never

    var isStopped: Bool { stoppedAt != Self.never }

    /// What is known; one that no server has written lets nothing go until it is deleted.
    init(of hash: [UInt8], _ db: any Transaction) throws {
        self.hash = hash
        guard let row = try db.row("SELECT * FROM mailLimit WHERE hash = ?", [.blob(hash)]) else { return }
        guard try db.isAuthentic(row, as: .mailLimit, where: ["hash": .blob(hash)]) else {
            stoppedAt = .distantFuture
            return
        }
        (askedAt, stoppedAt) = (try row.date("askedAt"), try row.date("stoppedAt"))
    }

    /// A clock that was set back gives nobody another one.
    private func wasAsked(within days: Int, of now: Date) -> Bool {
        abs(now.timeIntervalSince(askedAt)) < Double(days) * 86_400
    }

    private func save(_ db: any Transaction) throws {
        try db.insert(
            [.mailLimit: [.blob(hash), .time(askedAt), .time(stoppedAt)]], replacing: ["hash"])
    }

    /// Counts that an account asks for a first message, in the transaction that does.
    ///
    /// - Returns: Whether the message may go; nil, and nothing is counted, where the account has asked for one today.
    static func ask(_ db: any Transaction, from sender: [UInt8], to recipient: [UInt8], at now: Date) throws -> Bool? {
        var (sender, recipient) = (try MailLimit(of: sender, db), try MailLimit(of: recipient, db))
        guard !sender.isStopped, !sender.wasAsked(within: senderDays, of: now) else { return nil }
        sender.askedAt = now
        try sender.save(db)
        guard !recipient.isStopped, !recipient.wasAsked(within: recipientDays, of: now) else { return false }
        recipient.askedAt = now
        try recipient.save(db)
        return true
    }

    /// Counts a message no longer that its mail server refused: nobody got it.
    static func takeBack(_ db: any Transaction, _ hash: [UInt8]) throws {
        var limit = try MailLimit(of: hash, db)
        guard !limit.isStopped else { return }
        limit.askedAt = never
        try limit.save(db)
    }

    /// Has nothing go to an address any more, or lets it go again.
    static func stop(_ db: any Transaction, _ hash: [UInt8], at time: Date?) throws {
        var limit = try MailLimit(of: hash, db)
        limit.stoppedAt = time ?? never
        try limit.save(db)
    }

    /// Forgets what is too old to count.
    static func forget(_ db: any Transaction, at now: Date) throws {
        let days = Double(recipientDays) * 86_400
        try db.execute(
            "DELETE FROM mailLimit WHERE stoppedAt = 0 AND (askedAt <= ? OR askedAt >= ?)",
            [.time(now - days), .time(now + days)])
    }
}
