import ByteCoding
package import Foundation
import Secrets
package import VaultStorage

/// Admins, invitations and who may sign up.
extension Accounts {
    /// What the sign-up page can offer.
    package func signUpState() async throws(VaultError) -> SignUpState {
        let limit = configuration.maxUsers
        let isFull = try await translating {
            try await database.read { try Self.count($0) >= limit ?? .max }
        }
        switch configuration.signUp {
        case .closed: return .closed
        case _ where isFull: return .full
        case .invitation: return .invitationNeeded
        case .open: return .open
        }
    }

    /// How many accounts there are.
    package func count() async throws(VaultError) -> Int {
        try await translating { try await database.read { try Self.count($0) } }
    }

    /// Makes an invitation for one account; the text is shown once, only its hash is kept.
    package func invite(validSeconds: TimeInterval) async throws(VaultError) -> String {
        let (now, random) = (configuration.now(), configuration.random)
        return try await translating {
            try await database.write { try Admission.invite($0, validSeconds: validSeconds, at: now, random: random) }
        }
    }

    /// - Throws: `notFound` when nobody has this user name.
    package func addAdmin(username: String) async throws(VaultError) {
        try await setAdmin(username, true)
    }

    /// - Throws: `notFound` when nobody has this user name.
    package func removeAdmin(username: String) async throws(VaultError) {
        try await setAdmin(username, false)
    }

    private func setAdmin(_ username: String, _ isAdmin: Bool) async throws(VaultError) {
        let hash = try Username(username).hash(key: nameKey)
        try await translating {
            try await database.write { try Admission.setAdmin($0, nameHash: hash, isAdmin) }
        }
    }

    /// Checks the policy before any costly work; the hash of the invitation to spend, if one is needed.
    func admit(invitation: String?) async throws(VaultError) -> [UInt8]? {
        switch try await signUpState() {
        case .open: return nil
        case .closed: throw VaultError(.signUpClosed, "sign-up is closed")
        case .full: throw VaultError(.userLimit, "there are as many accounts as allowed")
        case .invitationNeeded:
            guard let invitation, !invitation.isEmpty else {
                throw VaultError(.invitationNeeded, "signing up needs an invitation")
            }
            let text = invitation.filter { $0.isLetter || $0.isNumber }
            guard let bytes = Base32.crockford.decode(text, count: 20) else {
                throw VaultError(.invitationRejected, "the invitation is not known")
            }
            let hash = Blake.digest(bytes)
            let now = configuration.now()
            try await translating { try await database.read { try Self.requireInvitation($0, hash, at: now) } }
            return hash
        }
    }

    static func requireRoom(_ db: any Transaction, limit: Int?) throws {
        if let limit, try count(db) >= limit {
            throw VaultError(.userLimit, "there are as many accounts as allowed")
        }
    }

    static func spend(_ db: any Transaction, invitation hash: [UInt8], at time: Date) throws {
        try requireInvitation(db, hash, at: time)
        try db.change(.invitation, where: ("hash", .blob(hash)), set: "usedAt", to: .time(time))
    }

    private static func requireInvitation(_ db: any Transaction, _ hash: [UInt8], at time: Date) throws {
        let found = try db.row(
            "SELECT * FROM invitation WHERE hash = ? AND usedAt IS NULL AND expires > ?", [.blob(hash), .time(time)])
        guard let found, try db.isAuthentic(found, as: .invitation, where: ["hash": .blob(hash), "usedAt": .null]),
            try found.date("expires") > time
        else { throw VaultError(.invitationRejected, "the invitation is not known") }
    }

    private static func count(_ db: any Transaction) throws -> Int {
        try db.row("SELECT COUNT(*) AS accounts FROM account", [])?.number("accounts") ?? 0
    }
}
