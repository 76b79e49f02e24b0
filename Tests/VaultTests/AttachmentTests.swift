import Foundation
import GRDB
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// Scans beside the vault: sealed each on its own, never lost by a crash, never left behind.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct AttachmentTests {
    let app = TestVaults()

    @Test(arguments: [1, 65_000, 65_528, 65_529, 1_500_000, AttachmentLimits.fileBytes])
    func aContentComesBackByteForByteAndLiesSealedInAPaddedFile(size: Int) async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let id = try await app.attach(content, to: pass.id, of: session)
        #expect(try await session.vault.content(of: id) == content)
        let kept = try #require(try await session.vault.read { try $0.attachment(id) })
        #expect(kept.size == size && kept.digest == Blake.digest(content))
        let files = try app.sealedFiles()
        let file = try #require(files.first)
        #expect(files.count == 1 && file.key.hasSuffix(".sealed"))
        #expect((file.value.count - AttachmentSeal.headerLength - Sealing.tagLength) % 65_536 == 0)
        #expect(file.value.count <= AttachmentSeal.limit)
        await accounts.close()
    }

    @Test func nothingOfAnAttachmentCanBeReadOnTheDisk() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let content = Array("Kanarienvogel im Impfpass".utf8)
        try await app.attach(content, to: pass.id, of: session)
        for (name, bytes) in try app.everything() {
            for needle in [content, Array("Seite 3".utf8)] { #expect(!bytes.tells(needle), "\(name)") }
            #expect(!name.contains("Seite"))
        }
        await accounts.close()
    }

    @Test func deletingTakesTheFileAfterTheCommit() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let vaccination = try app.vaccination(pass.id)
        try await session.vault.write { try $0.insert(vaccination) }
        let first = try await app.attach([1], to: pass.id, of: session, vaccination: vaccination.id)
        let second = try await app.attach([2], to: pass.id, of: session)
        #expect(try app.sealedFiles().count == 2)
        #expect(try await session.vault.read { try $0.attachments(of: vaccination.id).map(\.id) } == [first])
        try await session.vault.write { _ = try $0.deleteAttachment(second) }
        #expect(try app.sealedFiles().count == 1)
        #expect(try await session.vault.content(of: second) == nil)
        // A vaccination that goes leaves its attachments to the pass; a pass takes them along.
        try await session.vault.write { _ = try $0.deleteVaccination(vaccination.id) }
        #expect(try await session.vault.content(of: first) == [1])
        #expect(try await session.vault.read { try $0.contents(of: pass.id).attachments } == 1)
        try await session.vault.write { _ = try $0.deletePass(pass.id) }
        #expect(try app.sealedFiles().isEmpty)
        #expect(try await session.vault.read { try $0.sealedFileIDs() }.isEmpty)
        #expect(try app.check().findings.isEmpty)
        await accounts.close()
    }

    @Test func aDeletedAccountLeavesNoAttachments() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        try await accounts.delete(session, password: TestVaults.password)
        #expect(try app.sealedFiles().isEmpty)
        #expect(try app.files().filter { $0.key.contains(session.accountID.description) }.isEmpty)
        #expect(try app.check().accounts == 0)
        await accounts.close()
    }

    /// Whatever it is asked, even by one id for two accounts.
    @Test func aHomeGivesAndTakesNothingOfAnotherAccount() async throws {
        let accounts = try app.accounts()
        let maria = try await app.member(accounts).1.accountID
        let jonas = try await app.member(accounts, "jonas").1.accountID
        let (store, shared, own) = (accounts.attachments.backend, SealedFileID.random(), SealedFileID.random())
        try store.write([1], as: shared, of: maria, on: .attachments)
        try store.write([2], as: shared, of: jonas, on: .attachments)
        try store.write([3], as: own, of: jonas, on: .attachments)
        #expect(try store.read(shared, of: maria) == [1])
        #expect(try store.read(shared, of: jonas) == [2])
        #expect(try store.read(own, of: maria) == nil)
        try store.remove([shared, own], of: maria)
        try store.removeAll(of: maria)
        #expect(try store.files(of: maria) == [])
        #expect(try Set(store.files(of: jonas).map(\.id)) == [shared, own])
        #expect(try store.read(shared, of: jonas) == [2])
        try store.removeAll(of: jonas)
        #expect(try store.files(of: jonas) == [])
        await accounts.close()
    }

    @Test func whatACrashLeavesOnEitherSideIsCarriedAway() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let kept = try await app.attach([1], to: pass.id, of: session)
        // Before the record: a durable file that nothing names.
        _ = try await session.vault.seal([2, 2])
        // After the record went: the vault knows what still has to go.
        let gone = try await app.attach([3], to: pass.id, of: session)
        let shared = session.shared
        try await shared.withLock { try $0.write { _ = try $0.deleteAttachment(gone) } }
        #expect(try app.sealedFiles().count == 3)
        try await accounts.attachments.collectOrphans(shared)
        #expect(try app.sealedFiles().count == 2, "what may still be on its way stays for an hour")
        try await accounts.attachments.collectOrphans(shared, orphansAfter: 0)
        #expect(try app.sealedFiles().count == 1)
        #expect(try await session.vault.content(of: kept) == [1])
        #expect(try app.check().findings.isEmpty)
        await accounts.close()
    }

    @Test func anOldDataKeyAndAnOldVaultOpenNothingAfterARotation() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let ids = [
            try await app.attach([1, 1], to: pass.id, of: session),
            try await app.attach([2, 2], to: pass.id, of: session),
        ]
        // All that somebody may have had: every content's key, from an old copy of the vault.
        let old = try await session.vault.read { records in try ids.map { try #require(try records.sealedFile(of: $0)) }
        }
        _ = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        #expect(try await session.vault.content(of: ids[0]) == [1, 1])
        await accounts.sweep()
        #expect(try await session.vault.content(of: ids[0]) == [1, 1])
        #expect(try await session.vault.content(of: ids[1]) == [2, 2])
        let new = try await session.vault.read { records in try ids.map { try #require(try records.sealedFile(of: $0)) }
        }
        #expect(zip(old, new).allSatisfy { $0.key != $1.key && $0.id != $1.id && $0.epoch < $1.epoch })
        let files = try app.sealedFiles()
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
        let before = try app.sealedFiles().keys.sorted()
        await accounts.sweep()
        #expect(try app.sealedFiles().keys.sorted() == before, "once is enough")
        #expect(try app.check().findings.isEmpty)
        await accounts.close()
    }

    @Test func limitsHoldForFilesOfAPassAndBytesOfAnAccount() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        await #expect(throws: VaultError(.invalidRecord, "")) { try await session.vault.seal([]) }
        let large = [UInt8](repeating: 1, count: AttachmentLimits.fileBytes + 1)
        await #expect(throws: VaultError(.invalidRecord, "")) { try await session.vault.seal(large) }
        for _ in 0..<AttachmentLimits.filesOfPass { try await app.attach([1], to: pass.id, of: session) }
        await #expect(throws: VaultError(.attachmentLimit, "")) {
            try await app.attach([1], to: pass.id, of: session)
        }
        let other = try app.pass("Other")
        try await session.vault.write { try $0.insert(other) }
        let whole = [UInt8](repeating: 1, count: AttachmentLimits.fileBytes)
        for _ in 0..<3 { try await app.attach(whole, to: other.id, of: session) }
        await #expect(throws: VaultError(.attachmentLimit, "")) {
            try await app.attach(whole, to: other.id, of: session)
        }
        let bytes = try await session.vault.read { try $0.attachmentBytes() }
        #expect(bytes == AttachmentLimits.filesOfPass + 3 * AttachmentLimits.fileBytes)
        await accounts.close()
    }

    @Test func swappedDamagedAndMissingFilesAreRefusedEachByItsName() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let ids = [
            try await app.attach([1, 1], to: pass.id, of: session),
            try await app.attach([2, 2], to: pass.id, of: session),
        ]
        let files = try await session.vault.read { records in
            try ids.map { try #require(try records.sealedFile(of: $0)).id }
        }
        let sealed = try app.sealedFiles()
        let originals = try files.map { try #require(sealed["attachments/\(session.accountID)/\($0).sealed"]) }
        func put(_ bytes: [UInt8]?) throws { try app.tamper(files[0], of: session.accountID, with: bytes) }
        func expect(_ code: VaultError.Code, _ problem: DirectoryCheck.Discrepancy.Kind) async throws {
            await #expect(throws: VaultError(code, ""), "\(code)") { try await session.vault.content(of: ids[0]) }
            let findings = try app.check().findings
            // A row that is gone in the database has taken its bookkeeping along: only its owner's vault knows of it.
            if problem == .missing, app.database != nil { return #expect(findings == []) }
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
        try put(originals[0])
        #expect(try await session.vault.content(of: ids[0]) == [1, 1])
        try put(nil)
        try await expect(.attachmentMissing, .missing)
        #expect(try await session.vault.content(of: ids[1]) == [2, 2])
        await accounts.close()
    }

    @Test func contentsOfAnImportThatWaitsGoWithItUnlessTheyWereTaken() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let now = app.clock.now
        let files = [try await session.vault.seal([1]), try await session.vault.seal([2])]
        let draft = try await session.vault.write { records in
            let draft = try records.keep("{}", from: .file, at: now).id
            for file in files { try records.stage(file, for: draft) }
            return draft
        }
        #expect(try await session.vault.read { try $0.stagedFiles(of: draft) }.count == 2)
        let attachment = try Attachment(
            passID: pass.id, vaccinationID: nil, name: "a.pdf", mediaType: "application/pdf", addedAt: app.clock.now)
        try await session.vault.write { records in
            try records.insert(attachment, staged: files[1].id)
            _ = try records.deleteDraft(draft)
        }
        #expect(try app.sealedFiles().count == 1)
        #expect(try await session.vault.content(of: attachment.id) == [2])
        await #expect(throws: VaultError(.notFound, "")) {
            try await session.vault.write { try $0.insert(attachment, staged: files[0].id) }
        }
        await accounts.close()
    }

    @Test func aContentThatOnlyWaitsGoesAtItsTimeWhetherItsVaultIsOpenedOrNot() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let staying = try await app.attach([3], to: pass.id, of: session)
        let (month, now) = (DraftRecord.lifetime, app.clock.now)
        let picture = try await session.vault.seal([1], expires: now + month)
        let draft = try await session.vault.write { records in
            let draft = try records.keep("{}", from: .photo, of: pass.id, at: now).id
            try records.stage(picture, for: draft)
            return draft
        }
        // A change prolongs it, and never the other way round; what stays isn't given a time.
        let attached = try await session.vault.read { try $0.sealedFileIDs() }
        try await session.vault.prolong(Array(attached), until: now + 2 * month)
        try await session.vault.prolong(Array(attached), until: now + month)
        app.clock.advance(2 * month - 1)
        try await accounts.removePassedFiles()
        #expect(try await session.vault.stagedContent(picture) == [1])
        let booked = try await accounts.database.read { try AttachmentRow.fetch($0, account: session.accountID) }
        #expect(booked.count == 1, "what only waits is neither backed up nor missed")
        app.clock.advance(2)
        try await accounts.removePassedFiles()
        #expect(try app.sealedFiles().count == 1)
        #expect(try await accounts.database.read { try TransientFile.fetchOver($0, at: .distantFuture) } == [])
        #expect(try await session.vault.content(of: staying) == [3])
        #expect(try await session.vault.stagedContent(picture) == nil)
        _ = try await session.vault.write { try $0.deleteDraft(draft) }
        await accounts.close()
    }

    /// Whoever discards what waits leaves nothing behind that says when it would have gone.
    @Test func aContentThatGoesWithItsDraftIsForgotten() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let now = app.clock.now
        let files = [
            try await session.vault.seal([1], expires: now + 1), try await session.vault.seal([2], expires: now),
        ]
        let draft = try await session.vault.write { records in
            let draft = try records.keep("{}", from: .photo, of: pass.id, at: now).id
            try records.stage(files[0], for: draft)
            return draft
        }
        await session.vault.discard([files[1]])
        _ = try await session.vault.write { try $0.deleteDraft(draft) }
        #expect(try app.sealedFiles().isEmpty)
        #expect(try await accounts.database.read { try TransientFile.fetchOver($0, at: .distantFuture) } == [])
        await accounts.close()
    }
}
