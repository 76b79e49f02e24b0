import ByteCoding
package import Fairness
import Foundation
import Model
import Secrets
package import VaultStorage

/// What a link's address leads to, and the state of it that its owner sees.
package struct HealthLinkState: Sendable, Equatable {
    package let isPaused: Bool
    /// Wrong passcodes that are left.
    package let remainingAttempts: Int
    /// Those that are kept, the last first.
    package let openings: [HealthLinkOpening]
    /// How many there were in all.
    package let opened: Int
}

/// How a question for what a link leads to ends.
package enum HealthLinkAnswer: Sendable, Equatable {
    /// The encrypted files, each a JWE; nil for each that is longer than was asked for.
    case files([String?])
    /// The passcode is missing or wrong; so many wrong ones are left.
    case passcode(remainingAttempts: Int)
}

/// Wrong passcodes that a link takes in its life.
private let attemptsInALifetime = 10

extension HealthLink {
    /// Where an address leads.
    static func place(_ address: [UInt8]) -> [UInt8] {
        Blake.subkey(of: SecretBytes(copying: address), context: "health link id").copied()
    }
}

extension Accounts {
    /// Puts a file where a link's address leads, before the vault knows of the link: where that then fails, it is to be
    /// taken away again.
    ///
    /// - Parameters:
    ///   - files: encrypted with the link's key.
    ///   - passcode: nil for none.
    ///   - who: who waits for the passcode's hash; somebody with a network of their own, if left out.
    /// - Throws: `linkLimit` or `accountLimit` where there is no room for it; see ``Quota``.
    package func publish(
        _ link: HealthLink, files: [String], passcode: String?, of account: AccountID, for who: Requester = .alone
    ) async throws {
        let salt = configuration.random.bytes(16)
        var hash: [UInt8] = []
        if let passcode {
            hash = try await passcodeHash(passcode, link.address, salt: salt, for: who)
        }
        guard let publicKey = SealedBox.publicKey(of: link.privateKey) else {
            throw VaultError(.invalidRecord, "the link's key can't be used")
        }
        let now = configuration.now()
        let sealed = files.map { Array($0.utf8) }
        try await database.write { [hash] db in
            try Withdrawal.refuse(db, account: account)
            try Self.removeEndedLinks(db, at: now)
            let (place, digests) = (HealthLink.place(link.address), sealed.map { Blake.digest($0) })
            let values: [SQLValue] = [
                .blob(place), .id(account), .time(link.expiresAt), .blob(publicKey), .blob(salt), .blob(hash),
                .blob(HealthLinkFiles.digest(of: digests)),
            ]
            try db.insert([.healthLink: values], adding: ["isPaused": .flag(false), "attempts": .integer(0)])
            try HealthLinkFiles.insert(sealed, digests, of: place, db)
            try Quota.require(.links, of: account, db)
        }
    }

    /// The files of a link that answers.
    static func files(_ place: [UInt8], at now: Date, _ db: any Transaction) throws -> HealthLinkFiles? {
        try live(place, at: now, db).flatMap { try HealthLinkFiles(of: $0, db) }
    }

    /// Removes the files of links whose time is up.
    func removeEndedLinks() async throws {
        let now = configuration.now()
        try await database.write { try Self.removeEndedLinks($0, at: now) }
    }

    private static func removeEndedLinks(_ db: any Transaction, at now: Date) throws {
        try db.execute("DELETE FROM healthLink WHERE expires <= ?", [.time(now)])
    }

    /// Takes a link's file away from its address, so that nobody reads of an end that didn't come about.
    package func revoke(_ link: HealthLink, of account: AccountID) async throws {
        try await database.write { db in
            try db.execute(
                "DELETE FROM healthLink WHERE id = ? AND account = ?",
                [.blob(HealthLink.place(link.address)), .id(account)])
        }
    }

    /// Has a link answer nobody for a while, or answer again.
    ///
    /// - Returns: False where it has ended.
    package func pause(_ link: HealthLink, _ isPaused: Bool, of account: AccountID) async throws -> Bool {
        try await database.write { db in
            try db.change(
                "UPDATE healthLink SET isPaused = ? WHERE id = ? AND account = ?",
                [.flag(isPaused), .blob(HealthLink.place(link.address)), .id(account)]) == 1
        }
    }

    /// Nil where the link has ended.
    package func state(of link: HealthLink) async throws -> HealthLinkState? {
        let (place, now) = (HealthLink.place(link.address), configuration.now())
        return try await database.read { db in
            guard let row = try Self.find(place, "isPaused, attempts", at: now, db) else { return nil }
            let sealed = try db.rows(
                "SELECT number, sealed FROM healthLinkOpening WHERE link = ? ORDER BY number DESC", [.blob(place)])
            return HealthLinkState(
                isPaused: try row.flag("isPaused"),
                remainingAttempts: attemptsInALifetime - (try row.number("attempts")),
                openings: try sealed.compactMap {
                    HealthLinkOpening(opening: try $0.blob("sealed"), privateKey: link.privateKey)
                }, opened: try sealed.first?.number("number") ?? 0)
        }
    }

    /// Whether a link leads anywhere: asked without a name, nothing is opened, counted or noted by it.
    package func answersHealthLink(at address: [UInt8]) async throws -> Bool {
        let (place, now) = (HealthLink.place(address), configuration.now())
        return try await database.read { try Self.live(place, at: now, $0) != nil }
    }

