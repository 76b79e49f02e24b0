import Foundation
import GRDB
import Testing

@testable import Vault

/// Scans beside the vault: sealed each on its own, never lost by a crash, never left behind.
@Suite struct AttachmentTests {
    let house = TestHouse()

    /// A session with a pass in its vault.
    private func member(
        _ accounts: Accounts, _ name: String = "maria"
    ) async throws -> (session: Session, pass: Pass) {
        let (_, session) = try await house.member(accounts, name)
        let pass = try house.pass()
        try await session.vault.write { try $0.insert(pass) }
        return (session, pass)
    }

    @discardableResult
    private func attach(
        _ content: [UInt8], to pass: PassID, of session: Session, vaccination: VaccinationID? = nil
    ) async throws -> AttachmentID {
        let attachment = try Attachment(
            passID: pass, vaccinationID: vaccination, name: "Impfpass Seite 3.jpg", mediaType: "image/jpeg",
            addedAt: house.clock.now)
        let file = try await session.vault.seal(content)
        try await session.vault.write { try $0.insert(attachment, content: file) }
        return attachment.id
    }

    /// The sealed files on the disk, by their paths under `attachments`.
    private func sealed() throws -> [String: [UInt8]] {
        try house.files().filter { $0.key.hasPrefix("attachments/") }.mapValues { Array($0) }
    }

    private func path(_ name: String) -> String { "\(house.path)/\(name)" }

