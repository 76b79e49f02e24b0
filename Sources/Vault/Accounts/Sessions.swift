import Fairness
import Foundation
import Model
package import VaultStorage

/// The sessions of accounts: found by their cookies, listed, ended.
package struct Sessions: Sendable {
    let database: any AccountsDatabase
    let unlocking: VaultUnlocking
    let keys: AccountKeys
    let attachments: AttachmentStore
    let configuration: VaultConfiguration

    /// How long a session lasts at most.
    package var lifetime: Duration { .seconds(configuration.sessionAbsoluteSeconds) }

    /// Whose session a cookie stands for; nil when it is unknown, ended or over.
    ///
    /// Opens nothing: for those who wait for a request's body, meanwhile the session may end.
    package func identity(cookie text: String) async throws(VaultError) -> SessionIdentity? {
        guard let cookie = SessionCookie(text) else { return nil }
        return try await VaultError.wrapping { try await find(cookie)?.identity }
    }

    /// The session that a cookie stands for, with its vault open; nil when it is unknown, ended or over.
    ///
    /// - Parameter network: what it asks from; the account's own, if left out.
    /// - Throws: `busy` when too many vaults are open, or why the vault can't be opened.
    package func session(cookie text: String, network: String? = nil) async throws(VaultError) -> Session? {
        guard let cookie = SessionCookie(text) else { return nil }
        return try await VaultError.wrapping {
            guard let (identity, row, slots) = try await find(cookie) else { return nil }
            let secret = cookie.unwrapping()
            let lease = try await unlocking.unlock(
                row.account, kind: .session, lookup: row.lookup, secret: secret, known: slots)
            guard let lease else { return nil }
            let vault = Vault(lease, isLocked: row.isPending, attachments: attachments) {
                try await unlocking.unlock(row.account, kind: .session, lookup: row.lookup, secret: secret)
            }
            await touch(row, at: configuration.now())
            let account = row.account.description
            return Session(
                identity: identity, vault: vault, requester: Requester(account: account, network: network ?? account))
        }
    }

    private func find(
        _ cookie: SessionCookie
    ) async throws -> (identity: SessionIdentity, row: SessionRow, slots: [KeySlot])? {
        let lookup = cookie.lookup()
        let found = try await database.read { db -> (SessionRow, AccountRow, [KeySlot])? in
            guard let session = try SessionRow.fetch(db, lookup: lookup),
                let account = try AccountRow.fetch(db, id: session.account), !account.isDisabled
            else { return nil }
            return (session, account, try KeySlot.fetch(db, account: account.id, kind: .session, lookup: lookup))
        }
        guard let (row, account, slots) = found,
            row.isAlive(
                at: configuration.now(), idleSeconds: configuration.idleSeconds(isAdmin: account.isAdmin)),
            !slots.isEmpty
        else { return nil }
        let identity = SessionIdentity(
            id: row.id, accountID: row.account, expires: row.expires, isAdmin: account.isAdmin,
            recoveryConfirmed: account.isRecoveryConfirmed, needsSecondFactor: row.isPending,
            derivation: cookie.derivation(), lookup: lookup)
        return (identity, row, slots)
    }

    /// Ends the session and rotates the data key; an unknown cookie changes nothing.
    ///
    /// - Throws: why it couldn't be done in full; the session has ended all the same where the database can be written.
    package func signOut(cookie: String) async throws(VaultError) {
        do throws(VaultError) {
            guard let session = try await session(cookie: cookie) else { return }
            try await end(by: session, .signOut) { $0.id == session.id }
        } catch {
            // Somebody else has ended it.
            if error.code == .sessionEnded { return }
            // The vault that doesn't open, or can't be written, keeps its key.
            try? await forget(cookie)
            throw error
        }
    }

    private func forget(_ text: String) async throws {
        guard let lookup = SessionCookie(text)?.lookup(),
            let account = try await database.read({ try SessionRow.fetch($0, lookup: lookup)?.account })
        else { return }
        try await keys.withLock(account) {
            try await database.write { try SessionRow.delete($0, account: account, lookup: lookup) }
        }
    }

    /// The account's sessions that are signed in and not over, the latest used first.
    package func list(_ session: Session) async throws(VaultError) -> [SessionSummary] {
        try session.requireFullSignIn()
        return try await VaultError.wrapping {
            let now = configuration.now()
            let idle = configuration.sessionIdleSeconds
            let rows = try await database.read { try SessionRow.fetchAll($0, account: session.accountID) }
            let clients = try await session.vault.withLock { try $0.read { try $0.clients() } }
            return rows.filter { !$0.isPending && $0.isAlive(at: now, idleSeconds: idle) }.map { row in
                let client = clients[row.id] ?? ClientDescription(address: "", device: "")
                return SessionSummary(
                    id: row.id, created: row.created, lastSeen: row.lastSeen, expires: row.expires,
                    address: client.address, device: client.device, isCurrent: row.id == session.id)
            }
        }
    }

    /// Ends one session of the account and rotates the data key.
    ///
    /// - Throws: `notFound` when the account has no such session.
    package func end(_ id: SessionID, by session: Session) async throws(VaultError) {
        try session.requireFullSignIn()
        let rows = try await VaultError.wrapping {
            try await database.read { try SessionRow.fetchAll($0, account: session.accountID) }
        }
        guard rows.contains(where: { $0.id == id }) else {
            throw VaultError(.notFound, "the session is not there")
        }
        try await end(by: session, .sessionEnded) { $0.id == id }
    }

    /// Ends all sessions, or all others, and rotates the data key.
    ///
    /// - Parameter endingShared: whether what answers without a session ends too.
    package func endAll(
        by session: Session, exceptCurrent: Bool, endingShared: Bool = false
    ) async throws(VaultError) {
        try session.requireFullSignIn()
        try await end(by: session, .sessionsEnded, endingShared: endingShared) {
            !exceptCurrent || $0.id != session.id
        }
    }

    /// - Parameter isEnded: which of the account's sessions end, of those that there are under its lock.
    private func end(
        by session: Session, _ code: AccessEvent.Code, endingShared: Bool = false,
        _ isEnded: @escaping @Sendable (SessionRow) -> Bool
    ) async throws(VaultError) {
        let now = configuration.now()
        try await VaultError.wrapping {
            let account = session.accountID
            try await keys.withLock(account) {
                // Opened again first where that needs the session that ends here.
                _ = try await session.vault.withWritingLock { try $0.currentKey() }
                // Ended at once, even if the rotation below can't be written.
                let remaining = try await database.write { db in
                    let rows = try SessionRow.fetchAll(db, account: account)
                    for row in rows where isEnded(row) {
                        try SessionRow.delete(db, account: account, lookup: row.lookup)
                    }
                    return rows.filter { !isEnded($0) }.map(\.id)
                }
                try await keys.rotate(account, shared: session.shared, endingShared: endingShared ? now : nil) {
                    records in
                    try records.log(code, by: session, at: now)
                    if code == .sessionsEnded { try records.note(nil) }
                    if endingShared { try records.log(.sharedEnded, by: session, at: now) }
                    try records.forgetClients(except: remaining)
                }
            }
        }
    }

    /// Records that the session is in use, once a minute at most.
    ///
    /// A database that can't be written keeps nobody from reading: the session only ends earlier.
    private func touch(_ row: SessionRow, at now: Date) async {
        guard now.timeIntervalSince(row.lastSeen) >= 60 else { return }
        try? await database.write { try SessionRow.setLastSeen($0, lookup: row.lookup, now) }
    }
}
