import Foundation
import GRDB
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// Whoever writes to the accounts makes nothing that counts without `names.key`; with it, what decision 019 says.
@Suite(.timeLimit(.minutes(3))) struct ForgeryTests {
    private static let forged = VaultError(.rowForged, "")

    /// A app with Maria, who has kept something and closed her vault, and an intruder.
    func start(
        _ isShared: Bool, _ hasKey: Bool
    ) async throws -> (TestVaults, Accounts, NewCredentials, Intruder) {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await session.vault.write { try $0.setSetting("a", to: "hers") }
        await accounts.vaults.close(maria.accountID)
        return (app, accounts, maria, try Intruder(app, hasNamesKey: hasKey))
    }

    /// The rows that a check names, by table.
    func named(_ app: TestVaults) throws -> Set<String> {
        let findings = try app.check().findings
        #expect(findings.allSatisfy { $0.problem == .forged })
        return Set(findings.compactMap(\.row))
    }

    /// The attack itself: a key and a vault of the intruder's, wrapped to the public keys in the slots.
    @Test(arguments: TestVaults.kinds, [false, true])
    func aPlantedKeyOpensNothing(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        try intruder.plantVault(maria.accountID, saying: "planted")
        if hasKey {
            // Nothing tells it from what a server writes: decision 019 says so.
            let session = try await app.session(accounts, maria.cookie)
            #expect(try await session.vault.read { try $0.setting("a") } == "planted")
            #expect(try app.check().findings == [])
            return
        }
        await #expect(throws: Self.forged) { try await accounts.sessions.session(cookie: maria.cookie) }
        await #expect(throws: Self.forged) {
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
        await #expect(throws: Self.forged) {
            try await accounts.recovery.recover(
                username: "maria", recoveryCode: maria.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
                client: TestVaults.client)
        }
        let rows = ["account (its last commit)", "keySlot (password)", "keySlot (recovery)", "keySlot (session)"]
        #expect(try named(app) == Set(rows))
        #expect(try app.check().findings.allSatisfy { $0.account == maria.accountID })
    }

    /// The same without touching the account's own row, so that only the slots are new.
    @Test(arguments: TestVaults.kinds)
    func aSlotThatNoServerWroteIsDamageAndGetsNoNewKey(_ isShared: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let stranger = RandomSource.system.secret(32)
        let session = try await app.session(accounts, maria.cookie)
        let wrong = RandomSource.system.secret(32)
        try intruder.accountsDatabase.writeBlocking { db in
            let terms = KeySlot.Terms(account: maria.accountID, kind: .recovery, epoch: 1)
            try KeySlot(terms: terms, dataKey: wrong, secret: stranger, random: .system).save(db)
        }
        await #expect(throws: Self.forged) {
            try await accounts.recovery.recover(
                username: "maria", recoveryCode: maria.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
                client: TestVaults.client)
        }
        #expect(try named(app) == ["keySlot (recovery)"])
        // A new key is made all the same, and none of it is for the stranger.
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        let slots = try await accounts.database.read { try KeySlot.fetchAuthentic($0, account: maria.accountID) }
        #expect(!slots.isEmpty && slots.allSatisfy { !$0.isHeld(by: stranger) })
        #expect(try await app.session(accounts, maria.cookie).vault.read { try $0.setting("a") } == "hers")
        #expect(try app.check().findings == [])
    }

    /// With `names.key` and without the data key: the slot's MAC under the data key tells.
    @Test(arguments: TestVaults.kinds)
    func aPublicKeyPlantedWithNamesKeyGetsNoNewKeyEither(_ isShared: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, true)
        defer { intruder.close() }
        let stranger = RandomSource.system.secret(32)
        let session = try await app.session(accounts, maria.cookie)
        let wrong = RandomSource.system.secret(32)
        try intruder.accountsDatabase.writeBlocking { db in
            let terms = KeySlot.Terms(account: maria.accountID, kind: .passkey, epoch: 1, lookup: [1, 2, 3])
            try KeySlot(terms: terms, dataKey: wrong, secret: stranger, random: .system).save(db)
        }
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        let slots = try await accounts.database.read { try KeySlot.fetchAuthentic($0, account: maria.accountID) }
        #expect(slots.count == 3 && slots.allSatisfy { !$0.isHeld(by: stranger) })
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func nobodyBecomesAnAdminByARow(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        try intruder.overwrite(
            .account, where: "id = ?", [.id(maria.accountID)], set: "isAdmin", to: .flag(true))
        if hasKey {
            #expect(try await app.session(accounts, maria.cookie).isAdmin)
            return #expect(try app.check().findings == [])
        }
        await #expect(throws: Self.forged) { try await accounts.sessions.session(cookie: maria.cookie) }
        #expect(throws: Self.forged) {
            try AccountAdministration(directory: app.path, database: app.database).admins()
        }
        // Nor does the operator's own command make such a row right.
        #expect(throws: Self.forged) {
            try AccountAdministration(directory: app.path, database: app.database).setAdmin(username: "maria", true)
        }
        #expect(try named(app) == ["account"])
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func nobodyTakesOverANameByARow(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        let (otto, _) = try await app.member(accounts, "otto")
        let name = try Username("maria").hash(key: accounts.backend.nameKey)
        let away = SQLValue.blob([UInt8](repeating: 1, count: 32))
        try intruder.overwrite(.account, where: "id = ?", [.id(maria.accountID)], set: "nameHash", to: away)
        try intruder.overwrite(.account, where: "id = ?", [.id(otto.accountID)], set: "nameHash", to: .blob(name))
        func signIn() async throws -> AccountID {
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client
            ).accountID
        }
        if hasKey { return #expect(try await signIn() == otto.accountID) }
        await #expect(throws: Self.forged) { try await signIn() }
        #expect(try named(app) == ["account"])
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func aSessionThatNoServerWroteIsNone(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        let lookup = SQLValue.blob(try #require(SessionCookie(maria.cookie)).lookup())
        app.clock.advance(91 * 86_400)
        #expect(try await accounts.sessions.session(cookie: maria.cookie) == nil, "it is over")
        for (column, time) in [("expires", 200.0 * 86_400), ("lastSeen", 0)] {
            try intruder.overwrite(
                .session, where: "lookup = ?", [lookup], set: column,
                to: .time(app.clock.now.addingTimeInterval(time)))
        }
        #expect(try await (accounts.sessions.session(cookie: maria.cookie) != nil) == hasKey)
        #expect(try named(app) == (hasKey ? [] : ["session"]))
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func aSecondFactorIsNotPassedByARow(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        let session = try await app.session(accounts, maria.cookie)
        _ = try await accounts.secondFactor.begin(session, label: "x")
        let secret = try #require(try await session.vault.read { try $0.secret("totp-pending") })
        let code = TOTP(secret: secret).code(step: TOTP.step(at: app.clock.now))
        _ = try await accounts.secondFactor.confirm(session, code: code)
        let half = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(half.needsSecondFactor)
        try intruder.overwrite(.session, where: "isPending = 1", [], set: "isPending", to: .flag(false))
        let opened = try await accounts.sessions.session(cookie: half.cookie)
        #expect((opened.map { !$0.needsSecondFactor } ?? false) == hasKey)
        #expect(try named(app) == (hasKey ? [] : ["session"]))
        // Those that are listed are a server's.
        #expect(try await accounts.sessions.list(session).count == (hasKey ? 2 : 1))
    }

    @Test(arguments: TestVaults.kinds, ["generation", "epoch", "length", "tag", "digest"])
    func aBookmarkThatNoServerWroteOpensNothing(_ isShared: Bool, _ column: String) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let value = try intruder.accountsDatabase.readBlocking { db in
            switch try db.row("SELECT * FROM account", [])?.value(column) {
            case .integer(let number): SQLValue.integer(number - 1)
            case .blob(let bytes): SQLValue.blob(bytes.reversed())
            default: SQLValue.null
            }
        }
        try intruder.overwrite(.commit, where: "id = ?", [.id(maria.accountID)], set: column, to: value)
        await #expect(throws: Self.forged) { try await accounts.sessions.session(cookie: maria.cookie) }
        #expect(try app.check().findings.contains(.init(forged: "account (its last commit)", of: maria.accountID)))
    }

    /// A row of another account doesn't count as this one's.
    @Test(arguments: TestVaults.kinds)
    func noRowCountsForAnotherAccount(_ isShared: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let (otto, _) = try await app.member(accounts, "otto")
        try intruder.accountsDatabase.writeBlocking { db in
            for table in ["keySlot", "session"] {
                try db.execute("DELETE FROM \(table) WHERE account = ?", [.id(maria.accountID)])
                try db.execute(
                    "UPDATE \(table) SET account = ? WHERE account = ?", [.id(maria.accountID), .id(otto.accountID)])
            }
        }
        #expect(try await accounts.sessions.session(cookie: otto.cookie) == nil)
        await #expect(throws: Self.forged) {
            try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
    }

    @Test(arguments: TestVaults.kinds, [false, true])
    func anInvitationThatNoServerWroteIsNone(_ isShared: Bool, _ hasKey: Bool) async throws {
        let (app, first, _, intruder) = try await start(isShared, hasKey)
        defer { intruder.close() }
        await first.close()
        let accounts = try app.accounts { $0.signUp = .invitation }
        let text = try intruder.accountsDatabase.writeBlocking { db in
            try Invitation.create(db, validSeconds: 100, at: app.clock.now, random: .system)
        }
        func signUp() async throws {
            _ = try await accounts.registration.register(
                username: "otto", password: TestVaults.password, consent: app.consent(), client: TestVaults.client,
                invitation: text)
        }
        if hasKey { return try await signUp() }
        await #expect(throws: VaultError(.invitationRejected, "")) { try await signUp() }
        #expect(try named(app) == ["invitation"])
    }

    /// What is put back as a whole was a server's once: only a copy of another time tells.
    @Test(arguments: TestVaults.kinds)
    func aWholeAccountPutBackShowsAgainstABackup(_ isShared: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        let tables = isShared ? ["account", "keySlot", "session", "vault"] : ["account", "keySlot", "session"]
        var kept: [(String, [TransactionRow])] = []
        for table in tables {
            kept.append((table, try intruder.accountsDatabase.readBlocking { try $0.rows("SELECT * FROM \(table)") }))
        }
        let blobs = try app.files().filter { $0.key.hasPrefix("vaults/") }
        let session = try await app.session(accounts, maria.cookie)
        try await session.vault.write { try $0.setSetting("a", to: "newer") }
        await accounts.vaults.close(maria.accountID)
        let backup = "\(app.path)-backup.tar"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try app.backup(to: backup)
        #expect(try app.check().findings(against: backup).findings == [])
        try intruder.accountsDatabase.writeBlocking { db in
            for (table, _) in kept.reversed() { try db.execute("DELETE FROM \(table)", []) }
            for (table, rows) in kept { for row in rows { try row.insert(into: table, db) } }
        }
        for (name, blob) in blobs { try blob.write(to: URL(fileURLWithPath: "\(app.path)/\(name)")) }
        #expect(try await app.session(accounts, maria.cookie).vault.read { try $0.setting("a") } == "hers")
        #expect(try app.check().findings == [])
        let compared = try app.check().findings(against: backup)
        #expect(compared.findings == [.init(account: maria.accountID, problem: .wentBack)] && compared.gone == 0)
        try intruder.accountsDatabase.writeBlocking { try $0.execute("DELETE FROM account", []) }
        #expect(try app.check().findings(against: backup).gone == 1)
    }

    /// A backup keeps the MACs as they are: what was forged stays so, and what was right opens.
    @Test(arguments: TestVaults.kinds)
    func aBackupMakesNothingForgedRight(_ isShared: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        _ = try await app.member(accounts, "otto")
        try intruder.overwrite(
            .account, where: "id = ?", [.id(maria.accountID)], set: "isAdmin", to: .flag(true))
        let expected = [DirectoryCheck.Discrepancy(forged: "account", of: maria.accountID)]
        for target in TestVaults.kinds {
            let copy = TestVaults.app(isShared: target)
            let backup = "\(copy.path)-backup"
            defer { try? FileManager.default.removeItem(atPath: backup) }
            #expect(try app.backup(to: backup).findings == expected)
            #expect(try copy.restore(backup).findings == expected)
            let restored = try copy.accounts()
            await #expect(throws: Self.forged) {
                try await restored.signIn.withPassword(
                    username: "maria", password: TestVaults.password, client: TestVaults.client)
            }
            _ = try await restored.signIn.withPassword(
                username: "otto", password: TestVaults.password, client: TestVaults.client)
            await restored.close()
        }
    }

    /// Numbers that no server writes are named, and stop neither the check nor the others' backup.
    @Test(arguments: TestVaults.kinds, ["generation", "epoch"])
    func aNumberThatFitsNothingIsNamed(_ isShared: Bool, _ column: String) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, false)
        defer { intruder.close() }
        _ = try await app.member(accounts, "otto")
        try intruder.overwrite(.commit, where: "id = ?", [.id(maria.accountID)], set: column, to: .integer(-1))
        await #expect(throws: Self.forged) { try await accounts.sessions.session(cookie: maria.cookie) }
        let expected: [DirectoryCheck.Discrepancy] = [
            .init(forged: "account (its last commit)", of: maria.accountID),
            .init(account: maria.accountID, problem: .damaged),
        ]
        #expect(try app.check().findings == expected)
        for target in TestVaults.kinds {
            let copy = TestVaults.app(isShared: target)
            let backup = "\(copy.path)-backup"
            defer { try? FileManager.default.removeItem(atPath: backup) }
            #expect(try app.backup(to: backup).findings == expected)
            #expect(try copy.restore(backup).findings == expected)
            let restored = try copy.accounts()
            _ = try await restored.signIn.withPassword(
                username: "otto", password: TestVaults.password, client: TestVaults.client)
            await restored.close()
        }
    }

    /// A database needs no row of its own making where it may answer with another account's.
    @Test(arguments: TestVaults.kinds)
    func anotherRowThanWasAskedForIsNotBelieved(_ isShared: Bool) async throws {
        let (app, accounts, maria, intruder) = try await start(isShared, true)
        defer { intruder.close() }
        let (otto, _) = try await app.member(accounts, "otto")
        func lookup(_ person: NewCredentials) throws -> [UInt8] { try #require(SessionCookie(person.cookie)).lookup() }
        let (his, hers) = (try lookup(otto), try lookup(maria))
        let hash = try Username("otto").hash(key: accounts.backend.nameKey)
        let lies: [(SQLValue, SQLValue)] = [
            (.id(otto.accountID), .id(maria.accountID)), (.blob(his), .blob(hers)),
            (.blob(hash), .blob(try Username("maria").hash(key: accounts.backend.nameKey))),
        ]
        let account = otto.accountID
        try intruder.accountsDatabase.writeBlocking { honest in
            let db = LyingLedger(honest: honest, lies: lies)
            let (told, lied) = (try SessionRow.fetch(honest, lookup: his), try SessionRow.fetch(db, lookup: his))
            #expect(told != nil && lied == nil)
            let sessions = try SessionRow.fetchAll(db, account: account)
            let slots = try KeySlot.fetchAuthentic(db, account: account)
            #expect(sessions.isEmpty && slots.isEmpty)
            #expect(throws: Self.forged) { try AccountRow.fetch(db, id: account) }
            #expect(throws: Self.forged) { try AccountRow.fetch(db, nameHash: hash) }
            #expect(throws: Self.forged) { try KeySlot.fetch(db, account: account, kind: .session, lookup: his) }
            #expect(throws: Self.forged) { try SessionRow.setLastSeen(db, lookup: his, app.clock.now) }
            #expect(throws: Self.forged) { try AccountRow.setAdmin(db, nameHash: hash, true) }
        }
    }
}

/// Answers with another's rows.
private struct LyingLedger: Transaction {
    let honest: any Transaction
    let lies: [(SQLValue, SQLValue)]
    var rowKey: RowKey? { honest.rowKey }

    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [TransactionRow] {
        try honest.rows(sql, arguments.map(lie))
    }

    func change(_ sql: String, _ arguments: [SQLValue]) throws -> Int { try honest.change(sql, arguments.map(lie)) }

    private func lie(_ value: SQLValue) -> SQLValue { lies.first { $0.0 == value }?.1 ?? value }
}
