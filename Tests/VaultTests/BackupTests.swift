import Foundation
import Synchronization
import Testing

@testable import Vault

@Suite struct BackupTests {
    let house = TestHouse()

    @Test func aBackupOpensWithEveryPasswordAndCodeButNoSession() async throws {
        let accounts = try house.accounts()
        let (maria, session) = try await house.member(accounts, "maria")
        let pass = try house.pass()
        try await session.vault.write { try $0.insert(pass) }
        _ = try await house.member(accounts, "paul")
        let copy = TestHouse()
        #expect(try BackupCopy(of: house.path).write(to: copy.path) == 2)
        #expect(try DirectoryCheck(copy.path).findings == [])
        let restored = try copy.accounts()
        #expect(try await restored.session(cookie: maria.cookie) == nil)
        let signIn = try await restored.signIn(
            username: "maria", password: TestHouse.password, client: TestHouse.client)
        let again = try await house.session(restored, signIn.cookie)
        #expect(try await again.vault.read { try $0.passes() } == [pass])
        let recovered = try await restored.recover(
            username: "maria", recoveryCode: maria.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
            client: TestHouse.client)
        #expect(try await restored.session(cookie: recovered.cookie) != nil)
        #expect(try await accounts.session(cookie: maria.cookie) != nil)
    }

    @Test func backupsUnderWriteLoadRestoreWhatWasAcknowledged() async throws {
        let accounts = try house.accounts()
        let (_, session) = try await house.member(accounts)
        // A flag, since cancelling would end the write under way with an error of its own.
        let stop = Flag()
        let writer = Task {
            var number = 0
            while !stop.isRaised {
                number += 1
                let next = number
                try await session.vault.write { try $0.setSetting("number", to: "\(next)") }
                if number % 5 == 0 { try await accounts.endAllSessions(session, exceptCurrent: true) }
            }
            return number
        }
        var last = 0
        for _ in 0..<(TortureTests.isLong ? 100 : 8) {
            let before = try await session.vault.read { Int(try $0.setting("number") ?? "0") ?? 0 }
            let copy = TestHouse()
            let path = house.path
            _ = try await accounts.offPool { try BackupCopy(of: path).write(to: copy.path) }
            #expect(try DirectoryCheck(copy.path).findings == [])
            let restored = try copy.accounts()
            let signIn = try await restored.signIn(
                username: "maria", password: TestHouse.password, client: TestHouse.client)
            last = try await house.session(restored, signIn.cookie).vault.read {
                Int(try $0.setting("number") ?? "0") ?? 0
            }
            #expect(last >= before)
            await restored.close()
        }
        stop.raise()
        #expect(try await writer.value >= last)
    }

    @Test func theCheckNamesWhatIsWrongWithoutAnyKey() async throws {
        let accounts = try house.accounts()
        var ids: [AccountID] = []
        for name in ["one", "two", "three", "four"] {
            let (registration, session) = try await house.member(accounts, name)
            try await session.vault.write { try $0.setSetting("a", to: name) }
            ids.append(registration.accountID)
        }
        await accounts.close()
        #expect(try DirectoryCheck(house.path).findings == [])
        #expect(try DirectoryCheck(house.path).accounts == 4)
        func path(_ id: AccountID) -> URL { URL(fileURLWithPath: "\(house.path)/vaults/\(id).vault") }
        try FileManager.default.removeItem(at: path(ids[0]))
        var damaged = try Data(contentsOf: path(ids[1]))
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: path(ids[1]))
        try Data(contentsOf: path(ids[3])).write(to: path(ids[2]))
        let stranger = AccountID.random()
        try Data(contentsOf: path(ids[3])).write(to: path(stranger))
        let findings = try DirectoryCheck(house.path).findings
        let problems = Dictionary(uniqueKeysWithValues: findings.map { ($0.account, $0.problem) })
        #expect(problems == [ids[0]: .missing, ids[1]: .damaged, ids[2]: .foreign, stranger: .withoutAccount])
    }

    @Test func aBackupNeverOverwritesAndLeavesNothingHalf() async throws {
        let accounts = try house.accounts()
        _ = try await house.member(accounts)
        #expect(throws: VaultError(.directoryUnusable, "")) { try BackupCopy(of: house.path).write(to: house.path) }
        let target = TestHouse()
        #expect(throws: VaultError(.directoryUnusable, "")) {
            try BackupCopy(of: target.path + "-nothing").write(to: target.path)
        }
        #expect(!FileManager.default.fileExists(atPath: target.path))
        #expect(!FileManager.default.fileExists(atPath: target.path + ".partial"))
    }
}

private final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
