import AgeEncryption
import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

@Suite("Exports hold everything, and only their passphrase opens them", .timeLimit(.minutes(3)))
struct ExportTests {
    private static let passphrase = "gentle river stone lantern"

    @Test func downloadsAPassSealedWithTheWordsThatWereShown() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Müller/Test")
            let page = try await person.get("/passes/\(pass)/export").body
            let words = String(try #require(page.firstMatch(of: /<code>([a-z ]+)<\/code>/)).1)
            #expect(words.split(separator: " ").count == 6)
            let again = try await person.get("/passes/\(pass)/export").body
            #expect(!again.contains(words))
            let answer = try await person.post("/passes/\(pass)/export", ["generated": words])
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/vnd.age")
            #expect(
                answer.headers[.contentDisposition]
                    == "attachment; filename=\"vaccinapp-2026-11-21.age\"; filename*=UTF-8''vaccinapp-2026-11-21.age")
            let contents = try await ArchiveFixtures.open(answer.bytes, words)
            let stored = try await ArchiveFixtures.archive(person, app)
            #expect(contents.passes == stored.passes.map(ArchiveFixtures.inWholeSeconds))
            #expect(contents.settings == ["homeCountry": "AT"])
            #expect(contents.passes.first?.certificates.count == 1 && contents.passes.first?.facts.count == 1)
            await #expect(throws: AgeError(.wrongPassphrase, "")) {
                try await ArchiveFixtures.open(answer.bytes, "another one entirely")
            }
        }
    }

    @Test func downloadsAllPassesInOneFile() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            _ = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            _ = try await person.pass("Bello", kind: "dog")
            let answer = try await person.post(
                "/export", ["passphrase": Self.passphrase, "passphrase-again": Self.passphrase])
            #expect(answer.headers[.contentDisposition]?.contains("vaccinapp-2026-11-21.age") == true)
            let contents = try await ArchiveFixtures.open(answer.bytes, Self.passphrase)
            #expect(contents.passes.map(\.name) == ["Ada Test", "Bello"])
        }
    }

    @Test(
        "Says what is wrong with a passphrase and never shows it",
        arguments: [
            ([:], "archive.passphrase.empty"),
            (["passphrase": "short", "passphrase-again": "short"], "archive.passphrase.short"),
            (["passphrase": "passwordpassword", "passphrase-again": "passwordpassword"], "archive.passphrase.weak"),
            (
                ["passphrase": "gentle river stone lantern", "passphrase-again": "gentle river stone"],
                "archive.passphrase.differs"
            ),
            (["generated": "abababababababab"], "archive.passphrase.weak"),
            (["passphrase": String(repeating: "longer words ", count: 100)], "archive.passphrase.long"),
        ] as [([String: String], String)])
    func refusesAPassphrase(fields: [String: String], says message: String) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            for path in ["/passes/\(pass)/export", "/export"] {
                let answer = try await person.post(path, fields)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.body.says(message))
                #expect(try answer.body.contains("<title>\(words("shared.title.failed"))"))
                for typed in fields.values { #expect(!answer.body.contains(typed)) }
            }
        }
    }

    @Test func givesFHIRAndATable() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "=Ada")
            let bundle = try await person.get("/passes/\(pass)/export/fhir")
            #expect(bundle.headers[.contentType] == "application/fhir+json")
            #expect(bundle.headers[.contentDisposition]?.contains("vaccinapp-2026-11-21.fhir.json") == true)
            let read = try FHIRReader.read(bundle.bytes, codes: ClinicalCodes(app.services.catalogue.current))
            #expect(read.passes.first?.vaccinations.count == 2)
            let table = try await person.get("/passes/\(pass)/export/csv")
            #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(table.body.contains("measles,priorix,,A69CB") && table.body.contains(",'=1+1,"))
            let german = try await person.post("/language", ["language": "de", "return": "/passes"])
            #expect(german.status == .seeOther)
            #expect(try await person.get("/passes/\(pass)/export/csv").body.contains("measles;priorix;"))
        }
    }

    @Test func notesEveryExportInTheAccessLog() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            _ = try await person.post("/passes/\(pass)/export", ["passphrase": "short"])
            _ = try await person.post("/passes/\(pass)/export", ["generated": Self.passphrase])
            _ = try await person.get("/passes/\(pass)/export/fhir")
            _ = try await person.get("/passes/\(pass)/export/csv")
            let log = try await person.vault(app).read { records in try records.accessLog() }
            let exports = log.filter { $0.code == .exported }
            #expect(exports.map(\.detail) == ["csv", "fhir", "age"])
        }
    }

    @Test(
        "Names files so that no system, shell or header stumbles",
        arguments: [
            ("Erika Mustermann", "Erika Mustermann-2026-11-21.age", "Erika Mustermann-2026-11-21.age"),
            ("../../etc/passwd", "etc passwd-2026-11-21.age", "etc passwd-2026-11-21.age"),
            ("a\"b\r\nc;d", "a b c d-2026-11-21.age", "a b c d-2026-11-21.age"), ("🐶", "pass-2026-11-21.age", nil),
            ("", "pass-2026-11-21.age", nil), ("Zoë Strauß", "Zoë Strauß-2026-11-21.age", "Zoe Strauss-2026-11-21.age"),
            ("日本", "日本-2026-11-21.age", "__-2026-11-21.age"), ("con.", "con-2026-11-21.age", nil),
        ])
    func namesFiles(subject: String, name: String, ascii: String?) {
        let download = DownloadName(subject, on: "2026-11-21", ending: "age")
        #expect(download.text == name)
        #expect(download.disposition.contains("filename=\"\(ascii ?? name)\""))
        #expect(download.disposition.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }

    @Test func keepsLongNamesShort() {
        let name = DownloadName(String(repeating: "ü", count: 500), on: "2026-11-21", ending: "age").text
        #expect(name.utf8.count <= 140)
    }
}