    /// What lies at a link's address, and a note of who asked.
    ///
    /// A passcode is compared in the transaction that counts it, so that as many as are sent at once count as they would
    /// have one after the other.
    ///
    /// - Parameters:
    ///   - isSingle: whether it was asked for without a manifest, as only a link to one file without a passcode may be.
    ///   - longest: files with more bytes aren't read.
    ///   - who: who waits for the passcode's hash.
    /// - Returns: Nil for a link that never was, is paused or has ended, or whose passcode was wrong too often.
    package func openHealthLink(
        at address: [UInt8], passcode: String?, recipient: String, isSingle: Bool,
        longest: Double = .infinity, for who: Requester
    ) async throws -> HealthLinkAnswer? {
        let (place, now) = (HealthLink.place(address), configuration.now())
        guard let found = try await database.read({ try Self.live(place, at: now, $0) }) else { return nil }
        if try !found.blob("passcode").isEmpty {
            guard !isSingle else { return nil }
            guard let passcode, !passcode.isEmpty else {
                return .passcode(remainingAttempts: attemptsInALifetime - (try found.number("attempts")))
            }
            let hash = try await passcodeHash(passcode, address, salt: found.blob("salt"), for: who)
            switch try await database.write({ try Self.compare(hash, at: place, at: now, $0) }) {
            case .ended: return nil
            case .wrong(let left): return .passcode(remainingAttempts: left)
            case .right: break
            }
        }
        let read = try await database.read { db -> [String?]? in
            guard let files = try Self.files(place, at: now, db), !isSingle || files.count == 1 else { return nil }
            return try files.all(upTo: longest, db)
        }
        guard let read else { return nil }
        let opening = HealthLinkOpening(time: now, recipient: recipient)
        // Nobody gets what its owner isn't told of: it may have ended meanwhile.
        let isNoted = try await database.write { db in
            guard let row = try Self.live(place, at: now, db) else { return false }
            try Self.note(opening, at: place, publicKey: row.blob("publicKey"), db)
            return true
        }
        return isNoted ? .files(read) : nil
    }

    private enum Comparison {
        case right
        case wrong(remainingAttempts: Int)
        /// The link has.
        case ended
    }

    /// Counts a wrong passcode in the transaction that compares it.
    private static func compare(
        _ hash: [UInt8], at place: [UInt8], at now: Date, _ db: any Transaction
    ) throws -> Comparison {
        // Changes nothing, and holds the row: whoever else asks comes before this or after it.
        try db.execute("UPDATE healthLink SET attempts = attempts WHERE id = ?", [.blob(place)])
        guard let row = try live(place, at: now, db) else { return .ended }
        guard try !Sodium.areEqual(row.blob("passcode"), hash) else { return .right }
        try db.execute("UPDATE healthLink SET attempts = attempts + 1 WHERE id = ?", [.blob(place)])
        let left = attemptsInALifetime - 1 - (try row.number("attempts"))
        // Nobody can ask for it any more; the row goes on to say why.
        if left <= 0 {
            let none = SQLValue.blob(HealthLinkFiles.digest(of: []))
            try db.change(.healthLink, where: ("id", .blob(place)), set: "digest", to: none)
            try db.execute("DELETE FROM healthLinkFile WHERE link = ?", [.blob(place)])
        }
        return .wrong(remainingAttempts: left)
    }

    /// A link that answers.
    private static func live(_ place: [UInt8], at now: Date, _ db: any Transaction) throws -> TransactionRow? {
        try find(
            place, "attempts", at: now, db,
            where: """
                AND isPaused = 0 AND attempts < \(attemptsInALifetime)
                AND EXISTS (SELECT 1 FROM account WHERE account.id = link.account AND isDisabled = 0)
                AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.account = link.account)
                """)
    }

    /// A link that hasn't ended; one that no server has written is none.
    ///
    /// - Parameter more: columns beside those that are authenticated.
    private static func find(
        _ place: [UInt8], _ more: String, at now: Date, _ db: any Transaction, where condition: String = ""
    ) throws -> TransactionRow? {
        let row = try db.row(
            """
            SELECT \(AuthenticatedRow.healthLink.selection), \(more) FROM healthLink AS link
            WHERE id = ? AND expires > ? \(condition)
            """, [.blob(place), .time(now)])
        guard let row, try db.isAuthentic(row, as: .healthLink, where: ["id": .blob(place)]),
            try row.date("expires") > now
        else { return nil }
        return row
    }

    private static func note(
        _ opening: HealthLinkOpening, at place: [UInt8], publicKey: [UInt8], _ db: any Transaction
    ) throws {
        guard let sealed = opening.seal(to: publicKey) else { return }
        let last = try db.row(
            "SELECT number FROM healthLinkOpening WHERE link = ? ORDER BY number DESC LIMIT 1", [.blob(place)])
        let number = try 1 + (last?.integer("number") ?? 0)
        try db.execute(
            "INSERT INTO healthLinkOpening (link, number, sealed) VALUES (?, ?, ?)",
            [.blob(place), .integer(number), .blob(sealed)])
        try db.execute(
            "DELETE FROM healthLinkOpening WHERE link = ? AND number > ? AND number <= ?",
            [.blob(place), .number(HealthLinkOpening.first), .integer(number - Int64(HealthLinkOpening.last))])
    }

    /// Made with the address too, which the server doesn't have: so few digits could else be tried one by one.
    private func passcodeHash(
        _ passcode: String, _ address: [UInt8], salt: [UInt8], for who: Requester
    ) async throws -> [UInt8] {
        try await hashing.key(
            password: address + Array(passcode.utf8), salt: salt, parameters: configuration.argon2, for: who
        ).copied()
    }
}
