import ByteCoding
import Foundation
import Secrets
import VaultStorage

/// Invitations and admins as rows.
enum Admission {
    /// Makes an invitation: 32 characters, of which only the hash is kept.
    static func invite(
        _ db: any Transaction, validSeconds: TimeInterval, at now: Date, random: RandomSource
    ) throws -> String {
        let bytes = random.bytes(20)
        let expires = now.timeIntervalSince1970 + validSeconds
        try db.insert([.invitation: [.blob(Blake.digest(bytes)), .real(expires), .null]])
        return Base32.crockford.encode(bytes)
    }

    static func setAdmin(_ db: any Transaction, nameHash: [UInt8], _ isAdmin: Bool) throws {
        let isKnown = try db.change(
            .account, where: ("nameHash", .blob(nameHash)), set: "isAdmin", to: .flag(isAdmin))
        guard isKnown else { throw VaultError(.notFound, "nobody has this user name") }
    }
}
