import Foundation
import Model
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// One account of a backup is put back, and nobody else notices.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AccountRestoreTests {
    let app = TestVaults()

    /// A backup with 'first' in Maria's vault, with an attachment, and then more in it and a new password.
    private func aged(_ name: String = "copy") async throws -> (backup: String, maria: AccountID, paul: AccountID) {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let (paul, other) = try await app.member(accounts, "paul")
        let pass = try app.pass()
        try await session.vault.write { db in
            try db.insert(pass)
            try db.setSetting("a", to: "first")
        }
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        let backup = "\(app.path)-\(name)"
        #expect(try app.backup(to: backup).findings == [])
        for number in 0..<5 { try await session.vault.write { try $0.setSetting("a", to: "later \(number)") } }
        try await accounts.passwords.change(
            session, current: .password(TestVaults.password), new: "anderes-Pferd-Klammer-9")
        try await other.vault.write { try $0.setSetting("a", to: "Paul's") }
        await accounts.close()
        return (backup, registration.accountID, paul.accountID)
    }

    private func put(_ name: String, _ backup: String) throws -> AccountRestore.Report {
        try AccountRestore(of: backup).write(name, to: app.path, database: app.database)
    }

    private func value(_ name: String) async throws -> String? {
        let accounts = try app.accounts()
        let signIn = try await accounts.signIn.withPassword(
            username: name, password: TestVaults.password, client: TestVaults.client)
        let session = try await app.session(accounts, signIn.cookie)
        let value = try await session.vault.read { try $0.setting("a") }
        try await session.vault.write { try $0.setSetting("b", to: "goes on") }
        await accounts.close()
        return value
    }

    @Test(arguments: ["copy", "copy.tar"])
    func itIsAsInTheBackupAndOthersAreAsTheyWere(name: String) async throws {
        let (backup, maria, _) = try await aged(name)
        defer { try? FileManager.default.removeItem(atPath: backup) }
        #expect(try put("Maria", backup) == .init(account: maria, findings: []))
        #expect(try app.check().findings == [])
        #expect(try await value("maria") == "first")
        #expect(try await value("paul") == "Paul's")
        let check = try app.check()
        #expect(check.findings == [])
        // What an operator put back is no attack, neither before nor after the next backup.
        #expect(try check.findings(against: backup).findings == [])
        let next = "\(app.path)-next"
        defer { try? FileManager.default.removeItem(atPath: next) }
        try app.backup(to: next)
        #expect(try app.check().findings(against: next).findings == [])
    }

    @Test func aNewerBackupDoesNotTakeItForAnAttackButLaterOnesDo() async throws {
        let (backup, maria, _) = try await aged()
        let newer = "\(app.path)-newer"
        defer { for path in [backup, newer] { try? FileManager.default.removeItem(atPath: path) } }
        try app.backup(to: newer)
        _ = try put(maria.description, backup)
        #expect(try app.check().findings(against: newer).findings == [])
        // A backup from after it, and then the row of before that: nobody but an intruder does this.
        _ = try await value("maria")
        let last = "\(app.path)-last"
        defer { try? FileManager.default.removeItem(atPath: last) }
        try app.backup(to: last)
        let intruder = try Intruder(app, hasNamesKey: true)
        try intruder.overwrite(.commit, where: "id = ?", [.id(maria)], set: "generation", to: .number(1))
        intruder.close()
        #expect(try app.check().findings(against: last).findings == [.init(account: maria, problem: .wentBack)])
    }

    @Test func aDamagedVaultAndAMissingAttachmentAreMended() async throws {
        let (backup, maria, _) = try await aged()
        defer { try? FileManager.default.removeItem(atPath: backup) }
        for path in try app.sealedFiles().keys {
            let id = try #require(SealedFileID(String(path.split(separator: "/")[2].prefix(26))))
            try app.tamper(id, of: maria, with: nil)
        }
        if app.database == nil {
            try Data("no vault".utf8).write(to: URL(fileURLWithPath: try app.newest(maria)))
        } else {
            try app.sql("UPDATE vault SET blob = ? WHERE account = ?", [.blob(Array("no vault".utf8)), .id(maria)])
        }
        #expect(try app.check().findings.isEmpty == false)
        #expect(try put("maria", backup).findings == [])
        #expect(try app.check().findings == [])
        #expect(try await value("maria") == "first")
    }

    @Test func aConnectionThatEndsIsWaitedForAndOneThatStaysIsNot() async throws {
        guard let database = app.database else { return }
        let (backup, maria, _) = try await aged()
        defer { try? FileManager.default.removeItem(atPath: backup) }
        let pool = PostgresPool(database, size: 1)
        let one = "SELECT count(*) AS number FROM pg_stat_activity WHERE datname = current_database()"
        #expect(try pool.query(one, []).count == 1)
        #expect(throws: VaultError(.directoryInUse, "")) { try put("maria", backup) }
        // A thread of its own: who puts back holds one of the few that tests share.
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // Each question takes as long as its way there and back.
            _ = (0..<100_000).contains { _ in
                (try? pool.query(one, []).first?.integer("number")) ?? 0 > 1
            }
            pool.close()
            ended.signal()
        }
        #expect(try put("maria", backup) == .init(account: maria, findings: []))
        #expect(ended.wait(timeout: .now() + 60) == .success)
    }

    @Test func whoIsDeletedComesBackAsAnOrdinaryUserAndAnAdminStaysOne() async throws {
        let (backup, maria, paul) = try await aged()
        defer { try? FileManager.default.removeItem(atPath: backup) }
        let accounts = try app.accounts()
        try accounts.administration.setAdmin(username: "maria", true)
        let withAdmin = "\(app.path)-admin"
        defer { try? FileManager.default.removeItem(atPath: withAdmin) }
        try app.backup(to: withAdmin)
        let signIn = try await accounts.signIn.withPassword(
            username: "paul", password: TestVaults.password, client: TestVaults.client)
        try await accounts.delete(app.session(accounts, signIn.cookie), password: TestVaults.password)
        await accounts.close()
        _ = try put("maria", backup)
        _ = try put(paul.description, backup)
        #expect(try app.check().findings == [])
        let again = try app.accounts()
        #expect(try again.administration.admins().map(\.id) == [maria])
        try again.administration.setAdmin(username: "maria", false)
        await again.close()
        // The list beside the backups still names who was deleted before: who was put back since stays.
        let backups = "\(app.path)-later"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: backups) }
        try app.backup(to: "\(backups)/copy")
        let list = try #require(try DeletedAccountList(at: backups))
        #expect(list.accounts.map(\.id) == [paul])
        if app.database == nil {
            let restore = BackupRestore(of: "\(backups)/copy", now: app.clock.now)
            let there = try restore.write(to: "\(backups)/there", without: list)
            #expect(there.accounts == 2)
        }
        // The right that was taken away isn't given again by an old copy.
        _ = try put("maria", withAdmin)
        let last = try app.accounts()
        #expect(try last.administration.admins() == [])
        await last.close()
    }

    @Test func whoIsShutOutStaysSo() async throws {
        let (backup, maria, _) = try await aged()
        defer { try? FileManager.default.removeItem(atPath: backup) }
        let accounts = try app.accounts()
        try accounts.administration.setDisabled(maria, true)
        await accounts.close()
        _ = try put("maria", backup)
        let again = try app.accounts()
        #expect(try again.administration.accounts().first { $0.id == maria }?.state == .disabled)
        await again.close()
    }

    /// Deleted, put back and deleted again within a day: the last word counts.
    @Test func whoIsDeletedAgainStaysDeleted() async throws {
        guard app.database == nil else { return }
        let (backup, maria, paul) = try await aged()
        let backups = "\(app.path)-nights"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        defer { for path in [backup, backups] { try? FileManager.default.removeItem(atPath: path) } }
        func delete(_ account: AccountID) async throws {
            let accounts = try app.accounts()
            app.clock.advance(1)
            try accounts.administration.delete(account, backupDays: 30)
            await accounts.close()
            app.clock.advance(1)
        }
        try await delete(maria)
        _ = try AccountRestore(of: backup, now: app.clock.now).write(maria.description, to: app.path)
        try app.backup(to: "\(backups)/one")
        try await delete(maria)
        try app.backup(to: "\(backups)/two")
        let there = "\(app.path)-there"
        defer { try? FileManager.default.removeItem(atPath: there) }
        #expect(try BackupRestore(of: "\(backups)/one").write(to: there).rows.keys.map(\.self) == [paul])
    }

    @Test func whatCanNotBeIsRefusedAndNothingIsTouched() async throws {
        let (backup, maria, paul) = try await aged()
        defer { try? FileManager.default.removeItem(atPath: backup) }
        let stranger = TestVaults.app(isShared: false)
        let strangers = try stranger.accounts()
        _ = try await stranger.member(strangers)
        await strangers.close()
        func refused(_ name: String, _ source: String, _ code: VaultError.Code) throws {
            // What SQLite puts beside a database is nothing of ours.
            func everything() throws -> [String: Data] {
                try app.everything().filter { !$0.key.hasPrefix("accounts.sqlite-") }
            }
            let before = try everything()
            #expect(throws: VaultError(code, "")) { try put(name, source) }
            guard app.database == nil else { return }
            #expect(try everything() == before)
        }
        try refused("nobody", backup, .notFound)
        try refused(AccountID.random().description, backup, .notFound)
        try refused("maria", stranger.path, .directoryUnusable)
        try refused("maria", "\(backup)-nothing", .directoryUnusable)
        let before = try app.everything()
        let ended = AccountRestore(of: backup) { _, _ in throw VaultError(.closed, "") }
        #expect(throws: VaultError(.closed, "")) {
            try ended.write("maria", to: app.path, database: app.database)
        }
        if app.database == nil { #expect(try app.files()["accounts.sqlite"] == before["accounts.sqlite"]) }
        // Not right there either.
        let file = URL(fileURLWithPath: "\(backup)/vaults/\(maria).vault")
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        try refused("maria", backup, .vaultDamaged)
        // Somebody else has the name now.
        let accounts = try app.accounts()
        let signIn = try await accounts.signIn.withPassword(
            username: "paul", password: TestVaults.password, client: TestVaults.client)
        #expect(throws: VaultError(.directoryInUse, "")) { try put("paul", backup) }
        try await accounts.delete(app.session(accounts, signIn.cookie), password: TestVaults.password)
        _ = try await app.member(accounts, "paul")
        await accounts.close()
        try refused("paul", backup, .usernameTaken)
        _ = paul
    }
}

