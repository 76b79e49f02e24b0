import Foundation
import Testing

@testable import Vault

/// Attachments in backups, wherever they are kept.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AttachmentBackupTests {
    let app = TestVaults()

    @Test(arguments: ["copy", "copy.tar"])
    func backupsHoldAttachmentsAndNameWhatIsWrong(name: String) async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let ids = [
            try await app.attach([1, 1], to: pass.id, of: session),
            try await app.attach([2, 2], to: pass.id, of: session),
        ]
        let backup = "\(app.path)-\(name)"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        #expect(try app.backup(to: backup).findings.isEmpty)
        #expect(try DirectoryCheck.backup(backup).findings.isEmpty)
        // Into a home of either kind.
        for isShared in [false, app.database != nil] {
            let restored = TestVaults.$isShared.withValue(isShared) { TestVaults() }
            #expect(try restored.restore(backup).findings.isEmpty)
            let again = try restored.accounts()
            let signIn = try await again.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let back = try await app.session(again, signIn.cookie)
            #expect(try await back.vault.content(of: ids[0]) == [1, 1])
            #expect(try await back.vault.content(of: ids[1]) == [2, 2])
            await again.close()
        }
        let file = try #require(try await session.vault.read { try $0.sealedFile(of: ids[0]) }).id
        try app.tamper(file, of: session.accountID, with: [1, 2, 3])
        try FileManager.default.removeItem(atPath: backup)
        let damaged = DirectoryCheck.Discrepancy(account: session.accountID, problem: .damaged, file: file)
        #expect(try app.backup(to: backup).findings == [damaged])
        #expect(try DirectoryCheck.backup(backup).findings == [damaged])
        await accounts.close()
    }

    @Test func aBackupBesideAnOwnerWhoKeepsChangingAttachmentsIsWhole() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let writer = Task {
            var last: AttachmentID?
            var number: UInt8 = 0
            while !Task.isCancelled {
                number &+= 1
                let next = try await app.attach([number], to: pass.id, of: session)
                if let old = last { try await session.vault.write { _ = try $0.deleteAttachment(old) } }
                last = next
            }
        }
        for _ in 0..<5 {
            let copy = try app.copied()
            let again = try copy.accounts()
            let signIn = try await again.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let back = try await copy.session(again, signIn.cookie)
            for kept in try await back.vault.read({ try $0.attachments(of: pass.id) }) {
                #expect(try await back.vault.content(of: kept.id)?.count == 1)
            }
            await again.close()
        }
        writer.cancel()
        try await writer.value
        await accounts.close()
    }
}
