import Foundation
import GRDB

/// Invitations and admins as rows.
enum Admission {
    /// Makes an invitation: 32 characters, of which only the hash is kept.
    static func invite(
        _ db: Database, validSeconds: TimeInterval, at now: Date, random: RandomSource
    ) throws -> String {
        let bytes = random.bytes(20)
        let expires = now.timeIntervalSince1970 + validSeconds
        try db.execute(
            sql: "INSERT INTO invitation (hash, expires) VALUES (?, ?)",
            arguments: [Data(Blake.digest(bytes)), expires])
        return Crockford.encode(bytes)
    }

    static func setAdmin(_ db: Database, nameHash: [UInt8], _ isAdmin: Bool) throws {
        try db.execute(
            sql: "UPDATE account SET isAdmin = ? WHERE nameHash = ?", arguments: [isAdmin, Data(nameHash)])
        guard db.changesCount == 1 else { throw VaultError(.notFound, "nobody has this user name") }
    }
}