@Suite(.timeLimit(.minutes(3))) struct DatabaseRestoreTests {
    @Test(.enabled(if: PostgresCluster.shared != nil))
    func aRestoreIntoADatabaseThatStopsInTheMiddleLeavesNothing() async throws {
        let app = TestVaults.app(isShared: false)
        let accounts = try app.accounts()
        for name in ["maria", "paul"] { _ = try await app.member(accounts, name) }
        await accounts.close()
        let backup = "\(app.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try app.backup(to: backup)
        let target = TestVaults.app(isShared: true)
        let stopped = VaultError(.closed, "stopped")
        for last in 0...1 {
            let restore = BackupRestore(of: backup) { done, _ in if done == last { throw stopped } }
            #expect(throws: stopped) { try restore.write(to: target.path, database: target.database) }
            #expect(!FileManager.default.fileExists(atPath: target.path))
            #expect(try target.sql("SELECT relname FROM pg_class WHERE relname = 'account'").isEmpty)
        }
        #expect(try target.restore(backup).findings == [])
        #expect(try target.check().accounts == 2)
    }
}

/// A data folder alone, where a vault and its rows are two things.
@Suite(.timeLimit(.minutes(3))) struct AccountSwapTests {
    let app = TestVaults()

    /// Every call that fails, and every call after which the process is gone.
    @Test(arguments: [false, true]) func afterEveryFaultItIsAsBeforeOrAsAfter(isKilled: Bool) async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let maria = registration.accountID
        for number in 0..<3 { try await session.vault.write { try $0.setSetting("a", to: "\(number)") } }
        let backup = "\(app.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try app.backup(to: backup)
        // One more: what was there has the backup's own slot, and is exactly one ahead of it.
        try await session.vault.write { try $0.setSetting("a", to: "later") }
        await accounts.close()
        let start = "\(app.path)-start"
        try FileManager.default.copyItem(atPath: app.path, toPath: start)
        defer { try? FileManager.default.removeItem(atPath: start) }
        var values: Set<String> = []
        for operation in ["rename", "create", "write", "sync", "close", "syncDirectory", "remove", "list"] {
            var isReached = true
            for countdown in 0..<12 where isReached {
                try FileManager.default.removeItem(atPath: app.path)
                try FileManager.default.copyItem(atPath: start, toPath: app.path)
                let files = FaultyFileSystem()
                files.fail(operation, with: EIO, at: countdown, lasts: isKilled)
                let done = Result { try AccountRestore(of: backup, files: files).write("maria", to: app.path) }
                isReached = files.takeCalls().count { $0 == operation } > countdown
                if isKilled {
                    // Whatever was left is put right by the next start.
                    try await opened().close()
                    let left = try FileManager.default.subpathsOfDirectory(atPath: app.path)
                    #expect(!left.contains { $0.hasSuffix(".partial") }, "\(operation) \(countdown)")
                }
                #expect(try app.check().findings == [], "\(operation) \(countdown)")
                let value = try await value()
                values.insert(value)
                #expect(value == "2" || value == "later", "\(operation) \(countdown)")
                if (try? done.get()) != nil { #expect(value == "2", "\(operation) \(countdown)") }
                if !isKilled, (try? done.get()) == nil { #expect(value == "later", "\(operation) \(countdown)") }
                _ = try await patiently { try AccountRestore(of: backup).write("maria", to: app.path) }
                #expect(try await self.value() == "2", "\(operation) \(countdown), done again")
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: "\(app.path)/vaults")
                        .allSatisfy { BlobNames.account(of: $0) == maria }, "\(operation) \(countdown)")
            }
        }
        #expect(values == ["2", "later"])
    }

    @Test func whatAKilledRestoreHasWrittenGoesWithTheNextStart() async throws {
        try await app.accounts().close()
        let drafts = try ["vaults", "attachments"].flatMap { name in
            let folder = "\(app.path)/\(name)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // The others are what they were called before version 1.0.
            return [Draft.name(of: "\(folder)/1"), "\(folder)/2.new", "\(folder)/restore.partial"]
        }
        for draft in drafts { #expect(FileManager.default.createFile(atPath: draft, contents: Data([1]))) }
        try await opened().close()
        for draft in drafts { #expect(!FileManager.default.fileExists(atPath: draft)) }
    }

    /// What is there before each call on the files: with the next start it is as before, or as after.
    @Test func aKillAtAnyCallLeavesWhatTheNextStartMakesWhole() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let scan = try await app.attach([1, 2, 3], to: pass.id, of: session)
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        let backup = "\(app.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try app.backup(to: backup)
        try await session.vault.write {
            try $0.setSetting("a", to: "later")
            _ = try $0.deleteAttachment(scan)
        }
        await accounts.close()
        #expect(try app.sealedFiles().isEmpty)
        let place = app.path
        let files = FaultyFileSystem { operation, number in
            guard PlacementTests.operations.contains(operation) else { return }
            try? FileManager.default.copyItem(atPath: place, toPath: "\(place)-\(number)")
        }
        _ = try await patiently { try AccountRestore(of: backup, files: files).write("maria", to: place) }
        let last = files.takeCalls().count
        defer { for number in 1...last { try? FileManager.default.removeItem(atPath: "\(place)-\(number)") } }
        var values: [String] = []
        for number in 1...last where FileManager.default.fileExists(atPath: "\(place)-\(number)") {
            let left = "\(place)-\(number)"
            values.append(try await value(left))
            #expect(try DirectoryCheck(left).findings == [], "\(number)")
            let names = try FileManager.default.subpathsOfDirectory(atPath: left)
            #expect(!names.contains { Draft.isDraft($0) || Placement.place(ofAside: $0) != nil }, "\(number)")
            _ = try await patiently { try AccountRestore(of: backup).write("maria", to: left) }
            #expect(try await value(left) == "2", "\(number), done again")
            #expect(try DirectoryCheck(left).findings == [], "\(number), done again")
        }
        #expect(values == values.sorted(by: >) && Set(values) == ["2", "later"])
    }

    private func opened(_ folder: String? = nil) async throws -> Accounts {
        let folder = folder ?? app.path
        return try await patiently { try app.accounts { $0.directory = folder } }
    }

    /// Another test that starts a program has every open file for a moment, this folder's lock too.
    private func patiently<T>(_ body: () throws -> T) async throws -> T {
        var outcome = Result { try body() }
        try await eventually {
            guard case .failure(let error) = outcome, (error as? VaultError)?.code == .directoryInUse else {
                return true
            }
            outcome = Result { try body() }
            return false
        }
        return try outcome.get()
    }

    private func value(_ folder: String? = nil) async throws -> String {
        let accounts = try await opened(folder)
        let signIn = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        let session = try await app.session(accounts, signIn.cookie)
        let value = try await session.vault.read { try $0.setting("a") ?? "" }
        await accounts.close()
        return value
    }
}
