import Model
import ByteCoding
import Foundation
import Secrets
package import VaultStorage

/// What signing in gives.
package struct SignIn: Sendable {
    package let accountID: AccountID
    /// 43 characters for the session cookie.
    package let cookie: String
    /// The vault stays shut until `passSecondFactor`.
    package let needsSecondFactor: Bool
}

extension Accounts {
    /// Opens an account with its password.
    ///
    /// Unknown names take as long as known ones and get the same answer.
    ///
    /// - Throws: `wrongCredentials`, `tooManyAttempts` (with `retryAfter`), `busy`, or why the vault can't be opened.
    package func signIn(
        username: String, password: String, client: ClientDescription
    ) async throws(VaultError) -> SignIn {
        try await tally.countSignIn { () async throws(VaultError) -> SignIn in
            try await checkedSignIn(username: username, password: password, client: client)
        }
    }

    private func checkedSignIn(
        username: String, password: String, client: ClientDescription
    ) async throws(VaultError) -> SignIn {
        try await translating {
            let wrong = VaultError(.wrongCredentials, "the user name or the password is wrong")
            guard let name = try? Username(username), let password = Password(password) else { throw wrong }
            let nameHash = name.hash(key: nameKey)
            let attempt = try await attempt(nameHash: nameHash, client: client)
            let signIn = try await trying(attempt) { () -> SignIn? in
                let found = try await self.named(nameHash)
                return try await self.again {
                    guard let lease = try await self.unlock(found, password: password, asker: client.address)
                    else { return nil }
                    return try await self.startSession(found.id, by: lease, client: client)
                }
            }
            guard let signIn else { throw wrong }
            return signIn
        }
    }

    /// Comes in once more when the vault's key was replaced, or the way in, between opening it and using it.
    func again<T>(_ body: () async throws -> T) async throws -> T {
        for _ in 0..<4 {
            do {
                return try await body()
            } catch let error as VaultError {
                guard error.code == .overtaken || (error.code == .closed && shared != nil) else { throw error }
            }
        }
        throw VaultError(.busy, "the account's keys are changing", retryAfter: 1)
    }

    /// The account with this name; for a name that nobody has, one that stands in for it and is never opened.
    func named(_ nameHash: [UInt8]) async throws -> (id: AccountID, isDecoy: Bool) {
        try await database.read { try AccountRow.fetch($0, nameHashOrNext: nameHash) } ?? (.random(), true)
    }

    /// The vault, leased, when the password is right.
    ///
    /// Does the same work when there is no such account.
    ///
    /// - Parameter asker: whose turns at hashing it takes: an address, or a signed-in account.
    func unlock(
        _ account: (id: AccountID, isDecoy: Bool), password: Password, asker: String
    ) async throws -> VaultLease? {
        let slot = try await database.read { try KeySlot.fetch($0, account: account.id, kind: .password).last }
        let cost = slot?.terms.cost ?? configuration.argon2
        let salt = slot?.terms.salt ?? [UInt8](repeating: 0, count: 16)
        let key = try await hashing.key(
            password: password.bytes, salt: salt, parameters: cost, asker: asker)
        return try await unlock(account.id, kind: .password, secret: key, isDecoy: account.isDecoy)
    }

    /// - Parameters:
    ///   - lease: the vault by what was shown.
    ///   - passkey: what opened the vault; nil for the password, after which a second factor may be due.
    /// - Throws: `overtaken` when what was shown opens the account no more.
    func startSession(
        _ account: AccountID, by lease: VaultLease, client: ClientDescription, passkey: Passkey? = nil
    ) async throws -> SignIn {
        let cookie = SessionCookie(random: configuration.random)
        let (id, random) = (SessionID.random(from: configuration.random), configuration.random)
        let now = configuration.now()
        return try await turns.run(account) {
            try await lease.requireWayIn()
            let (isPending, key) = try await lease.withLock { vault in
                let isPending = try vault.write { records in
                    let isPending = try passkey == nil && records.hasSecondFactor()
                    try records.remember(client, session: id)
                    try records.log(Self.signInEvent(isPending: isPending, passkey, at: now, client))
                    return isPending
                }
                return (isPending, try vault.currentKey())
            }
            let session = try SessionRow(
                cookie: cookie, id: id, account: account, isPending: isPending, configuration: self.configuration)
            let slot = try KeySlot(
                terms: KeySlot.Terms(session: session, epoch: key.epoch), dataKey: key.dataKey,
                secret: cookie.unwrapping(), random: random)
            try await self.database.write { db in
                try slot.save(db)
                try session.insert(db)
                // A password alone doesn't make an address its owner's.
                if !isPending { try self.remember(db, address: client.address, account: account, at: now) }
            }
            return SignIn(accountID: account, cookie: cookie.text, needsSecondFactor: isPending)
        }
    }

