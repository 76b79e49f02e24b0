import Foundation
import HTTPTypes
import HealthCertificate
import Model
import Testing
import Vault

@testable import Web
@testable import WebApp

@Suite("Printed passes and imports say everything in both languages", .timeLimit(.minutes(3)))
struct ArchivePagesTests {
    private static let languages = ["en", "de"]

    private static func speak(_ language: String, _ person: Person) async throws {
        let answer = try await person.post("/language", ["language": language, "return": "/passes"])
        #expect(answer.status == .seeOther)
    }

    /// How a page of an import says how many it doesn't show.
    private static func hidden(_ message: String, _ count: Int, _ language: String) throws -> String {
        let text = try words("archive.preview.\(message)", count: count, in: language)
        return "<p class=\"hint\">\(HTMLText.escape(text))</p>"
    }

    @Test(arguments: languages) func aPassIsPrintedWithItsDosesAndCodes(language: String) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await Self.speak(language, person)
            let empty = try await person.pass("Grace Test")
            #expect(try await person.get("/passes/\(empty)/print").body.contains("class=\"empty\""))
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada <Test>")
            let card = try UploadTests.longCard().certificate.text
            _ = try await person.post("/certificates", ["text-1": card, "pass-1": pass, "accept-1": "yes"])
            let page = try await person.get("/passes/\(pass)/print").body
            #expect(page.contains("<bdi>Ada &lt;Test&gt;</bdi>") && !page.contains("class=\"empty\""))
            // Priorix is one dose, with a cross under each of its three diseases.
            #expect(page.ranges(of: "<bdi>A69CB</bdi>").count == 1)
            for disease in language == "de"
                ? ["Masern", "Mumps", "Röteln"] : ["Measles", "Mumps", "Rubella (German measles)"]
            {
                #expect(page.contains("data-label=\"\(disease)\">×</td>"))
            }
            for word in ["Masern", "Measles", "Rougeole", "Oreillons"] { #expect(page.contains(">\(word)</span>")) }
            let country = language == "de" ? "Deutschland" : "Germany"
            #expect(page.contains("<bdi>Dr. Test, \(country)</bdi>"))
            #expect(page.says("archive.print.note", in: language) && page.says("archive.print.due", in: language))
            let whole = try words("certificates.code.alt", in: language)
            let part = try words("certificates.code.part", ["number": "1", "count": "2"], in: language)
            #expect(page.contains("alt=\"\(whole)\"") && page.contains("alt=\"\(part)\""))
        }
    }

    @Test(arguments: languages) func anImportTellsOfItsHolderAndSettings(language: String) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await Self.speak(language, person)
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            let passphrase = "gentle river stone lantern"
            let export = ["passphrase": passphrase, "passphrase-again": passphrase]
            let file = try await person.post("/export", export).bytes
            let other = try await person.pass("Grace Test")
            try await person.vault(app).write { records in try records.setSetting(SettingKey.homeCountry, to: "DE") }
            let path = try await person.upload(file, passphrase: passphrase)
            let first = try await person.get(path).body
            #expect(first.contains("name=\"settings\" value=\"yes\">") && !first.contains("name=\"holder-1\""))
            let page = try await person.post(
                path,
                [
                    "pass-1": other, "shown-1": pass, "step": "compare", "holder-1": "yes", "settings": "yes",
                ]
            ).body
            #expect(page.contains("<td><bdi>Grace Test</bdi></td><td><bdi>Ada Test</bdi></td>"))
            #expect(try page.contains(">\(words("archive.preview.in-file", in: language))</th>"))
            #expect(page.contains("name=\"holder-1\" value=\"yes\" checked"))
            #expect(page.contains("name=\"settings\" value=\"yes\" checked"))
        }
    }

    @Test(arguments: languages) func anImportCountsWhatItDoesNotShow(language: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            try await Self.speak(language, person)
            let good = (0..<1_002).map { "\($0 % 28 + 1).03.\(1950 + $0 % 70),Masern,A\($0)\n" }
            let bad = (0..<101).map { "31.02.2021,Masern,B\($0)\n" }
            let table = try await person.upload(Array(("Datum,Impfung gegen,Charge\n" + (good + bad).joined()).utf8))
            let columns = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "target", "column-3": "batch",
                "date-format": "dayMonthYear", "separator": ",", "encoding": "UTF-8",
            ]
            #expect(try await person.post(table + "/columns", columns).status == .seeOther)
            let page = try await person.get(table).body
            #expect(try page.contains(Self.hidden("more", 2, language)))
            #expect(try page.contains(Self.hidden("more-lines", 1, language)))
            #expect(page.contains("type=\"hidden\" name=\"pass-1\" value=\"\(pass)\""))
            let files = String(repeating: #"{"name":"a.jpg","mediaType":"image/jpeg","content":"AAAA"},"#, count: 102)
            let document = #"{"schema":"urn:vaccinapp:pass-archive","version":"1.0","passes":[{"kind":"person","#
            let archive = document + #""name":"Ada Test","attachments":["# + files.dropLast() + "]}]}"
            let left = try await person.get(try await person.upload(Array(archive.utf8))).body
            #expect(try left.contains(Self.hidden("more-lines", 2, language)))
        }
    }
}
