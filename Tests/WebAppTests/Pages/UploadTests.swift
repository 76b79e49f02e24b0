import Codes
import Fairness
import Foundation
import HealthCardIssuing
import HealthCertificate
import HTTPTypes
import ReaderScript
import Seeded
import Testing
import Vault

@testable import Web
@testable import WebApp

@Suite("Certificates from pictures and documents", .timeLimit(.minutes(3)))
struct UploadTests {
    /// A picture of a code.
    private static func picture(_ text: String) throws -> [UInt8] { try QRCode(text: text).png(scale: 4) }

    private static func card(_ app: TestApp, dose: Int = 1) throws -> String {
        try app.issuer.vaccination(
            given: "Ada", family: "Test", birth: "1987-04-12", date: "2026-02-0\(dose)", dose: dose,
            identifier: "URN:UVCI:01DE/TEST/\(dose)#A")
    }

    @Test func showsEachCodeOfSeveralFilesOnceAndTellsOfABadFileByName() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let (first, second) = (try Self.card(app), try Self.card(app, dose: 2))
            let answer = try await person.upload(
                "/passes/\(pass)/certificates/new",
                [
                    ("first.png", try Self.picture(first)), ("again.png", try Self.picture(first)),
                    ("letter.docx", Array("PK\u{3}\u{4}".utf8)), ("", []),
                ],
                fields: ["text": second])
            #expect(answer.status == .ok)
            #expect(answer.body.contains("name=\"text-2\"") && !answer.body.contains("name=\"text-3\""))
            #expect(answer.body.says("certificates.twice"))
            #expect(answer.body.contains("letter.docx") && answer.body.says("certificates.file.unknown-format"))
            #expect(!answer.body.contains("again.png"))
            #expect(!(try await person.get("/passes/\(pass)").body.contains("Comirnaty")), "nothing is stored yet")
            let stored = try await person.post(
                "/certificates", ["text-1": second, "pass-1": pass, "text-2": first, "pass-2": pass])
            #expect(stored.status == .seeOther)
            let list = try await person.get("/passes/\(pass)").body
            #expect(Set(list.matches(of: /\/vaccinations\/[a-z0-9]{26}"/).map(\.output)).count == 2)
        }
    }

    @Test func tellsForEachFileWhatIsWrongWithIt() async throws {
        let code = try Self.picture("https://example.org/certificate")
        let files: [(name: String, bytes: [UInt8], says: String)] = [
            ("empty.png", try Self.withoutCode(), "no-code"),
            ("large.png", [UInt8](repeating: 0x50, count: 20_000_001), "too-many-bytes"),
            ("address.png", code, "not-a-certificate"),
            ("cut.png", Array(code.prefix(100)), "damaged"),
            ("locked.pdf", Array("%PDF-1.7\ntrailer <</Encrypt 2 0 R>>".utf8), "encrypted"),
            ("broken.pdf", Array("%PDF-1.7\nnothing".utf8), "damaged"),
            ("words.txt", Array("Dear Sir or Madam".utf8), "unknown-format"),
        ]
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let answer = try await person.upload("/certificates/new", files.map { ($0.name, $0.bytes) })
            #expect(answer.status == .unprocessableContent)
            for file in files {
                let error = try words("certificates.file.\(file.says)")
                #expect(answer.body.contains("\(file.name): \(error)"), "\(file.name)")
            }
            #expect(answer.body.contains("href=\"#files\""))
        }
    }

    @Test func readsNoMoreThanTenFilesAndNamesTheOthers() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let picture = try Self.picture(try Self.card(app))
            let answer = try await person.upload(
                "/certificates/new", (1...12).map { ("picture-\($0).png", picture) })
            #expect(answer.status == .ok)
            #expect(answer.body.contains("picture-11.png") && answer.body.contains("picture-12.png"))
            #expect(!answer.body.contains("picture-10.png") && answer.body.says("certificates.file.too-many-files"))
        }
    }

    @Test func keepsTheTextAndSaysWhatToDoWhereNothingWasGiven() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let nothing = try await person.upload("/certificates/new", [("", [])])
            #expect(nothing.status == .unprocessableContent && nothing.body.says("certificates.fault.empty"))
            let wrong = try await person.upload("/certificates/new", [], fields: ["text": "HC1:keep & me"])
            #expect(wrong.status == .unprocessableContent && wrong.body.contains("HC1:keep &amp; me"))
        }
    }

    @Test func aHealthCardFileWithTooManyCardsIsReadAndSaysSo() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let card = try Self.longCard()
            let file = SmartHealthCardFile.text(for: Array(repeating: card, count: SmartHealthCardFile.mostCards + 1))
            let answer = try await person.upload(
                "/certificates/new", [("many.smart-health-card", Array(file.utf8))])
            #expect(answer.status == .ok && answer.body.contains("Ada"))
            #expect(answer.body.says("certificates.file.too-many-certificates"))
        }
    }

    @Test func readsTextFilesAndHealthCardFiles() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let card = try Self.longCard()
            let file = SmartHealthCardFile.text(for: [card])
            let answer = try await person.upload(
                "/certificates/new",
                [
                    ("mail.txt", Array("\u{FEFF}\(try Self.card(app))\r\n".utf8)),
                    ("card.smart-health-card", Array(file.utf8)),
                ])
            #expect(answer.status == .ok && answer.body.contains("name=\"text-2\""))
        }
    }

    @Test func joinsACardThatIsDividedIntoSeveralCodes() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let card = try Self.longCard()
            let codes = card.certificate.text.split(separator: "\n").map(String.init)
            try #require(codes.count == 2)
            let pictures = try codes.enumerated().map { ("part-\($0 + 1).png", try Self.picture($1)) }
            let part = try await person.upload("/certificates/new", [pictures[1]])
            #expect(part.status == .unprocessableContent && part.body.says("certificates.fault.chunks"))
            let whole = try await person.upload("/certificates/new", pictures.reversed())
            #expect(whole.status == .ok && whole.body.contains("Ada Test"))
            #expect(whole.body.contains("name=\"text-1\"") && !whole.body.contains("name=\"text-2\""))

            let text = card.certificate.text.replacing("\n", with: "\r\n")
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            let list = try await person.get("/passes/\(pass)").body
            let link = try #require(list.firstMatch(of: /\/passes\/[a-z0-9]+\/certificates\/[a-z0-9]{26}/)).output
            let page = try await person.get(String(link)).body
            #expect(page.contains("qr.svg?part=1") && page.contains("qr.svg?part=2") && page.contains("qr.png?part=2"))
            for (index, code) in codes.enumerated() {
                let picture = try await person.get("\(link)/qr.png?part=\(index + 1)")
                #expect(await CodeReader.patient.read(picture.bytes) == .success([code]))
            }
            #expect(try await person.get("\(link)/qr.png?part=3").status == .notFound)
            #expect(try await person.get("\(link)/qr.svg?part=x").status == .notFound)
        }
    }

    @Test func anUploadEndsWithTheFirstFileThatTakesTooLong() async throws {
        var limits = CodeReader.Limits()
        limits.time = .milliseconds(1)
        try await SlowReader.open(limits) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let picture = try SlowReader.picture()
            let files = [("a.png", picture), ("b.png", picture), ("c.txt", Array("Dear Sir".utf8))]
            let answer = try await person.upload("/certificates/new", files)
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "10")
            for (name, fault) in [("a.png", "timed-out"), ("b.png", "not-tried"), ("c.txt", "not-tried")] {
                #expect(try answer.body.contains("\(name): \(words("certificates.file.\(fault)"))"), "\(name)")
            }
            #expect(app.services.uploads.held == 0)
        }
    }

    @Test func givesTheCodeAsAPictureAndNotesItInTheAccessLog() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let text = try Self.card(app)
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            let list = try await person.get("/passes/\(pass)").body
            let link = try #require(list.firstMatch(of: /\/passes\/[a-z0-9]+\/certificates\/[a-z0-9]{26}/)).output
            #expect(try await person.get(String(link)).body.contains("\(link)/qr.png"))
            let answer = try await person.get("\(link)/qr.png")
            #expect(answer.headers[.contentType] == "image/png" && answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.contentDisposition] == DownloadName(keeping: "certificate.png").disposition)
            #expect(await CodeReader.patient.read(answer.bytes) == .success([text]))
            let log = try await person.vault(app).read { records in try records.accessLog() }
            #expect(log.contains { $0.code == .codeSaved })
        }
    }

    /// A white picture.
    private static func withoutCode() throws -> [UInt8] {
        // A PNG of 200 × 200 pixels.
        Array(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAMgAAADIAQAAAACFI5MzAAAAJ0lEQVR42u3JoQEAAAwCIP9/WvPCPoBK+okxxhhjjDHGGGOMMcYcA4uOdZZzS32eAAAAAElFTkSuQmCC"
            )
                ?? Data())
    }

    /// A health card too long for one code: its batch numbers can't be compressed.
    static func longCard(seed: UInt64 = 1, given: String = "Ada") throws -> SmartHealthCard {
        var generator = SeededGenerator(seed: seed)
        func batch() -> String { String(generator.next(), radix: 36) }
        let doses = (1...12).map { number in
            HealthClaims.Entry.vaccination(
                VaccinationEntry(
                    target: Coding(code: "840539006"),
                    vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"),
                    date: CertificateDate("2025-01-\(number + 10)"), lotNumber: batch() + batch() + batch(),
                    performer: batch()))
        }
        let name = PersonName(family: "Test", given: given)
        let claims = HealthClaims(
            holder: Holder(name: name, dateOfBirth: CertificateDate("1987-04-12")), entries: doses)
        let issuer = try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
        return try issuer.issue(claims, issuedAt: TestApp.now.addingTimeInterval(-3_600))
    }
}