    private static func signInEvent(
        isPending: Bool, _ passkey: Passkey?, at time: Date, _ client: ClientDescription
    ) -> AccessEvent {
        let code =
            if isPending {
                AccessEvent.Code.signInPending
            } else {
                passkey == nil ? AccessEvent.Code.signIn : AccessEvent.Code.passkeySignIn
            }
        return AccessEvent(time: time, device: client.device, code: code, detail: passkey?.name)
    }
}

// MARK: - Addresses
extension Accounts {
    /// Addresses that an account keeps as its owner's own.
    private static let familiarLimit = 16

    func attempt(nameHash: [UInt8], client: ClientDescription) async throws -> Throttle.Attempt {
        let address = addressHash(client.address)
        let (account, isFamiliar) = try await database.read { db in
            let account: AccountID? = try db.row("SELECT id FROM account WHERE nameHash = ?", [.blob(nameHash)])
                .map { try $0.identifier("id") }
            return (account, try account.map { try Self.isFamiliar(db, address, $0) } ?? false)
        }
        if let browser = knownBrowser(client, account ?? .random()) {
            return Throttle.Attempt(
                account: nameHash, address: browser, isFamiliar: true, event: .signInFailed, client: client)
        }
        return Throttle.Attempt(
            account: nameHash, address: address, network: addressHash("network \(client.network)"),
            isFamiliar: isFamiliar, event: .signInFailed, client: client)
    }

    /// By what attempts are counted together that come from a browser in which the account was signed in; nil where it
    /// wasn't.
    package func knownBrowser(_ client: ClientDescription, username: String) async -> String? {
        guard !client.browser.isEmpty, let hash = try? Username(username).hash(key: nameKey) else { return nil }
        let account = try? await database.readInline { try AccountRow.fetch($0, nameHash: hash)?.id }
        return account.flatMap { $0 }.flatMap { knownBrowser(client, $0) }.map { Hex.encode($0) }
    }

    /// What attempts from this client's browser are counted by, if the account was signed in from it.
    private func knownBrowser(_ client: ClientDescription, _ account: AccountID) -> [UInt8]? {
        KnownBrowser(client.browser, of: account, at: configuration.now(), key: nameKey)?.id
    }

    private static func isFamiliar(_ db: any Transaction, _ address: [UInt8], _ account: AccountID) throws -> Bool {
        try db.finds(
            "SELECT 1 AS one FROM familiarAddress WHERE account = ? AND hash = ?", [.id(account), .blob(address)])
    }

    /// An attempt with the recovery code.
    ///
    /// Nobody can guess 160 bits, so what strangers do never makes the owner wait.
    func recoveryAttempt(nameHash: [UInt8], client: ClientDescription) -> Throttle.Attempt {
        Throttle.Attempt(
            account: Array("recovery".utf8) + nameHash, address: addressHash(client.address), isFamiliar: true,
            event: .recoveryFailed, client: client)
    }

    /// An attempt at the second factor.
    ///
    /// Six digits are few, so all addresses that the owner never used count together; whoever knows the password and
    /// guesses from one of them slows the owner down neither there nor in a browser that the owner used.
    func attempt(secondFactorOf account: AccountID, client: ClientDescription) async throws -> Throttle.Attempt {
        let address = addressHash(client.address)
        let isFamiliar = try await database.read { try Self.isFamiliar($0, address, account) }
        let stranger = Array("second factor".utf8) + account.bytes
        return Throttle.Attempt(
            account: account.bytes, address: knownBrowser(client, account) ?? (isFamiliar ? address : stranger),
            isFamiliar: true, event: .secondFactorFailed, client: client)
    }

    func remember(_ db: any Transaction, address: String, account: AccountID, at time: Date) throws {
        try db.execute(
            """
            INSERT INTO familiarAddress (account, hash, lastSeen) VALUES (?, ?, ?)
            ON CONFLICT (account, hash) DO UPDATE SET lastSeen = excluded.lastSeen
            """,
            [.id(account), .blob(addressHash(address)), .time(time)])
        try db.execute(
            """
            DELETE FROM familiarAddress WHERE account = ?1 AND hash NOT IN
                (SELECT hash FROM familiarAddress WHERE account = ?1 ORDER BY lastSeen DESC LIMIT ?2)
            """,
            [.id(account), .number(Self.familiarLimit)])
    }

    func addressHash(_ address: String) -> [UInt8] {
        Blake.mac(Array("vaccinapp address 1:".utf8) + Array(address.utf8), key: nameKey)
    }
}
