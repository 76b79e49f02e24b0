import AgeEncryption
import Fairness
import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// Scans and photos on their way out of one account and into another.
@Suite("Attachments in exports and imports", .timeLimit(.minutes(3)))
struct AttachmentArchiveTests {
    private static let passphrase = "gentle river stone lantern"

    private static func picture(_ number: UInt8, count: Int = 300_000) -> [UInt8] {
        AttachmentPagesTests.jpeg + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) ^ number }
    }

    /// A person's pass with a vaccination, a scan of it, and a letter.
    private static func filled(_ person: Person, _ app: TestApp) async throws -> String {
        let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
        let dose = try await person.vault(app).read { records in
            try records.vaccinations(of: #require(PassID(pass))).first?.id.description
        }
        let path = "/passes/\(pass)/attachments"
        let scan = try await person.upload(
            path, [("page 3.jpg", picture(1))], fields: ["vaccination": try #require(dose)])
        let letter = try await person.upload(path, [("letter.pdf", AttachmentPagesTests.pdf)])
        #expect(scan.status == .seeOther && letter.status == .seeOther)
        return pass
    }

    private static func contents(_ person: Person, _ app: TestApp) async throws -> [String: [UInt8]] {
        let vault = try await person.vault(app)
        let kept = try await vault.read { records in
            try records.passes().flatMap { try records.attachments(of: $0.id) }
        }
        var contents: [String: [UInt8]] = [:]
        for item in kept { contents[item.attachment.name] = try await vault.content(of: item.id) }
        return contents
    }

    /// A pass as a file has it that was sealed by nobody.
    private static func document(_ pass: ArchivedPass) -> [UInt8] {
        var text: [UInt8] = []
        var writer = ArchiveWriter(createdAt: TestApp.now, generator: "test", into: &text)
        writer.write(pass, into: &text)
        writer.finish(into: &text)
        return text
    }

    private static func files(_ app: TestApp) -> Int {
        let all = FileManager.default.enumerator(atPath: app.folder.appending(path: "attachments").path)
        return all?.allObjects.filter { "\($0)".hasSuffix(".sealed") }.count ?? 0
    }

    @Test func travelWithAnExportAndASecondImportChangesNothing() async throws {
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            let pass = try await Self.filled(ada, app)
            let file = try await ada.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            let text = try await AgeFile.open(
                file, with: AgePassphrase(Self.passphrase), through: app.services.scrypt)
            let document = try ArchiveReader.read(text)
            #expect(document.passes.first?.attachments.count == 2)
            #expect(document.passes.first?.attachments.contains { $0.content.bytes == Self.picture(1) } == true)

            try await eve.register("eve")
            let path = try await eve.upload(file, passphrase: Self.passphrase)
            #expect(Self.files(app) == 4, "two wait, sealed")
            let preview = try await eve.get(path).body
            #expect(preview.contains("page 3.jpg") && preview.contains("letter.pdf"))
            #expect(try await Self.contents(eve, app).isEmpty)
            _ = try await eve.post(path, ["pass-1": "new", "shown-1": "new"])
            let arrived = try await Self.contents(eve, app)
            #expect(arrived == ["page 3.jpg": Self.picture(1), "letter.pdf": AttachmentPagesTests.pdf])
            let (mine, theirs) = (
                try await ArchiveFixtures.archive(ada, app), try await ArchiveFixtures.archive(eve, app)
            )
            #expect(theirs.passes == mine.passes.map(ArchiveFixtures.inWholeSeconds))
            #expect(theirs.passes.first?.attachments.contains { $0.vaccination != nil } == true)

            let again = try await eve.upload(file, passphrase: Self.passphrase)
            #expect(try await eve.get(again).body.says("archive.preview.all-there"))
            _ = try await eve.post(again, ["pass-1": pass, "shown-1": pass])
            #expect(try await ArchiveFixtures.archive(eve, app).passes == theirs.passes)
            #expect(Self.files(app) == 4, "what waited and wasn't needed is gone")
            #expect(app.services.opened.held == 0)
        }
    }

    @Test func goAgainWhenTheImportIsDiscarded() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await Self.filled(person, app)
            let file = try await person.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            let first = try await person.upload(file, passphrase: Self.passphrase)
            let path = try await person.upload(file, passphrase: Self.passphrase)
            #expect(Self.files(app) == 6, "each waits with its own")
            for waiting in [first, path] { _ = try await person.post(waiting + "/discard") }
            #expect(Self.files(app) == 2)
            _ = try await person.post("/passes/\(pass)/delete")
            #expect(Self.files(app) == 2, "they are in the bin")
            _ = try await person.post("/bin/empty")
            #expect(Self.files(app) == 0)
        }
    }

    @Test func comeBackAfterTheirPassWasDeleted() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await Self.filled(person, app)
            let file = try await person.post("/export", ["generated": Self.passphrase]).bytes
            let before = try await ArchiveFixtures.archive(person, app).passes.map(ArchiveFixtures.inWholeSeconds)
            _ = try await person.post("/passes/\(pass)/delete")
            let path = try await person.upload(file, passphrase: Self.passphrase)
            _ = try await person.post(path, ["pass-1": "new", "shown-1": "new"])
            #expect(try await ArchiveFixtures.archive(person, app).passes == before)
            #expect(try await Self.contents(person, app)["page 3.jpg"] == Self.picture(1))
        }
    }

    @Test func stayInTheFileWhereThereIsNoRoomOrTheyAreNoPictures() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            var pass = ArchivedPass(Pass(kind: "person", name: "Ada Test"))
            pass.attachments = [
                ArchivedAttachment(
                    name: "huge.jpg", mediaType: "image/jpeg",
                    content: AttachmentPagesTests.jpeg + [UInt8](repeating: 9, count: 10_000_000)),
                ArchivedAttachment(name: "page.html", mediaType: "text/html", content: Array("<script>".utf8)),
            ]
            pass.attachments += (0..<41).map {
                ArchivedAttachment(
                    name: "page \($0).jpg", mediaType: "image/jpeg", content: Self.picture($0, count: 10))
            }
            let path = try await person.upload(Self.document(pass))
            let preview = try await person.get(path).body
            for (name, reason) in [("huge.jpg", "size"), ("page.html", "type"), ("page 40.jpg", "room")] {
                #expect(try preview.contains("\(name): \(words("archive.refused.attachment-\(reason)"))"), "\(name)")
            }
            _ = try await person.post(path, ["pass-1": "new", "shown-1": "new"])
            #expect(try await Self.contents(person, app).count == 40)
            // What is full already takes nothing more, and says so.
            var more = pass
            more.attachments = [
                ArchivedAttachment(name: "new.jpg", mediaType: "image/jpeg", content: Self.picture(99, count: 5))
            ]
            let full = try await person.get(try await person.upload(Self.document(more))).body
            #expect(try full.contains("new.jpg: \(words("archive.refused.attachment-room"))"))
        }
    }

    @Test func whatIsRefusedTakesNothingAwayThatWaits() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            var pass = ArchivedPass(Pass(kind: "person", name: "Ada Test"))
            pass.attachments = [
                ArchivedAttachment(name: "page.jpg", mediaType: "image/jpeg", content: Self.picture(1, count: 5))
            ]
            let waiting = try await person.upload(Self.document(pass))
            // More than can wait.
            pass.certificates = (0..<220).map {
                ArchivedCertificate(
                    id: "c\($0)", vaccination: nil, text: "HC1:\($0)" + String(repeating: "A", count: 60_000),
                    addedAt: TestApp.now)
            }
            let refused = try await person.postFile(Self.document(pass), passphrase: "")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.body.says("archive.fault.content-too-large"))
            #expect(try await person.get(waiting).status == .ok)
            _ = try await person.post(waiting, ["pass-1": "new", "shown-1": "new"])
            #expect(try await Self.contents(person, app) == ["page.jpg": Self.picture(1, count: 5)])
        }
    }

    @Test func thatAreDamagedAreNamedBeforeAnExportLeavesThemOut() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await Self.filled(person, app)
            let folder = app.folder.appending(path: "attachments").path
            let names = FileManager.default.enumerator(atPath: folder)?.allObjects.map { "\($0)" } ?? []
            let largest = try #require(
                names.filter { $0.hasSuffix(".sealed") }.max {
                    (FileManager.default.contents(atPath: "\(folder)/\($0)")?.count ?? 0)
                        < (FileManager.default.contents(atPath: "\(folder)/\($1)")?.count ?? 0)
                })
            try FileManager.default.removeItem(atPath: "\(folder)/\(largest)")
            let asked = try await person.post("/passes/\(pass)/export", ["generated": Self.passphrase])
            #expect(asked.status == .unprocessableContent)
            #expect(asked.body.says("archive.incomplete", ["names": "page 3.jpg"]))
            #expect(asked.body.contains("name=\"incomplete\""))
            let file = try await person.post(
                "/passes/\(pass)/export", ["generated": Self.passphrase, "incomplete": "yes"])
            #expect(file.status == .ok)
            let text = try await AgeFile.open(
                file.bytes, with: AgePassphrase(Self.passphrase), through: app.services.scrypt)
            #expect(try ArchiveReader.read(text).passes.first?.attachments.map(\.name) == ["letter.pdf"])
            #expect(app.services.opened.held == 0)
        }
    }

    @Test func largeOnesTravelAndAsManyAsAnAccountMayHaveFitIntoOneFile() async throws {
        let room = MultipartLimits.archive.fileBytes - AttachmentLimits.accountBytes / 3 * 4
        #expect(room > 11_000_000, "for everything else, and what sealing adds")
        let content = AttachmentPagesTests.jpeg + [UInt8](repeating: 7, count: 9_000_000)
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            let pass = try await ada.pass("Ada Test")
            _ = try await ada.upload("/passes/\(pass)/attachments", [("large.jpg", content)])
            let file = try await ada.post("/export", ["generated": Self.passphrase]).bytes
            #expect(file.count > 12_000_000)
            try await eve.register("eve")
            let path = try await eve.upload(file, passphrase: Self.passphrase)
            _ = try await eve.post(path, ["pass-1": "new", "shown-1": "new"])
            #expect(try await Self.contents(eve, app) == ["large.jpg": content])
        }
    }
}
