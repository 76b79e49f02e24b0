import Foundation
import GRDB
import Model
import Seeded
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.timeLimit(.minutes(LongForm.minutes))) struct BackupTests {
    let app = TestVaults()

    @Test func aBackupOpensWithEveryPasswordAndCodeButNoSession() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts, "maria")
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        _ = try await app.member(accounts, "paul")
        let copy = TestVaults()
        #expect(try BackupCopy(of: app.path).write(to: copy.path) == .init(accounts: 2, findings: []))
        #expect(try DirectoryCheck(copy.path).findings == [])
        let restored = try copy.accounts()
        #expect(try await restored.sessions.session(cookie: maria.cookie) == nil)
        let signIn = try await restored.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        let again = try await app.session(restored, signIn.cookie)
        #expect(try await again.vault.read { try $0.passes() } == [pass])
        let recovered = try await restored.recovery.recover(
            username: "maria", recoveryCode: maria.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestVaults.client)
        #expect(try await restored.sessions.session(cookie: recovered.cookie) != nil)
        #expect(try await accounts.sessions.session(cookie: maria.cookie) != nil)
    }

    @Test func backupsUnderWriteLoadRestoreWhatWasAcknowledged() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        // A flag, since cancelling would end the write under way with an error of its own.
        let stop = Flag()
        let writer = Task {
            var number = 0
            while !stop.isRaised {
                number += 1
                let next = number
                try await session.vault.write { try $0.setSetting("number", to: "\(next)") }
                if number % 5 == 0 { try await accounts.sessions.endAll(by: session, exceptCurrent: true) }
            }
            return number
        }
        var last = 0
        for _ in 0..<(TortureTests.isLong ? 100 : 8) {
            let before = try await session.vault.read { Int(try $0.setting("number") ?? "0", radix: 10) ?? 0 }
            let copy = TestVaults()
            let path = app.path
            _ = try await offPool { try BackupCopy(of: path).write(to: copy.path) }
            #expect(try DirectoryCheck(copy.path).findings == [])
            let restored = try copy.accounts()
            let signIn = try await restored.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            last = try await app.session(restored, signIn.cookie).vault.read {
                Int(try $0.setting("number") ?? "0", radix: 10) ?? 0
            }
            #expect(last >= before)
            await restored.close()
        }
        stop.raise()
        #expect(try await writer.value >= last)
    }

    @Test func theCheckNamesWhatIsWrongWithoutAnyKey() async throws {
        let accounts = try app.accounts()
        var ids: [AccountID] = []
        for name in ["one", "two", "three", "four"] {
            let (registration, session) = try await app.member(accounts, name)
            try await session.vault.write { try $0.setSetting("a", to: name) }
            ids.append(registration.accountID)
        }
        await accounts.close()
        #expect(try DirectoryCheck(app.path).findings == [])
        #expect(try DirectoryCheck(app.path).accounts == 4)
        func path(_ id: AccountID) throws -> URL { URL(fileURLWithPath: try app.newest(id)) }
        try FileManager.default.removeItem(at: path(ids[0]))
        var damaged = try Data(contentsOf: path(ids[1]))
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: path(ids[1]))
        try Data(contentsOf: path(ids[3])).write(to: path(ids[2]))
        let stranger = AccountID.random()
        let strange = URL(fileURLWithPath: app.slot(stranger, 1))
        try Data(contentsOf: path(ids[3])).write(to: strange)
        let findings = try DirectoryCheck(app.path).findings
        let problems = Dictionary(uniqueKeysWithValues: findings.map { ($0.account, $0.problem) })
        #expect(problems == [ids[0]: .missing, ids[1]: .damaged, ids[2]: .foreign, stranger: .withoutAccount])
    }

    @Test func damagedBooksAreCalledSo() async throws {
        let accounts = try app.accounts()
        for number in 0..<30 { _ = try await app.member(accounts, "number \(number)") }
        await accounts.close()
        let path = URL(fileURLWithPath: app.path + "/accounts.sqlite")
        let good = try Data(contentsOf: path)
        for places in [0..<16, 4096..<8192, (good.count - 4096)..<good.count] {
            var bad = good
            bad.replaceSubrange(places, with: Data(repeating: 0xA5, count: places.count))
            try bad.write(to: path)
            let error = #expect(throws: VaultError.self) { try DirectoryCheck(app.path) }
            #expect(error?.code == .vaultDamaged && error?.reason.hasPrefix("accounts.sqlite is damaged") == true)
        }
        try good.write(to: path)
        #expect(try DirectoryCheck(app.path).findings == [])
    }

    @Test func theCheckNamesAVaultWhoseKeysAreOfAnotherTime() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        try await session.vault.write { try $0.setSetting("a", to: "b") }
        await accounts.close()
        let intruder = try Intruder(app, hasNamesKey: true)
        try intruder.accountsDatabase.writeBlocking { db in
            for var slot in try KeySlot.fetch(db, account: maria.accountID, kind: .password) {
                slot.terms.epoch += 1
                try slot.save(db)
            }
            try db.execute("DELETE FROM keySlot WHERE kind = 1 AND epoch = 1", [])
        }
        intruder.close()
        #expect(
            try DirectoryCheck(app.path).findings == [
                DirectoryCheck.Discrepancy(account: maria.accountID, problem: .withoutKeys)
            ])
    }

    @Test func whereSomebodySignedInFromIsInNoBackup() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        _ = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        func addresses(_ path: String) throws -> Int {
            let accountsDatabase = try DatabaseQueue(path: path + "/accounts.sqlite")
            return try accountsDatabase.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM familiarAddress") ?? 0 }
        }
        let copy = TestVaults()
        try BackupCopy(of: app.path).write(to: copy.path)
        #expect(try addresses(app.path) == 1)
        #expect(try addresses(copy.path) == 0)
    }

    @Test func withoutTheKeyOfNamesThereIsNoBackup() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let key = URL(fileURLWithPath: app.path + "/names.key")
        try Data(repeating: 7, count: 31).write(to: key)
        #expect(try DirectoryCheck(app.path).findings == [.init(names: .damaged)])
        try FileManager.default.removeItem(at: key)
        #expect(try DirectoryCheck(app.path).findings == [.init(names: .missing)])
        let copy = TestVaults()
        #expect(throws: VaultError(.directoryUnusable, "")) { try BackupCopy(of: app.path).write(to: copy.path) }
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    @Test func aDamagedVaultIsCopiedAsItIsAndNamedAndKeepsNobodyElseOut() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts, "maria")
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        let (paul, _) = try await app.member(accounts, "paul")
        await accounts.close()
        let path = URL(fileURLWithPath: try app.newest(paul.accountID))
        var damaged = try Data(contentsOf: path)
        damaged[damaged.count - 100] ^= 4
        try damaged.write(to: path)
        let copy = TestVaults()
        let findings = [DirectoryCheck.Discrepancy(account: paul.accountID, problem: .damaged)]
        #expect(try BackupCopy(of: app.path).write(to: copy.path) == .init(accounts: 2, findings: findings))
        // A copy never makes damage look right.
        #expect(try DirectoryCheck(copy.path).findings == findings)
        let restored = try copy.accounts()
        _ = try await restored.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(try DirectoryCheck(copy.path).findings.map(\.account) == [paul.accountID])
        _ = maria
    }

    @Test func whatACrashLeftOneAheadIsCopiedAndOpens() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        try await session.vault.write { try $0.setSetting("a", to: "1") }
        let before = try await session.shared.withLock { $0.record }
        try await session.vault.write { try $0.setSetting("a", to: "2") }
        await accounts.close()
        // As a server wrote it a moment ago.
        let intruder = try Intruder(app, hasNamesKey: true)
        try intruder.accountsDatabase.writeBlocking { db in
            try db.execute("UPDATE account SET generation = 0", [])
            try AccountRow.record(before, db, registration.accountID)
        }
        intruder.close()
        let copy = TestVaults()
        #expect(try BackupCopy(of: app.path).write(to: copy.path).findings == [])
        let restored = try copy.accounts()
        let signIn = try await restored.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        let value = try await app.session(restored, signIn.cookie).vault.read { try $0.setting("a") }
        #expect(value == "2")
    }

    @Test func aFileHoldsEverythingAndIsPutBack() async throws {
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts, "maria")
        let pass = try app.pass()
        try await session.vault.write { try $0.insert(pass) }
        let folder = app.path + "/trust/deep"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 1_500_000).write(to: URL(fileURLWithPath: folder + "/list.json"))
        let (file, target) = (TestVaults(), TestVaults())
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        let tar = file.path + "/all.tar"
        #expect(try BackupCopy(of: app.path).write(to: tar).accounts == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.path) == ["all.tar"])
        #expect(try DirectoryCheck.backup(tar).findings == [])
        // Also into an empty folder, which may be a mount point.
        try FileManager.default.createDirectory(atPath: target.path, withIntermediateDirectories: true)
        #expect(try BackupRestore(of: tar).write(to: target.path).accounts == 1)
        #expect(try target.files()["trust/deep/list.json"] == app.files()["trust/deep/list.json"])
        #expect(try target.files()["names.key"] == app.files()["names.key"])
        let restored = try target.accounts()
        #expect(try await restored.sessions.session(cookie: maria.cookie) == nil)
        let signIn = try await restored.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        #expect(try await app.session(restored, signIn.cookie).vault.read { try $0.passes() } == [pass])
        await restored.close()
        #expect(throws: VaultError(.directoryUnusable, "")) { try BackupRestore(of: tar).write(to: target.path) }
        #expect(throws: VaultError(.directoryUnusable, "")) { try BackupCopy(of: app.path).write(to: tar) }
    }

    @Test func whatNoBackupHasStaysInTheFile() async throws {
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let (file, target) = (TestVaults(), TestVaults())
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        let tar = file.path + "/all.tar"
        try BackupCopy(of: app.path).write(to: tar)
        var bytes = Data()
        let strays = [
            "mail.key", "lock", "names.key.new", "accounts.sqlite-shm", "accounts.sqlite/x", ".ssh/authorized_keys",
            "trust/.hidden", "list.partial", "vaults/x", "vaults/\(maria.accountID).new", "vaults/a/b.vault",
            "attachments/x.sealed", "attachments/\(maria.accountID)/x.sealed",
            "attachments/x/\(maria.accountID).sealed",
        ]
        for name in strays { bytes += try #require(TarHeader(path: name, kind: .file, size: 0).bytes) }
        bytes += try #require(TarHeader(path: "stray/", kind: .folder, size: 0).bytes)
        // It is read to its end: this one comes along.
        bytes += try #require(TarHeader(path: "trust/list.json", kind: .file, size: 0).bytes)
        try (bytes + Data(contentsOf: URL(fileURLWithPath: tar))).write(to: URL(fileURLWithPath: tar))
        #expect(try BackupRestore(of: tar).write(to: target.path).findings == [])
        let names = try Set(FileManager.default.subpathsOfDirectory(atPath: target.path))
        #expect(names.contains("trust/list.json") && names.isDisjoint(with: strays + ["stray", ".ssh", "attachments"]))
        #expect(names.contains("vaults/\(maria.accountID).vault"))
        await accounts.close()
    }

    @Test func aFileThatIsCutChangedOrHostileIsRefusedAndLeavesNothing() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let file = TestVaults()
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        let tar = file.path + "/all.tar"
        try BackupCopy(of: app.path).write(to: tar)
        let good = try Data(contentsOf: URL(fileURLWithPath: tar))
        func refuse(_ bytes: Data, _ comment: Comment) throws {
            try bytes.write(to: URL(fileURLWithPath: tar))
            let target = file.path + "/restored"
            #expect(throws: VaultError.self, comment) { try BackupRestore(of: tar).write(to: target) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: file.path) == ["all.tar"], comment)
        }
        for length in [0, 1, 511, 512, 700, good.count / 2, good.count - 1025] {
            try refuse(good.prefix(length), "\(length) bytes")
        }
        for hostile in ["../outside", "/etc/outside", "a/../../outside", String(repeating: "d/", count: 9) + "x"] {
            let header = try #require(TarHeader(path: hostile, kind: .file, size: 0).bytes)
            try refuse(Data(header) + good, "\(hostile)")
        }
        let twice = try #require(TarHeader(path: "twice", kind: .file, size: 0).bytes)
        try refuse(Data(twice + twice) + good, "a file twice")
        var link = good
        link[156] = 0x32
        try refuse(link, "a link")
        try refuse(Data(repeating: 0, count: 2048), "nothing in it")
        #expect(!FileManager.default.fileExists(atPath: file.path + "/../outside"))
    }

    @Test func aBackupNeverOverwritesAndLeavesNothingHalf() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let unusable = VaultError(.directoryUnusable, "")
        #expect(throws: unusable) { try BackupCopy(of: app.path).write(to: app.path) }
        #expect(throws: unusable) { try BackupCopy(of: app.path).write(to: app.path + "/backup") }
        let target = TestVaults()
        #expect(throws: unusable) { try BackupCopy(of: target.path + "-nothing").write(to: target.path) }
        for name in ["", ".tar"] {
            for step in [
                "create", "write", "sync", "close", "rename", "syncDirectory", "makeDirectory", "list",
            ] {
                let files = FaultyFileSystem()
                files.fail(step, with: ENOSPC)
                let path = target.path + name
                #expect(throws: VaultError(.storageFull, ""), "\(step)") {
                    try BackupCopy(of: app.path, files: files).write(to: path)
                }
                let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
                let left = try FileManager.default.contentsOfDirectory(atPath: parent.path)
                    .filter { $0.hasPrefix(parent.appending(path: path).lastPathComponent) }
                #expect(left == [], "\(step)")
            }
        }
    }
}
