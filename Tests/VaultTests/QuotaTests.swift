import Foundation
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// What an account keeps beside its vault, and that it is no more than it may.
@Suite(.bothHomes, .timeLimit(.minutes(3))) struct QuotaTests {
    let app = TestVaults()
    /// Bytes of the smallest sealed file.
    private static let file = AttachmentSeal.headerLength + 65_536 + Sealing.tagLength

    /// Notes a file of so many bytes, which needn't be there to be counted.
    private func fill(_ bytes: Int, _ line: Quota.Line, of account: AccountID, _ accounts: Accounts) async throws {
        let (id, isShared) = (SealedFileID.random(), app.database != nil)
        try await accounts.database.write { db in
            if line == .pictures { try TransientFile(account: account, file: id, expires: .distantFuture).note(db) }
            try db.execute(
                """
                INSERT INTO attachmentFile (account, id, length, digest\(isShared ? ", writtenAt, content" : ""))
                VALUES (?, ?, ?, ?\(isShared ? ", ?, ?" : ""))
                """,
                [.id(account), .id(id), .number(bytes), .blob([])]
                    // Written so late that no sweep takes it for something left over.
                    + (isShared ? [.time(.distantFuture), .blob([])] : []))
        }
    }

    /// How many files there are but for those that ``fill(_:_:of:_:)`` only notes.
    private func lying() throws -> Int { try app.sealedFiles().values.count { !$0.isEmpty } }

    private func link() throws -> HealthLink {
        try HealthLink(to: .random(), label: "", from: app.clock.now, lasting: 3_600, random: .system)
    }

    @Test func whatIsCountedIsWhatLiesThere() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        #expect(try await accounts.bytesBesideVault(of: session.accountID) == 0)
        try await app.attach([UInt8](repeating: 1, count: 70_000), to: pass.id, of: session)
        let picture = try await session.vault.seal([2], expires: app.clock.now + 60)
        try await accounts.publish(try link(), files: ["sealed", "twice"], passcode: nil, of: session.accountID)
        let held = try app.sealedFiles().values.reduce(0) { $0 + $1.count }
        #expect(try await accounts.bytesBesideVault(of: session.accountID) == held + "sealedtwice".utf8.count)
        await session.vault.discard([picture])
        #expect(try await accounts.bytesBesideVault(of: session.accountID) == held - Self.file + 11)
        #expect(try lying() == 1)
        await accounts.close()
    }

    @Test func picturesThatWaitHaveALineOfTheirOwn() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let (paul, soon) = (try await app.member(accounts, "paul").1, app.clock.now + 60)
        try await fill(Quota.Line.pictures.mostBytes - 2 * Self.file, .pictures, of: session.accountID, accounts)
        let first = try await session.vault.seal([1], expires: soon)
        _ = try await session.vault.seal([2], expires: soon)
        await #expect(throws: VaultError(.pictureLimit, "")) { try await session.vault.seal([3], expires: soon) }
        #expect(try lying() == 2, "what was refused lies nowhere")
        _ = try await paul.vault.seal([3], expires: soon)
        try await app.attach([4], to: pass.id, of: session)
        await session.vault.discard([first])
        _ = try await session.vault.seal([5], expires: soon)
        await accounts.close()
    }

    @Test func allLinesTogetherHaveALimit() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let account = session.accountID
        try await fill(20_000_000, .attachments, of: account, accounts)
        try await fill(Quota.mostBytes - 20_000_000 - 2 * Self.file, .pictures, of: account, accounts)
        try await accounts.publish(try link(), files: ["x"], passcode: nil, of: account)
        try await app.attach([1], to: pass.id, of: session)
        let second = try link()
        await #expect(throws: VaultError(.accountLimit, "")) { try await session.vault.seal([2]) }
        await #expect(throws: VaultError(.accountLimit, "")) {
            try await session.vault.seal([2], expires: app.clock.now + 60)
        }
        await #expect(throws: VaultError(.accountLimit, "")) {
            try await accounts.publish(
                second, files: [String(repeating: "x", count: Self.file)], passcode: nil, of: account)
        }
        #expect(try await accounts.state(of: second) == nil)
        #expect(try lying() == 1)
        #expect(try await accounts.bytesBesideVault(of: account) == Quota.mostBytes - Self.file + 1)
        await accounts.close()
    }

    @Test func asManyAtOnceAsThereIsRoomFor() async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        try await fill(Quota.mostBytes - 3 * Self.file, .attachments, of: session.accountID, accounts)
        let codes = try await withThrowingTaskGroup(of: VaultError.Code?.self) { group in
            for number in 0..<12 {
                group.addTask {
                    do {
                        _ = try await session.vault.seal([UInt8(number)])
                        return nil
                    } catch let error as VaultError {
                        return error.code
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 3 && codes.count { $0 == .accountLimit } == 9)
        #expect(try lying() == 3)
        #expect(try await accounts.bytesBesideVault(of: session.accountID) == Quota.mostBytes)
        await accounts.close()
    }

    /// What takes another's place adds nothing.
    @Test func aFullAccountsFilesAreSealedAnewAllTheSame() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        let id = try await app.attach([1, 1], to: pass.id, of: session)
        let old = try #require(try await session.vault.read { try $0.sealedFile(of: id) })
        try await fill(Quota.mostBytes - Self.file, .attachments, of: session.accountID, accounts)
        _ = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        await accounts.sweep()
        let new = try #require(try await session.vault.read { try $0.sealedFile(of: id) })
        #expect(new.id != old.id && new.epoch > old.epoch)
        #expect(try await session.vault.content(of: id) == [1, 1])
        #expect(try await accounts.bytesBesideVault(of: session.accountID) == Quota.mostBytes)
        await accounts.close()
    }

    /// Every file of a data folder that is an account's: its vault, which has a limit of its own, and what is counted.
    @Test func noOtherFilesAreAnAccounts() async throws {
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1], to: pass.id, of: session)
        _ = try await session.vault.seal([2], expires: app.clock.now + 60)
        let names = try app.files().keys.filter { $0.contains(session.accountID.description) }
        #expect(names.allSatisfy { $0.hasPrefix("vaults/") || $0.hasPrefix("attachments/") }, "\(names)")
        #expect(app.database != nil || names.count { $0.hasPrefix("attachments/") } == 2)
        await accounts.close()
    }
}

