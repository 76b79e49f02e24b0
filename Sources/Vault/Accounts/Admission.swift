import Foundation

/// Invitations and admins as rows.
enum Admission {
    /// Makes an invitation: 32 characters, of which only the hash is kept.
    static func invite(
        _ db: any Ledger, validSeconds: TimeInterval, at now: Date, random: RandomSource
    ) throws -> String {
        let bytes = random.bytes(20)
        let expires = now.timeIntervalSince1970 + validSeconds
        try db.execute(
            "INSERT INTO invitation (hash, expires) VALUES (?, ?)", [.blob(Blake.digest(bytes)), .real(expires)])
        return Crockford.encode(bytes)
    }

    static func setAdmin(_ db: any Ledger, nameHash: [UInt8], _ isAdmin: Bool) throws {
        let changed = try db.change(
            "UPDATE account SET isAdmin = ? WHERE nameHash = ?", [.flag(isAdmin), .blob(nameHash)])
        guard changed == 1 else { throw VaultError(.notFound, "nobody has this user name") }
    }
}
