import Foundation
import GRDB
import Model
import Testing

@testable import Vault
@testable import VaultStorage

/// Every step of a commit fails once; memory and disk must say the same afterwards.
@Suite(.timeLimit(.minutes(3))) struct StorageFaultTests {
    let app = TestVaults()
    let files = FaultyFileSystem()

    /// The two ways that a blob is written.
    enum Way: CaseIterable {
        case inPlace, beside

        var steps: [String] {
            switch self {
            // Head and first piece, and the piece with the setting.
            case .inPlace: ["overwrite", "write", "write", "syncData", "close"]
            // There is nothing to leave anything out of, and nothing to write over.
            case .beside:
                [
                    "overwrite", "overwrite", "create", "write", "sync", "close", "rename", "head", "remove",
                    "syncDirectory",
                ]
            }
        }
    }

    struct Step: CustomStringConvertible {
        let way: Way
        let name: String
        /// How often the step was done before in this commit.
        let number: Int
        /// Only what failed after the rename may have reached the disk.
        var isAmbiguous: Bool { way == .beside && ["head", "remove", "syncDirectory"].contains(name) }
        var description: String { "\(name) \(number) (\(way))" }

        static let all = Way.allCases.flatMap { way in
            way.steps.enumerated().map { index, name in
                Step(way: way, name: name, number: way.steps[..<index].count { $0 == name })
            }
        }
    }

    static let numbers: [(Int32, VaultError.Code)] = [
        (EIO, .storageFailed), (ENOSPC, .storageFull), (EDQUOT, .storageFull), (EROFS, .storageReadOnly),
        (EACCES, .storageReadOnly),
    ]

    /// An account whose next commit goes the given way.
    func start(_ way: Way = .inPlace) async throws -> (Accounts, Session, NewCredentials) {
        let accounts = try app.accounts { $0.files = files }
        let (registration, session) = try await app.member(accounts)
        let pass = try app.pass("before")
        try await session.vault.write { try $0.insert(pass) }
        if way == .beside { try FileManager.default.removeItem(atPath: app.slot(session.accountID, 3)) }
        return (accounts, session, registration)
    }

    private func names(_ session: Session) async throws -> [String] {
        try await session.vault.read { try $0.passes().map(\.name) }
    }

    @Test(arguments: Way.allCases)
    func theStepsAreThoseOfACommit(_ way: Way) async throws {
        let (_, session, _) = try await start(way)
        _ = files.takeCalls()
        try await session.vault.write { try $0.setSetting("a", to: "b") }
        #expect(files.takeCalls() == way.steps)
    }

    @Test func aWriteOnAnotherContentThanTheLastCommitsIsRefused() async throws {
        let (_, session, _) = try await start()
        try await session.shared.withLock { $0.contentTag = [UInt8](repeating: 0, count: 16) }
        await #expect(throws: VaultError(.vaultForked, "")) {
            try await session.vault.write { try $0.setSetting("a", to: "b") }
        }
        // Opened again from the disk, it goes on.
        #expect(try await names(session) == ["before"])
        try await session.vault.write { try $0.setSetting("a", to: "b") }
    }

    @Test(arguments: Step.all, numbers)
    func aFailedStepIsToldAndChangesNothingOrAll(_ step: Step, _ number: (Int32, VaultError.Code)) async throws {
        let (accounts, session, registration) = try await start(step.way)
        let pass = try app.pass("during")
        files.fail(step.name, with: number.0, at: step.number)
        let error = await #expect(throws: VaultError.self) {
            try await session.vault.write { records in
                try records.insert(pass)
                try records.setSetting("a", to: "b")
            }
        }
        #expect(error?.code == (step.isAmbiguous ? .commitUnknown : number.1))
        #expect(try !app.files().keys.contains(where: Draft.isDraft))
        files.heal()
        let memory = try await names(session)
        #expect(memory == (step.isAmbiguous ? ["before", "during"] : ["before"]))
        let after = try app.pass("after")
        try await session.vault.write { try $0.insert(after) }
        let last = try await names(session)
        #expect(last == memory + ["after"])
        await accounts.close()
        let reopened = try app.accounts()
        #expect(try await names(app.session(reopened, registration.cookie)) == last)
        #expect(try !app.files().keys.contains(where: Draft.isDraft))
    }

    @Test(arguments: Step.all.filter { $0.name != "head" })
    func readsGoOnWhileNothingCanBeWritten(_ step: Step) async throws {
        let (accounts, session, registration) = try await start(step.way)
        files.fail(step.name, with: ENOSPC, lasts: true)
        // What can't be written over is tried beside.
        if step.name == "syncData" { files.fail("sync", with: ENOSPC, lasts: true) }
        for name in ["one", "two", "three"] {
            let pass = try app.pass(name)
            let error = await #expect(throws: VaultError.self) {
                try await session.vault.write { try $0.insert(pass) }
            }
            #expect(error?.code == .storageFull || step.isAmbiguous && error?.code == .commitUnknown)
            #expect(try await names(session).first == "before")
        }
        files.heal()
        let kept = try await names(session)
        #expect(kept.count <= 2)
        try await session.vault.write { try $0.setSetting("works", to: "again") }
        await accounts.close()
        let reopened = try app.accounts()
        let session2 = try await app.session(reopened, registration.cookie)
        #expect(try await names(session2) == kept)
        #expect(try await session2.vault.read { try $0.setting("works") } == "again")
    }

    @Test(arguments: Way.allCases)
    func aTornWriteLeavesTheOldBlob(_ way: Way) async throws {
        let (accounts, session, registration) = try await start(way)
        let pass = try app.pass("torn")
        files.fail("write", with: ENOSPC, tears: true)
        await #expect(throws: VaultError(.storageFull, "")) {
            try await session.vault.write { try $0.insert(pass) }
        }
        await accounts.close()
        let reopened = try app.accounts()
        #expect(try await names(app.session(reopened, registration.cookie)) == ["before"])
    }

    /// The disk fails, and what it may have got can't be taken back: only the blob can tell then.
    @Test func aFailureThatCannotBeUndoneIsReadBackAndWrittenAnew() async throws {
        let (accounts, session, registration) = try await start()
        let pass = try app.pass("during")
        files.fail("syncData", with: EIO)
        files.fail("remove", with: EIO)
        files.fail("sync", with: EIO)
        await #expect(throws: VaultError(.commitUnknown, "")) {
            try await session.vault.write { try $0.insert(pass) }
        }
        let slot = app.slot(session.accountID, 3)
        let inode = try FileManager.default.attributesOfItem(atPath: slot)[.systemFileNumber] as? Int
        // The system has it in memory, and reading gives that; whether the disk has it nobody knows.
        #expect(try await names(session) == ["before", "during"])
        files.heal()
        try await session.vault.write { try $0.setSetting("works", to: "again") }
        let later = try FileManager.default.attributesOfItem(atPath: slot)[.systemFileNumber] as? Int
        #expect(later != inode)
        await accounts.close()
        let reopened = try app.accounts()
        #expect(try await names(app.session(reopened, registration.cookie)) == ["before", "during"])
    }

    @Test(arguments: Way.beside.steps.dropFirst())
    func aFailedRotationLeavesAnAccountThatOpens(_ step: String) async throws {
        let (accounts, _, registration) = try await start()
        files.fail(step, with: EIO)
        let second = try await accounts.sessions.session(cookie: registration.cookie)
        let session = try #require(second)
        try? await accounts.sessions.endAll(by: session, exceptCurrent: true)
        files.heal()
        let again = try await app.session(accounts, registration.cookie)
        #expect(try await names(again) == ["before"])
        await accounts.close()
        let reopened = try app.accounts()
        let signIn = try await reopened.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        let last = try await app.session(reopened, signIn.cookie)
        #expect(try await names(last) == ["before"])
        try await reopened.sessions.signOut(cookie: signIn.cookie)
        #expect(try await reopened.sessions.session(cookie: registration.cookie) != nil)
    }

    @Test(arguments: Way.beside.steps.filter { $0 != "remove" })
    func aFailedRegistrationLeavesNoAccount(_ step: String) async throws {
        let accounts = try app.accounts { $0.files = files }
        files.fail(step, with: EIO)
        await #expect(throws: VaultError(.storageFailed, "")) { try await app.member(accounts) }
        files.heal()
        let (_, session) = try await app.member(accounts)
        #expect(try await names(session) == [])
    }

    @Test func anUnreadableBlobIsToldAndTriedAgain() async throws {
        let (accounts, session, registration) = try await start()
        await accounts.vaults.close(session.accountID)
        files.fail("read", with: EIO)
        await #expect(throws: VaultError(.storageFailed, "")) {
            try await accounts.sessions.session(cookie: registration.cookie)
        }
        #expect(try await names(app.session(accounts, registration.cookie)) == ["before"])
    }

    @Test func aBrokenReferenceIsFoundBeforeAnythingIsWritten() async throws {
        let (_, session, _) = try await start()
        _ = files.takeCalls()
        let nobody = PassID.random()
        let error = await #expect(throws: VaultError.self) {
            try await session.vault.write { records in
                try records.db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                try records.db.execute(
                    sql: "INSERT INTO fact (id, passID, kind, value) VALUES ('x', ?, 'k', 'v')",
                    arguments: [nobody.description])
            }
        }
        #expect(error?.code == .notFound)
        #expect(files.takeCalls() == [])
        #expect(try await names(session) == ["before"])
    }

    @Test func anObserverThatThrowsIsHeardBeforeAnythingIsWritten() async throws {
        let (_, session, _) = try await start()
        _ = files.takeCalls()
        let pass = try app.pass("observed")
        await #expect(throws: (any Error).self) {
            try await session.vault.write { records in
                records.db.add(transactionObserver: ThrowingObserver(), extent: .nextTransaction)
                try records.insert(pass)
            }
        }
        #expect(files.takeCalls() == [])
        #expect(try await names(session) == ["before"])
        try await session.vault.write { try $0.setSetting("works", to: "again") }
    }

    @Test func aWriteThatChangesNothingWritesNothing() async throws {
        let (_, session, _) = try await start()
        _ = files.takeCalls()
        #expect(try await session.vault.write { try $0.passes().count } == 1)
        #expect(files.takeCalls() == [])
    }

    @Test func aWriteThatEndsItsOwnTransactionIsUndone() async throws {
        let (_, session, _) = try await start()
        let pass = try app.pass("smuggled")
        await #expect(throws: (any Error).self) {
            try await session.vault.write { records in
                try records.insert(pass)
                try records.db.commit()
            }
        }
        #expect(try await names(session) == ["before"])
    }

    @Test func schemaChangesAndGrowthInOneWriteSurvive() async throws {
        let (accounts, session, registration) = try await start()
        try await session.vault.write { records in
            try records.db.execute(sql: "CREATE TABLE big (a INTEGER PRIMARY KEY, b BLOB)")
            for _ in 0..<300 { try records.db.execute(sql: "INSERT INTO big (b) VALUES (randomblob(4000))") }
            try records.db.execute(sql: "CREATE INDEX big_b ON big (b)")
            try records.db.execute(sql: "DROP TABLE consent")
        }
        await accounts.close()
        let reopened = try app.accounts()
        let session2 = try await app.session(reopened, registration.cookie)
        #expect(
            try await session2.vault.read { records in
                [
                    try Int.fetchOne(records.db, sql: "SELECT COUNT(*) FROM big"),
                    try String.fetchOne(records.db, sql: "PRAGMA integrity_check") == "ok" ? 1 : 0,
                ]
            } == [300, 1])
    }

    @Test func aVaultThatGrowsTooLargeIsToldSo() async throws {
        let accounts = try app.accounts { $0.maxVaultBytes = 1_000_000 }
        let (_, session) = try await app.member(accounts)
        await #expect(throws: VaultError(.vaultTooLarge, "")) {
            try await session.vault.write { records in
                try records.db.execute(sql: "CREATE TABLE big (b BLOB)")
                for _ in 0..<300 { try records.db.execute(sql: "INSERT INTO big (b) VALUES (randomblob(4000))") }
            }
        }
        try await session.vault.write { try $0.setSetting("works", to: "again") }
    }
}

private final class ThrowingObserver: TransactionObserver {
    struct Refusal: Error {}
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { throw Refusal() }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
