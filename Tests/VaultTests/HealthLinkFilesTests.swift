import Fairness
import Foundation
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

/// A link's files in rows of their own.
@Suite(.timeLimit(.minutes(3))) struct HealthLinkFilesTests {
    private func link(_ app: TestVaults, passcode: String? = nil) throws -> HealthLink {
        try HealthLink(
            to: .random(), label: "", passcode: passcode, from: app.clock.now, lasting: 3_600, random: .system)
    }

    private func open(
        _ link: HealthLink, _ accounts: Accounts, _ passcode: String? = nil, longest: Double = .infinity
    ) async throws -> HealthLinkAnswer? {
        try await accounts.openHealthLink(
            at: link.address, passcode: passcode, recipient: "", isSingle: false, longest: longest,
            for: Requester(address: "192.0.2.1"))
    }

    private func file(_ number: Int, of link: HealthLink, _ accounts: Accounts) async throws -> String? {
        let ticket = accounts.ticket(at: link.address, number: number)
        return try await accounts.healthLinkFile(at: link.address, ticket: ticket)?.whole()
    }

    private func rows(_ accounts: Accounts) async throws -> Int {
        try await accounts.database.read { try $0.rows("SELECT number FROM healthLinkFile").count }
    }

    @Test(arguments: TestVaults.kinds) func whoAsksForOneReadsNoOther(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app)
        let files = (0..<12).map { String(repeating: "\($0 % 10)", count: 50_000) }
        try await accounts.publish(link, files: files, passcode: nil, of: maria.accountID)
        let bytes = try accounts.database.readBlocking { honest -> [Int] in
            let ledger = CountingLedger(honest)
            let row = try #require(try ledger.row("SELECT * FROM healthLink", []))
            let known = try #require(try HealthLinkFiles(of: row, ledger))
            let before = ledger.bytes
            #expect(try known.count == 12 && known.file(7, ledger) == files[7] && known.file(12, ledger) == nil)
            return [before, ledger.bytes]
        }
        #expect(bytes == [0, 50_000])
        // What nobody reads may be anything.
        try await accounts.database.write { db in
            try db.execute("UPDATE healthLinkFile SET sealed = ? WHERE number <> 7", [.blob([1])])
        }
        #expect(try await file(7, of: link, accounts) == files[7])
        #expect(try await file(6, of: link, accounts) == nil)
        #expect(try await file(12, of: link, accounts) == nil)
        #expect(try await open(link, accounts) == nil)
        #expect(try await open(link, accounts, longest: 0) == .files(Array(repeating: nil, count: 12)))
        await accounts.close()
    }

    /// However slowly it is sent, no more of it than a piece is held, and nothing once its link has ended.
    @Test(arguments: TestVaults.kinds) func aLongOneIsReadInPieces(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app)
        let long = (0..<100_000).map { "line \($0)" }.joined(separator: "\n")
        #expect(long.utf8.count > 3 * HealthLinkFiles.piece)
        try await accounts.publish(link, files: ["short", long], passcode: nil, of: maria.accountID)
        #expect(try await accounts.healthLinkFile(at: link.address, number: 2) == nil)
        let file = try #require(try await accounts.healthLinkFile(at: link.address, number: 1))
        let bytes = try accounts.database.readBlocking { honest -> [Int] in
            let ledger = CountingLedger(honest)
            let row = try #require(try ledger.row("SELECT * FROM healthLink", []))
            let known = try #require(try HealthLinkFiles(of: row, ledger))
            let start = 2 * HealthLinkFiles.piece
            let piece = try known.piece(of: 1, from: start, ledger)
            #expect(piece == Array(Array(long.utf8)[start..<start + HealthLinkFiles.piece]))
            #expect(try known.piece(of: 2, from: 0, ledger) == nil)
            return [ledger.bytes]
        }
        #expect(bytes == [HealthLinkFiles.piece])
        #expect(try await file.whole() == long)
        #expect(try await file.piece(from: long.utf8.count) == [])
        #expect(try await accounts.pause(link, true, of: maria.accountID))
        #expect(try await file.piece(from: 0) == nil)
        #expect(try await accounts.pause(link, false, of: maria.accountID))
        #expect(try await file.piece(from: 0)?.count == HealthLinkFiles.piece)
        try await accounts.revoke(link, of: maria.accountID)
        #expect(try await file.piece(from: 0) == nil)
        await accounts.close()
    }

    @Test(arguments: TestVaults.kinds) func aManifestsFilesAreReadUpToWhatWasAsked(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app)
        try await accounts.publish(link, files: ["four", "three!!"], passcode: nil, of: maria.accountID)
        #expect(try await open(link, accounts, longest: 4) == .files(["four", nil]))
        #expect(try await open(link, accounts) == .files(["four", "three!!"]))
        await accounts.close()
    }

    @Test(arguments: TestVaults.kinds, ["digest", "sealed", "number", "link", "added", "deleted", "both"])
    func oneThatNoServerWroteOpensNothingAndIsNamed(_ isShared: Bool, _ change: String) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let (link, other) = (try link(app), try link(app))
        try await accounts.publish(link, files: ["first", "second"], passcode: nil, of: maria.accountID)
        #expect(try app.check().findings == [])
        try await accounts.publish(other, files: [], passcode: nil, of: maria.accountID)
        let intruder = try Intruder(app, hasNamesKey: false)
        defer { intruder.close() }
        let blob = SQLValue.blob([UInt8](repeating: 1, count: 32))
        try intruder.accountsDatabase.writeBlocking { db in
            let found = try #require(try db.row("SELECT link FROM healthLinkFile", []))
            let (one, known) = (try found.value("link"), try db.rows("SELECT id FROM healthLink"))
            switch change {
            case "digest", "sealed": try db.execute("UPDATE healthLinkFile SET \(change) = ? WHERE number = 0", [blob])
            // The two change their places.
            case "number": try db.execute("UPDATE healthLinkFile SET number = 2 WHERE number = 0", [])
            case "link":
                let another = try #require(try known.map { try $0.value("id") }.first { $0 != one })
                try db.execute("UPDATE healthLinkFile SET link = ?", [another])
            case "added":
                try db.execute(
                    "INSERT INTO healthLinkFile (link, number, digest, sealed) VALUES (?, 2, ?, ?)",
                    [one, .blob(Blake.digest([1])), .blob([1])])
            case "deleted": try db.execute("DELETE FROM healthLinkFile WHERE number = 1", [])
            // Right beside each other, but not as the link's row says.
            default:
                try db.execute(
                    "UPDATE healthLinkFile SET sealed = ?, digest = ? WHERE number = 0",
                    [.blob([1]), .blob(Blake.digest([1]))])
            }
        }
        #expect(try await open(link, accounts) == nil)
        #expect(try await file(0, of: link, accounts) == nil)
        let finding = DirectoryCheck.Discrepancy(forged: "healthLink", of: maria.accountID)
        #expect(try app.check().findings == (change == "link" ? [finding, finding] : [finding]))
        for link in [link, other] { try await accounts.revoke(link, of: maria.accountID) }
        #expect(try await rows(accounts) == 0, "they go with their link")
        #expect(try app.check().findings == [])
        await accounts.close()
    }

    @Test(arguments: TestVaults.kinds) func theyGoWhereTheirAccountIsPutBack(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let link = try link(app)
        try await accounts.publish(link, files: ["first", "second"], passcode: nil, of: maria.accountID)
        #expect(try await rows(accounts) == 2)
        await accounts.close()
        let backup = "\(app.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        #expect(try app.backup(to: backup).findings == [])
        _ = try AccountRestore(of: backup).write("maria", to: app.path, database: app.database)
        let again = try app.accounts()
        #expect(try await rows(again) == 0)
        #expect(try await open(link, again) == nil)
        #expect(try app.check().findings == [])
        await again.close()
    }

    /// As a release left it that kept them in the link's own row, a line each.
    @Test(arguments: TestVaults.kinds) func whatWasThereIsCarriedOver(_ isShared: Bool) async throws {
        let app = TestVaults.app(isShared: isShared)
        let before = try app.accounts()
        let (maria, _) = try await app.member(before)
        let (paul, _) = try await app.member(before, "paul")
        let (link, spent) = (try link(app, passcode: "246810"), try link(app, passcode: "246810"))
        let forged = try self.link(app)
        try await before.publish(link, files: ["first", "second"], passcode: "246810", of: maria.accountID)
        try await before.publish(spent, files: ["third"], passcode: "246810", of: maria.accountID)
        for _ in 0..<10 { _ = try await open(spent, before, "wrong") }
        try await before.publish(forged, files: ["fourth"], passcode: nil, of: paul.accountID)
        await before.close()
        let intruder = try Intruder(app, hasNamesKey: true)
        defer { intruder.close() }
        try intruder.accountsDatabase.writeBlocking { db in
            try HealthLinkFilesTests.putTogether(db, isShared: isShared)
            try db.execute(
                "UPDATE healthLink SET sealed = ? WHERE account = ?", [.blob([1, 2]), .id(paul.accountID)])
            try db.execute("DELETE FROM schemaStep WHERE number > 8", [])
        }
        let finding = DirectoryCheck.Discrepancy(forged: "healthLink", of: paul.accountID)
        if !isShared { #expect(try app.check().findings == [finding], "as it would be read") }
        let accounts = try app.accounts()
        #expect(try await open(link, accounts, "246810") == .files(["first", "second"]))
        #expect(try await file(1, of: link, accounts) == "second")
        #expect(try await accounts.state(of: spent)?.remainingAttempts == 0)
        #expect(try await open(forged, accounts) == nil)
        #expect(try await rows(accounts) == 2)
        #expect(try await accounts.bytesBesideVault(of: maria.accountID) == "firstsecond".utf8.count)
        await #expect(throws: (any Error).self, "the row holds no file any more") {
            try await accounts.database.read { try $0.rows("SELECT sealed FROM healthLink").count }
        }
        #expect(try app.check().findings == [finding])
        try await accounts.revoke(forged, of: paul.accountID)
        #expect(try app.check().findings == [])
        await accounts.close()
    }

    /// Undoes the step that gave files rows of their own.
    static func putTogether(_ db: any Transaction, isShared: Bool) throws {
        try db.execute("ALTER TABLE healthLink ADD COLUMN sealed \(isShared ? "BYTEA" : "BLOB")", [])
        let kind = AuthenticatedRow.healthLink
        for row in try db.rows("SELECT * FROM healthLink") {
            let id = try row.value("id")
            let files = try db.rows("SELECT sealed FROM healthLinkFile WHERE link = ? ORDER BY number", [id])
            let sealed = try Array(files.map { try $0.blob("sealed") }.joined(separator: Array("\n".utf8)))
            let digest = SQLValue.blob(Blake.digest(sealed))
            let values = try kind.columns.map { $0 == "digest" ? digest : try row.value($0) }
            try db.execute(
                "UPDATE healthLink SET sealed = ?, digest = ?, rowMac = ? WHERE id = ?",
                [.blob(sealed), digest, try db.mac(of: kind, values), id])
        }
        try db.execute("DROP TABLE healthLinkFile", [])
    }
}

extension HealthLinkFile {
    /// What all its pieces say together; nil where its link ends meanwhile.
    func whole() async throws -> String? {
        var bytes: [UInt8] = []
        while let piece = try await piece(from: bytes.count) {
            guard !piece.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece
        }
        return nil
    }
}

/// Counts the bytes of sealed files that a transaction gives.
private final class CountingLedger: Transaction {
    let honest: any Transaction
    private(set) var bytes = 0
    var rowKey: RowKey? { honest.rowKey }

    init(_ honest: any Transaction) { self.honest = honest }

    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [TransactionRow] {
        let rows = try honest.rows(sql, arguments)
        bytes += rows.reduce(0) { $0 + ((try? $1.blob("sealed").count) ?? 0) }
        return rows
    }

    func change(_ sql: String, _ arguments: [SQLValue]) throws -> Int { try honest.change(sql, arguments) }
}
