import Foundation
import Model
import Passkeys
import Secrets
package import VaultStorage

/// What ends with a new password, if that is wished.
package struct EndingAccess: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let otherSessions = EndingAccess(rawValue: 1)
    /// All passkeys but the one that is used here.
    package static let otherPasskeys = EndingAccess(rawValue: 2)
    package static let secondFactor = EndingAccess(rawValue: 4)
    /// What answers without a session: ``SharedAccess``.
    package static let shared = EndingAccess(rawValue: 8)
}

extension Passwords {
    /// What is about to end, by name.
    private struct Ending: Sendable {
        let passkeys: [Passkey]
        let sessions: [SessionRow]
        let hadFactor: Bool
        /// Of the slots that end.
        let lookups: Set<[UInt8]>
    }

    /// Puts a new password in place of the old one, and rotates the data key: an old copy of the accounts, opened by the
    /// old password, tells nothing of what is written from now on.
    ///
    /// The recovery code stays, and whatever else isn't ended. One commit of the vault: all of it or nothing.
    ///
    /// - Parameter proof: the old password, or a passkey, which isn't ended then.
    /// - Throws: `wrongCredentials` when `proof` is wrong, `passwordRejected`.
    package func change(
        _ session: Session, current proof: OwnerProof, new: String, username: String = "", ending: EndingAccess = []
    ) async throws(VaultError) {
        let password = try accepted(new, username: username)
        let (account, cost, now) = (session.accountID, configuration.argon2, configuration.now())
        let hadFactor = try await withReauthentication(session, proof) {
            let salt = configuration.random.bytes(16)
            let key = try await hashing.key(
                password: password.bytes, salt: salt, parameters: cost, for: session.requester)
            let going = try await self.going(session, proof, ending)
            let change = KeyChange.one(
                .password, secret: key, ending: { going.lookups.contains($0.lookup) },
                terms: { KeySlot.Terms(password: account, epoch: $0, salt: salt, cost: cost) })
            try await keys.rotate(
                account, shared: session.shared, change, endingShared: ending.contains(.shared) ? now : nil
            ) { records in
                try records.note(proof, of: session.id, at: now)
                try records.log(.passwordChanged, by: session, at: now)
                try records.end(ending, going.passkeys, sessions: going.sessions.count, by: session, at: now)
            }
            try await database.write { db in
                for row in going.sessions { try SessionRow.delete(db, account: account, lookup: row.lookup) }
            }
            database.forgetDeleted()
            return going.hadFactor
        }
        if hadFactor { events.tell(.secondFactorOff) }
    }

    /// Call with the account's lock.
    private func going(_ session: Session, _ proof: OwnerProof, _ ending: EndingAccess) async throws -> Ending {
        let rows = try await database.read { try SessionRow.fetchAll($0, account: session.accountID) }
        let sessions = ending.contains(.otherSessions) ? rows.filter { $0.id != session.id } : []
        let (passkeys, hadFactor) = try await session.vault.read { records in
            var kept = try records.passkey(usedBy: session.id)
            if case .passkey(let response, _, _) = proof {
                kept = try records.passkey(credentialID: response.credentialID)?.id
            }
            return (
                ending.contains(.otherPasskeys) ? try records.passkeys().filter { $0.id != kept } : [],
                try ending.contains(.secondFactor) && records.hasTOTP()
            )
        }
        let lookups =
            sessions.map(\.lookup) + passkeys.map { KeySlot.lookup(credentialID: $0.credentialID, key: nameKey) }
        return Ending(passkeys: passkeys, sessions: sessions, hadFactor: hadFactor, lookups: Set(lookups))
    }
}

extension Records {
    /// Ends what the vault holds, and notes and logs all of it.
    fileprivate func end(
        _ ending: EndingAccess, _ passkeys: [Passkey], sessions: Int, by session: Session, at time: Date
    ) throws {
        var ended = EndedAccess(sessions: sessions, passkeys: passkeys.map(\.name))
        if ending.contains(.otherSessions) {
            try log(.sessionsEnded, by: session, at: time)
            try forgetClients(except: [session.id])
        }
        let device = try clients()[session.id]?.device ?? ""
        for passkey in passkeys {
            try deletePasskey(passkey.id)
            try log(AccessEvent(time: time, device: device, code: .passkeyRemoved, detail: passkey.name))
        }
        if ending.contains(.secondFactor), try hasTOTP() {
            ended.secondFactor = true
            try log(.secondFactorOff, by: session, at: time)
        }
        if ending.contains(.secondFactor) { try removeSecondFactors() }
        if ending.contains(.shared) { try log(.sharedEnded, by: session, at: time) }
        try note(ended)
    }
}
