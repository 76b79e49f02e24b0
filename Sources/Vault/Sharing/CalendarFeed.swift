import ByteCoding
package import Foundation
import GRDB
import Model
import Secrets
package import VaultStorage

/// The address at which a pass's visits can be subscribed to, as its vault knows it.
///
/// The secret is in the address and in the vault, nowhere else. Where the calendar is and what seals it are
/// derived from it, so that the server can open the calendar only while somebody asks for it by its address.
package struct CalendarFeed: Sendable, Equatable {
    /// Bytes of a secret.
    package static let secretLength = 32

    package let pass: PassID
    package let secret: [UInt8]
    /// Whether it contains the pass's name and the diseases.
    package var hasNames: Bool
    /// A BCP 47 tag: what it says it says in one language, whoever of a family signs in.
    package var language: String
    package let createdAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`.
    package init(
        pass: PassID, secret: [UInt8], hasNames: Bool, language: String, createdAt: Date
    ) throws(VaultError) {
        guard secret.count == Self.secretLength else {
            throw VaultError(.invalidRecord, "the secret has a length that is not allowed")
        }
        (self.pass, self.secret, self.hasNames) = (pass, secret, hasNames)
        (self.language, self.createdAt) = (language, createdAt)
    }

    fileprivate init(_ row: Row) throws {
        try self.init(
            pass: row.identifier("passID"), secret: Array(row["secret"] as Data), hasNames: row["hasNames"],
            language: row["language"], createdAt: row.date("createdAt"))
    }
}

extension Records {
    package func calendarFeeds() throws -> [CalendarFeed] {
        try Row.fetchAll(statement("SELECT * FROM calendarFeed ORDER BY passID")).map(CalendarFeed.init)
    }

    package func calendarFeed(of pass: PassID) throws -> CalendarFeed? {
        try Row.fetchOne(
            statement("SELECT * FROM calendarFeed WHERE passID = ?"), arguments: [pass.description]
        ).map(CalendarFeed.init)
    }

    /// Adds the feed of a pass, or replaces it.
    package func save(_ feed: CalendarFeed) throws {
        try deleteCalendarFeed(of: feed.pass)
        try insert(
            into: "calendarFeed",
            [
                ("passID", feed.pass.description), ("secret", Data(feed.secret)), ("hasNames", feed.hasNames),
                ("language", feed.language), ("createdAt", feed.createdAt.timeIntervalSince1970),
            ])
    }

    package func deleteCalendarFeed(of pass: PassID) throws {
        try execute("DELETE FROM calendarFeed WHERE passID = ?", arguments: [pass.description])
    }

    /// Ends all addresses: none of them leads anywhere again.
    func deleteCalendarFeeds() throws { try execute("DELETE FROM calendarFeed") }
}

/// A calendar outside its vault, sealed by what only its address knows.
struct SealedCalendar: Sendable {
    /// Sealed texts are multiples of this long, so that their length says little.
    private static let sizeClass = 8 << 10

    let id: [UInt8]
    private let key: SecretBytes

    init(secret: [UInt8]) {
        let secret = SecretBytes(copying: secret)
        id = Blake.subkey(of: secret, context: "calendar feed id").copied()
        key = Blake.subkey(of: secret, context: "calendar feed seal")
    }

    func seal(_ text: String, random: RandomSource) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length = UInt32(clamping: bytes.count).bigEndianBytes
        let padding = Self.sizeClass - (length.count + bytes.count) % Self.sizeClass
        return Sealing.seal(
            length + bytes + [UInt8](repeating: 0, count: padding), key: key, associated: id, random: random)
    }

    /// Nil where it is damaged.
    func open(_ sealed: [UInt8]) -> String? {
        guard let plain = Sealing.open(sealed, key: key, associated: id),
            let length = UInt32(bigEndianBytes: Array(plain.prefix(4))), Int(length) <= plain.count - 4
        else { return nil }
        return String(decoding: plain[4..<(4 + Int(length))], as: UTF8.self)
    }
}

extension Accounts {
    /// Puts a calendar where its address leads.
    ///
    /// - Parameter generation: of the content that it was made of.
    /// - Returns: False where there is a later one: then it is too late, and all stays as it is.
    package func publish(
        _ text: String, at feed: CalendarFeed, of account: AccountID, generation: UInt64
    ) async throws -> Bool {
        let calendar = SealedCalendar(secret: feed.secret)
        let sealed = calendar.seal(text, random: configuration.random)
        return try await database.write { db in
            guard try Self.isLast(generation, of: account, db) else { return false }
            // One of another account, which no server writes, makes room.
            try db.insert(
                [.calendarFeed: [.blob(calendar.id), .id(account), .blob(Blake.digest(sealed))]],
                adding: ["sealed": .blob(sealed)], replacing: ["id"])
            return true
        }
    }

    /// Takes away all calendars of an account but those at these addresses; the same.
    package func removeCalendars(
        but feeds: [CalendarFeed], of account: AccountID, generation: UInt64
    ) async throws -> Bool {
        let ids = Set(feeds.map { SealedCalendar(secret: $0.secret).id })
        @Sendable func others(_ db: any Transaction) throws -> [SQLValue] {
            try db.rows("SELECT id FROM calendarFeed WHERE account = ?", [.id(account)])
                .map { try $0.blob("id") }.filter { !ids.contains($0) }.map(SQLValue.blob)
        }
        guard try await database.read({ try !others($0).isEmpty }) else { return true }
        return try await database.write { db in
            guard try Self.isLast(generation, of: account, db) else { return false }
            for id in try others(db) { try db.execute("DELETE FROM calendarFeed WHERE id = ?", [id]) }
            return true
        }
    }

    /// Whether an account's content is still the one of a generation; no commit comes between this and the transaction's
    /// end.
    static func isLast(_ generation: UInt64, of account: AccountID, _ db: any Transaction) throws -> Bool {
        try db.change(
            "UPDATE account SET generation = generation WHERE id = ? AND generation = ?",
            [.id(account), .number(generation)]) == 1
    }

    /// Takes a calendar away from its address, so that nobody is told of an end that didn't come about.
    package func revoke(_ feed: CalendarFeed, of account: AccountID) async throws {
        let id = SealedCalendar(secret: feed.secret).id
        try await database.write { db in
            try db.execute("DELETE FROM calendarFeed WHERE id = ? AND account = ?", [.blob(id), .id(account)])
        }
    }

    /// The calendar at an address; nil for one that leads nowhere, also where its account is disabled, its
    /// owner's consent withdrawn, or no server has written it.
    package func calendar(at secret: [UInt8]) async throws -> String? {
        let calendar = SealedCalendar(secret: secret)
        let sealed = try await database.read { db -> [UInt8]? in
            let row = try db.row(
                """
                SELECT \(AuthenticatedRow.calendarFeed.selection), sealed FROM calendarFeed AS feed WHERE id = ? AND EXISTS
                (SELECT 1 FROM account WHERE account.id = feed.account AND isDisabled = 0)
                AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.account = feed.account)
                """, [.blob(calendar.id)])
            guard let row, try db.isAuthentic(row, as: .calendarFeed, where: ["id": .blob(calendar.id)]) else {
                return nil
            }
            return try row.blob("sealed")
        }
        return sealed.flatMap(calendar.open)
    }
}