/// Bytes in a table of the accounts are counted by a line, or there is a reason why they can't grow.
@Suite(.timeLimit(.minutes(1))) struct QuotaSchemaTests {
    /// Columns that aren't counted, each with its reason; a MAC or a digest has 32 bytes.
    private static let bounded = [
        "account.nameHash": "one row, a hash", "account.tag": "one row, a tag",
        "keySlot.lookup": "a hash", "keySlot.salt": "16 bytes", "keySlot.publicKey": "32 bytes",
        "keySlot.sealed": "a wrapped key; one for each password, recovery code, passkey and session",
        "session.lookup": "a hash; sign-ins are slowed, and sessions end",
        "familiarAddress.hash": "a hash, of 16 addresses",
        "vault.blob": "the vault, which has a limit of its own (`maxVaultBytes`)",
        "attempt.account": "a hash, for a while", "attempt.address": "a hash, for a while",
        "calendarFeed.id": "a hash", "calendarFeed.sealed": "one for each pass, as long as its visits of ten years",
        "healthLink.id": "a hash, of 50 links", "healthLink.salt": "16 bytes", "healthLink.passcode": "a hash",
        "healthLink.publicKey": "32 bytes",
        "healthLinkFile.link": "a hash, of 50 links of as many files as there are passes",
        "healthLinkOpening.link": "a hash", "healthLinkOpening.sealed": "of one length, 50 of a link",
        "reminderMail.name": "one row, a hash", "reminderMail.sealed": "one row of one length",
    ]
    private static let kinds = ["rowMac", "commitMac", "mac", "digest"]

    @Test(arguments: [AccountsSchema.sqlite, .postgres]) func allBytesOfAnAccountAreCounted(
        schema: AccountsSchema
    ) throws {
        var (owned, columns): (Set<String>, Set<String>) = (["account"], [])
        for statement in schema.steps.flatMap({ $0.statements + $0.last }) {
            if let gone = statement.firstMatch(of: /^ALTER TABLE (\w+) DROP COLUMN (\w+)/) {
                columns.remove("\(gone.1).\(gone.2)")
                continue
            }
            guard let table = statement.firstMatch(of: /^(?:CREATE|ALTER) TABLE (\w+)/).map({ String($0.1) }) else {
                continue
            }
            // A table is an account's where it names one, or a row of such a table.
            let names = statement.matches(of: /\b(\w+) (?:TEXT|BLOB|BYTEA)|REFERENCES (\w+)/)
            if names.contains(where: { $0.1 == "account" || $0.2.map { owned.contains(String($0)) } ?? false }) {
                owned.insert(table)
            }
            columns.formUnion(statement.matches(of: /\b(\w+) (?:BLOB|BYTEA)/).map { "\(table).\($0.1)" })
        }
        let counted = Quota.Line.allCases.reduce(into: Set<String>()) { $0.formUnion($1.columns) }
        let ofAccounts = columns.filter { owned.contains(String($0.prefix { $0 != "." })) }
        #expect(
            owned.isSuperset(of: ["healthLink", "healthLinkFile", "healthLinkOpening", "attachmentFile", "keySlot"]))
        let unknown = ofAccounts.filter { column in
            !counted.contains(column) && Self.bounded[column] == nil
                && !Self.kinds.contains { column.hasSuffix(".\($0)") }
        }
        #expect(unknown.isEmpty, "count these in Quota.Line, or say here why they can't grow")
        #expect(ofAccounts.contains("healthLinkFile.sealed") && counted.isSubset(of: columns.union(Self.inFiles)))
        #expect(counted.isDisjoint(with: Self.bounded.keys))
    }

    /// What is in files where servers share no database.
    private static let inFiles = ["attachmentFile.content"]
}

extension Quota.Line {
    /// The columns that it counts, with the files of a folder where servers don't share a database.
    var columns: Set<String> {
        switch self {
        case .attachments, .pictures: ["attachmentFile.content"]
        case .links: ["healthLinkFile.sealed"]
        }
    }
}