    @Test(arguments: [1, 65_000, 65_528, 65_529, 1_500_000, AttachmentLimits.fileBytes])
    func aContentComesBackByteForByteAndLiesSealedInAPaddedFile(size: Int) async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let id = try await attach(content, to: pass.id, of: session)
        #expect(try await session.vault.content(of: id) == content)
        let kept = try #require(try await session.vault.read { try $0.attachment(id) })
        #expect(kept.size == size && kept.digest == Blake.digest(content))
        let files = try sealed()
        let file = try #require(files.first)
        #expect(files.count == 1 && file.key.hasSuffix(".sealed"))
        #expect((file.value.count - AttachmentSeal.headerLength - Sealing.tagLength) % 65_536 == 0)
        #expect(file.value.count <= AttachmentSeal.limit)
        await accounts.close()
    }

    @Test func nothingOfAnAttachmentCanBeReadOnTheDisk() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let content = Array("Kanarienvogel im Impfpass".utf8)
        try await attach(content, to: pass.id, of: session)
        await accounts.close()
        for (name, bytes) in try house.files() {
            #expect(bytes.range(of: Data(content)) == nil && bytes.range(of: Data("Seite 3".utf8)) == nil, "\(name)")
            #expect(!name.contains("Seite"))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path(try #require(try sealed().keys.first)))
        #expect(mode[.posixPermissions] as? Int == 0o600)
    }

    @Test func deletingTakesTheFileAfterTheCommit() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let vaccination = try house.vaccination(pass.id)
        try await session.vault.write { try $0.insert(vaccination) }
        let first = try await attach([1], to: pass.id, of: session, vaccination: vaccination.id)
        let second = try await attach([2], to: pass.id, of: session)
        #expect(try sealed().count == 2)
        #expect(try await session.vault.read { try $0.attachments(of: vaccination.id).map(\.id) } == [first])
        try await session.vault.write { _ = try $0.deleteAttachment(second) }
        #expect(try sealed().count == 1)
        #expect(try await session.vault.content(of: second) == nil)
        // A vaccination that goes leaves its attachments to the pass; a pass takes them along.
        try await session.vault.write { _ = try $0.deleteVaccination(vaccination.id) }
        #expect(try await session.vault.content(of: first) == [1])
        #expect(try await session.vault.read { try $0.contents(of: pass.id).attachments } == 1)
        try await session.vault.write { _ = try $0.deletePass(pass.id) }
        #expect(try sealed().isEmpty)
        #expect(try await session.vault.read { try $0.sealedFileIDs() }.isEmpty)
        #expect(try DirectoryCheck(house.path).findings.isEmpty)
        await accounts.close()
    }

    @Test func aDeletedAccountLeavesNoAttachments() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        try await attach([1, 2, 3], to: pass.id, of: session)
        try await accounts.deleteAccount(session, password: TestHouse.password)
        #expect(try house.files().filter { $0.key.contains(session.accountID.description) }.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path("attachments/\(session.accountID)")))
        await accounts.close()
    }

    @Test(arguments: ["create", "write", "sync", "close", "rename", "syncDirectory"])
    func aDiskThatFailsRefusesAnAttachmentAndLeavesNothing(step: String) async throws {
        let files = FaultyFileSystem()
        let accounts = try house.accounts { $0.files = files }
        let (session, pass) = try await member(accounts)
        try await attach([7], to: pass.id, of: session)
        files.fail(step, with: ENOSPC)
        await #expect(throws: VaultError(.storageFull, "")) { try await session.vault.seal([1, 2, 3]) }
        files.heal()
        #expect(try sealed().count == 1)
        try await attach([8], to: pass.id, of: session)
        #expect(try DirectoryCheck(house.path).findings.isEmpty)
        await accounts.close()
    }

    @Test func whatACrashLeavesOnEitherSideIsCarriedAway() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let kept = try await attach([1], to: pass.id, of: session)
        // Before the record: a durable file that nothing names.
        _ = try await session.vault.seal([2, 2])
        // After the record went: the vault knows what still has to go.
        let gone = try await attach([3], to: pass.id, of: session)
        let shared = session.shared
        try await shared.onTurn { try $0.write { _ = try $0.deleteAttachment(gone) } }
        #expect(try sealed().count == 3)
        try await accounts.cabinet.care(shared)
        #expect(try sealed().count == 2, "what may still be on its way stays for an hour")
        try await accounts.cabinet.care(shared, orphansAfter: 0)
        #expect(try sealed().count == 1)
        #expect(try await session.vault.content(of: kept) == [1])
        #expect(try DirectoryCheck(house.path).findings.isEmpty)
        await accounts.close()
    }

    @Test func aFailedRemovalIsTriedAgainByTheNextSweep() async throws {
        let files = FaultyFileSystem()
        let accounts = try house.accounts { $0.files = files }
        let (session, pass) = try await member(accounts)
        let id = try await attach([1], to: pass.id, of: session)
        files.fail("remove", with: EIO)
        try await session.vault.write { _ = try $0.deleteAttachment(id) }
        files.heal()
        #expect(try sealed().count == 1)
        await accounts.sweep()
        #expect(try sealed().isEmpty)
        await accounts.close()
    }

    @Test func anOldDataKeyAndAnOldVaultOpenNothingAfterARotation() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let ids = [
            try await attach([1, 1], to: pass.id, of: session), try await attach([2, 2], to: pass.id, of: session),
        ]
        // All that somebody may have had: every content's key, from an old copy of the vault.
        let old = try await session.vault.read { records in try ids.map { try #require(try records.sealedFile(of: $0)) }
        }
        _ = try await accounts.signIn(username: "maria", password: TestHouse.password, client: TestHouse.client)
        try await accounts.endAllSessions(session, exceptCurrent: true)
        #expect(try await session.vault.content(of: ids[0]) == [1, 1])
        await accounts.sweep()
        #expect(try await session.vault.content(of: ids[0]) == [1, 1])
        #expect(try await session.vault.content(of: ids[1]) == [2, 2])
        let new = try await session.vault.read { records in try ids.map { try #require(try records.sealedFile(of: $0)) }
        }
        #expect(zip(old, new).allSatisfy { $0.key != $1.key && $0.id != $1.id && $0.epoch < $1.epoch })
        let files = try sealed()
        #expect(files.count == 2)
        for (name, bytes) in files {
            for file in old {
                #expect(!name.contains(file.id.description))
                #expect(throws: VaultError.self) {
                    try AttachmentSeal.open(
                        bytes, as: new[0].id, of: session.accountID, key: SecretBytes(copying: file.key))
                }
            }
        }
        let before = try sealed().keys.sorted()
        await accounts.sweep()
        #expect(try sealed().keys.sorted() == before, "once is enough")
        #expect(try DirectoryCheck(house.path).findings.isEmpty)
        await accounts.close()
    }

    @Test func limitsHoldForFilesOfAPassAndBytesOfAnAccount() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        await #expect(throws: VaultError(.invalidRecord, "")) { try await session.vault.seal([]) }
        let large = [UInt8](repeating: 1, count: AttachmentLimits.fileBytes + 1)
        await #expect(throws: VaultError(.invalidRecord, "")) { try await session.vault.seal(large) }
        for _ in 0..<AttachmentLimits.filesOfPass { try await attach([1], to: pass.id, of: session) }
        await #expect(throws: VaultError(.attachmentLimit, "")) { try await attach([1], to: pass.id, of: session) }
        let other = try house.pass("Other")
        try await session.vault.write { try $0.insert(other) }
        let whole = [UInt8](repeating: 1, count: AttachmentLimits.fileBytes)
        for _ in 0..<3 { try await attach(whole, to: other.id, of: session) }
        await #expect(throws: VaultError(.attachmentLimit, "")) { try await attach(whole, to: other.id, of: session) }
        let bytes = try await session.vault.read { try $0.attachmentBytes() }
        #expect(bytes == AttachmentLimits.filesOfPass + 3 * AttachmentLimits.fileBytes)
        await accounts.close()
    }

    @Test func swappedDamagedAndMissingFilesAreRefusedEachByItsName() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let ids = [
            try await attach([1, 1], to: pass.id, of: session), try await attach([2, 2], to: pass.id, of: session),
        ]
        let files = try await session.vault.read { records in
            try ids.map { try #require(try records.sealedFile(of: $0)).id }
        }
        let paths = files.map { path("attachments/\(session.accountID)/\($0).sealed") }
        let originals = try paths.map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
        func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: paths[0])) }
        func expect(_ code: VaultError.Code, _ problem: DirectoryCheck.Finding.Problem) async throws {
            await #expect(throws: VaultError(code, ""), "\(code)") { try await session.vault.content(of: ids[0]) }
            let findings = try DirectoryCheck(house.path).findings
            #expect(findings == [.init(account: session.accountID, problem: problem, file: files[0])])
            #expect(findings.first?.path == "attachments/\(session.accountID)/\(files[0]).sealed")
        }
        try put(originals[1])
        try await expect(.vaultForeign, .foreign)
        for place in [2, AttachmentSeal.headerLength - 1, AttachmentSeal.headerLength, originals[0].count - 1] {
            var bytes = originals[0]
            bytes[place] ^= 1
            try put(bytes)
            try await expect(.attachmentDamaged, .damaged)
        }
        for length in [0, 40, AttachmentSeal.headerLength + 20, originals[0].count - 1] {
            try put(Array(originals[0].prefix(length)))
            try await expect(.attachmentDamaged, .damaged)
        }
        var newer = originals[0]
        newer[9] = 2
        try put(newer)
        try await expect(.vaultVersion, .unknownVersion)
        try FileManager.default.removeItem(atPath: paths[0])
        try await expect(.attachmentMissing, .missing)
        #expect(try await session.vault.content(of: ids[1]) == [2, 2])
        try put(originals[0])
        #expect(try await session.vault.content(of: ids[0]) == [1, 1])
        await accounts.close()
    }

    @Test func contentsOfAnImportThatWaitsGoWithItUnlessTheyWereTaken() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let pending = try PendingImport(passID: nil, text: "{}", identity: "archive", createdAt: house.clock.now)
        let files = [try await session.vault.seal([1]), try await session.vault.seal([2])]
        try await session.vault.write { records in
            try records.insert(pending)
            for file in files { try records.stage(file, for: pending.id) }
        }
        #expect(try await session.vault.read { try $0.stagedFiles(of: pending.id) }.count == 2)
        let attachment = try Attachment(
            passID: pass.id, vaccinationID: nil, name: "a.pdf", mediaType: "application/pdf", addedAt: house.clock.now)
        try await session.vault.write { records in
            try records.insert(attachment, staged: files[1].id)
            _ = try records.deletePendingImport(pending.id)
        }
        #expect(try sealed().count == 1)
        #expect(try await session.vault.content(of: attachment.id) == [2])
        await #expect(throws: VaultError(.notFound, "")) {
            try await session.vault.write { try $0.insert(attachment, staged: files[0].id) }
        }
        await accounts.close()
    }

    @Test(arguments: ["copy", "copy.tar"])
    func backupsHoldAttachmentsAndNameWhatIsWrong(name: String) async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let ids = [
            try await attach([1, 1], to: pass.id, of: session), try await attach([2, 2], to: pass.id, of: session),
        ]
        let other = TestHouse()
        let (backup, restored) = (other.path + "-\(name)", other.path + "-restored")
        defer { for path in [backup, restored] { try? FileManager.default.removeItem(atPath: path) } }
        #expect(try BackupCopy(of: house.path).write(to: backup).findings.isEmpty)
        #expect(try DirectoryCheck.backup(backup).findings.isEmpty)
        #expect(try BackupRestore(of: backup).write(to: restored).findings.isEmpty)
        var configuration = VaultConfiguration(directory: restored)
        configuration.argon2 = .weakForTests
        let again = try Accounts(configuration)
        let signIn = try await again.signIn(
            username: "maria", password: TestHouse.password, client: TestHouse.client)
        let back = try await house.session(again, signIn.cookie)
        #expect(try await back.vault.content(of: ids[0]) == [1, 1])
        #expect(try await back.vault.content(of: ids[1]) == [2, 2])
        await again.close()

        let file = try #require(try sealed().keys.sorted().first)
        try FileManager.default.removeItem(atPath: path(file))
        try FileManager.default.removeItem(atPath: backup)
        let findings = try BackupCopy(of: house.path).write(to: backup).findings
        #expect(findings.map(\.problem) == [.missing] && findings.first?.path == file)
        await accounts.close()
    }

    @Test func aBackupBesideAnOwnerWhoKeepsChangingAttachmentsIsWhole() async throws {
        let accounts = try house.accounts()
        let (session, pass) = try await member(accounts)
        let writer = Task {
            var last: AttachmentID?
            var number: UInt8 = 0
            while !Task.isCancelled {
                number &+= 1
                let next = try await attach([number], to: pass.id, of: session)
                if let old = last { try await session.vault.write { _ = try $0.deleteAttachment(old) } }
                last = next
            }
        }
        for _ in 0..<5 {
            let copy = TestHouse()
            #expect(try BackupCopy(of: house.path).write(to: copy.path).findings.isEmpty)
            let again = try copy.accounts()
            let signIn = try await again.signIn(
                username: "maria", password: TestHouse.password, client: TestHouse.client)
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
