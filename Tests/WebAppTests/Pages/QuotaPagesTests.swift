import Foundation
import HTTPTypes
import Model
import Secrets
import Testing
import VaultStorage

@testable import Vault
@testable import WebApp

/// Whoever keeps as much as they may reads that where they add to it, and nothing of what they typed is lost.
@Suite("A full account", .timeLimit(.minutes(3)))
struct QuotaPagesTests {
    private static let full = ["limit": "100\u{a0}MB"]

    private static func used(_ person: Person, _ app: TestApp) async throws -> Int {
        try await app.accounts.bytesBesideVault(of: app.account(person))
    }

    @Test func theSettingsSayHowMuchIsUsed() async throws {
        try await TestApp.openWithPass { app, person, pass in
            func says(_ used: String, _ language: String = "en") async throws -> Bool {
                try await person.get("/settings").body.says(
                    "settings.used", ["used": used, "size": "100\u{a0}MB"], in: language)
            }
            #expect(try await says("0"))
            try await app.fill(36_400_000, .pictures, of: person)
            let letter = AttachmentPagesTests.pdf + [UInt8](repeating: 0, count: 400_000)
            #expect(try await person.upload("/passes/\(pass)/attachments", [("a.pdf", letter)]).status == .seeOther)
            #expect(try await says("37"))
            _ = try await person.post("/language", ["language": "de", "return": "/settings"])
            #expect(try await says("37", "de"))
        }
    }

    @Test func anAttachmentThatHasNoRoomIsRefused() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await person.dose(pass, "tetanus", "unknown", ("5", "4", "2019"))
            try await app.fill(80_000_000, .pictures, of: person)
            try await app.fill(19_900_000, .attachments, of: person)
            let before = try await Self.used(person, app)
            // The first would fit.
            let letters = (0..<2).map { ("\($0).pdf", AttachmentPagesTests.pdf + [UInt8($0)]) }
            let answer = try await person.upload(
                "/passes/\(pass)/attachments", letters, fields: ["vaccination": dose])
            #expect(answer.status == .unprocessableContent && answer.body.says("error.account-full", Self.full))
            #expect(answer.body.contains("value=\"\(dose)\" selected"))
            #expect(try await Self.used(person, app) == before, "nothing of them stays")
        }
    }

    @Test func aLinkThatHasNoRoomIsRefused() async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await person.dose(pass, "tetanus", "unknown", ("5", "4", "2019"))
            let account = try await app.account(person)
            let large = try HealthLink(to: .random(), label: "", from: TestApp.now, lasting: 86_400, random: .system)
            try await app.accounts.publish(
                large, files: [String(repeating: "x", count: 19_999_900)], passcode: nil, of: account)
            let fields = ["days": "7", "label": "For the practice"]
            let many = try await person.post("/passes/\(pass)/links", fields)
            #expect(many.status == .unprocessableContent && many.body.says("links.full", ["size": "20\u{a0}MB"]))
            #expect(many.body.contains("For the practice"))
            try await app.accounts.revoke(large, of: account)
            try await app.fill(Quota.mostBytes - 100, .attachments, of: person)
            let full = try await person.post("/passes/\(pass)/links", fields)
            #expect(full.status == .unprocessableContent && full.body.says("error.account-full", Self.full))
            #expect(full.body.contains("For the practice"))
        }
    }

    @Test func picturesThatHaveNoRoomAreRefused() async throws {
        try await ScanReader.open { scene in
            // The picture fits, and its flat page doesn't.
            try await scene.app.fill(Quota.Line.pictures.mostBytes - 70_000, .pictures, of: scene.person)
            let before = try await Self.used(scene.person, scene.app)
            let picture = [(name: "a.png", bytes: try ScanReader.picture())]
            let scan = try await scene.person.upload(scene.path, picture, fields: ["template": ScanReader.template])
            #expect(scan.status == .unprocessableContent && scan.body.says("scans.fault.no-room"))
            #expect(scan.body.contains(#"<option value="booklet-d" selected>"#))
            let trial = try await scene.person.upload("/scan-templates/\(ScanReader.template)", picture)
            #expect(trial.status == .unprocessableContent && trial.body.says("scans.fault.no-room"))
            #expect(try await Self.used(scene.person, scene.app) == before, "nothing of them waits")
        }
    }

    @Test func aPageThatIsReadAgainTakesNoMoreRoom() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let before = try await Self.used(scene.person, scene.app)
            for _ in 0..<2 {
                let answer = try await scene.person.post("\(path)/pages/1", ["template": "booklet-d", "whole": "yes"])
                #expect(answer.status == .seeOther)
            }
            #expect(try await Self.used(scene.person, scene.app) == before)
            #expect(try await scene.person.get("\(path)/pages/1.png").status == .ok)
            try await scene.app.fill(Quota.Line.pictures.mostBytes - before, .pictures, of: scene.person)
            let answer = try await scene.person.post("\(path)/pages/1", ["template": "booklet-d", "whole": "yes"])
            #expect(answer.status == .unprocessableContent && answer.body.says("scans.fault.no-room"))
        }
    }
}

extension TestApp {
    func account(_ person: Person) async throws -> AccountID {
        let session = try await accounts.sessions.session(cookie: try await person.sessionCookie())
        return try #require(session).accountID
    }

    /// Notes a file of so many bytes, which needn't be there to be counted.
    func fill(_ bytes: Int, _ line: Quota.Line, of person: Person) async throws {
        let (account, id) = (try await account(person), SealedFileID.random())
        try await accounts.database.write { db in
            if line == .pictures { try TransientFile(account: account, file: id, expires: .distantFuture).note(db) }
            try db.execute(
                "INSERT INTO attachmentFile (account, id, length, digest) VALUES (?, ?, ?, ?)",
                [.id(account), .id(id), .number(bytes), .blob([])])
        }
    }
}
