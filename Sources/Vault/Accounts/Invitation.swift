import ByteCoding
import Foundation
import Secrets
import VaultStorage

/// An invitation to make one account: 20 random bytes, of which only the hash is stored.
enum Invitation {
    private static let byteCount = 20

    /// Makes one; gives its text, 32 characters.
    static func create(
        _ db: any Transaction, validSeconds: TimeInterval, at now: Date, random: RandomSource
    ) throws -> String {
        let bytes = random.bytes(byteCount)
        let expires = now.timeIntervalSince1970 + validSeconds
        let values: [SQLValue] = [.blob(Blake.digest(bytes)), .real(expires), .null]
        try db.execute(
            "INSERT INTO invitation (hash, expires, usedAt, rowMac) VALUES (?, ?, ?, ?)",
            values + [try db.mac(of: .invitation, values)])
        return Base32.crockford.encode(bytes)
    }

    /// - Throws: `invitationRejected` for what no invitation looks like.
    static func hash(typed: String) throws(VaultError) -> [UInt8] {
        let text = typed.filter { $0.isLetter || $0.isNumber }
        guard let bytes = Base32.crockford.decode(text, count: byteCount) else { throw unknown }
        return Blake.digest(bytes)
    }

    /// - Throws: `invitationRejected` unless it is there, unused and in time.
    static func require(_ db: any Transaction, _ hash: [UInt8], at time: Date) throws {
        let found = try db.row(
            "SELECT * FROM invitation WHERE hash = ? AND usedAt IS NULL AND expires > ?", [.blob(hash), .time(time)])
        guard let found, try db.isAuthentic(found, as: .invitation, where: ["hash": .blob(hash), "usedAt": .null]),
            try found.date("expires") > time
        else { throw unknown }
    }

    static func spend(_ db: any Transaction, _ hash: [UInt8], at time: Date) throws {
        try require(db, hash, at: time)
        try db.change(.invitation, where: ("hash", .blob(hash)), set: "usedAt", to: .time(time))
    }

    static func deleteExpired(_ db: any Transaction, at time: Date) throws {
        try db.execute("DELETE FROM invitation WHERE expires <= ?", [.time(time)])
    }

    private static var unknown: VaultError { VaultError(.invitationRejected, "the invitation is not known") }
}
