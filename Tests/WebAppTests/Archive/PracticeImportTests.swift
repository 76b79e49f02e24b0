import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// What a practice hands out: shown row by row, told what is left out, stored once.
@Suite("FHIR in XML is imported", .timeLimit(.minutes(3)))
struct PracticeImportTests {
    private static let atc = "http://fhir.de/CodeSystem/dimdi/atc"

    /// A bundle as practices make them; invented.
    private static func bundle(name: String = "Priorix", atc: String = "J07BD52", batch: String = "AB123") -> [UInt8] {
        let diseases = ["36653000", "36989005", "14189004"].map {
            #"<targetDisease><coding><system value="http://snomed.info/sct"/><code value="\#($0)"/></coding></targetDisease>"#
        }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Bundle xmlns="http://hl7.org/fhir"><type value="document"/>
            <entry><fullUrl value="urn:uuid:1"/><resource><Patient>
            <text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml">Narrative</div></text>
            <identifier><system value="http://fhir.de/NamingSystem/gkv/kvid-10"/><value value="K987654321"/></identifier>
            <name><family value="Beispiel"/><given value="Änne"/></name><birthDate value="1985-03-15"/>
            </Patient></resource></entry>
            <entry><resource><Immunization><status value="completed"/><vaccineCode><coding><system value="\(self.atc)"/>
            <code value="\(atc)"/></coding><text value="\(name)"/></vaccineCode><patient><reference value="urn:uuid:1"/></patient>
            <occurrenceDateTime value="2021-12-09"/><primarySource value="true"/><lotNumber value="\(batch)"/>
            <protocolApplied>\(diseases.joined())</protocolApplied></Immunization></resource></entry>
            <entry><resource><Condition><code><coding><system value="http://snomed.info/sct"/><code value="27836007"/>
            <display value="Pertussis (disorder)"/></coding></code><subject><reference value="urn:uuid:1"/></subject>
            </Condition></resource></entry>
            <entry><resource><Condition><code><coding><system value="http://snomed.info/sct"/><code value="38907003"/></coding>
            </code><subject><reference value="urn:uuid:1"/></subject></Condition></resource></entry>
            </Bundle>
            """.utf8)
    }

    @Test func isShownThenStoredAndASecondTimeChangesNothing() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let path = try await person.upload(Self.bundle(), named: "impfpass.xml")
            let preview = try await person.get(path).body
            for text in ["impfpass.xml", "Änne Beispiel", "Priorix", "9 December 2021", "Had chickenpox"] {
                #expect(preview.contains(text), "\(text)")
            }
            #expect(try preview.contains(" · \(words("archive.count.new", ["count": "2"]))</p>"))
            for left in try [
                words("archive.finding.holderNumbers", ["entry": "1"]),
                words("archive.finding.otherHealth", ["entry": "3", "name": "Pertussis"]),
            ] {
                #expect(preview.contains("<li><bdi>\(HTMLText.escape(left))</bdi></li>"), "\(left)")
            }
            #expect(!preview.contains("K987654321"))
            #expect(try await ArchiveFixtures.archive(person, app).passes.isEmpty, "nothing is stored before")
            #expect(try await person.post(path, ["pass-1": "new", "shown-1": "new"]).status == .seeOther)
            let stored = try await ArchiveFixtures.archive(person, app).passes
            let pass = try #require(stored.first)
            #expect(stored.count == 1 && pass.name == "Änne Beispiel" && pass.vaccinations.count == 1)
            let dose = try #require(pass.vaccinations.first)
            #expect(dose.vaccine == "priorix" && dose.batch == "AB123" && dose.source == .record)
            #expect(pass.facts.map(\.value) == ["varicella-immune"])
            let again = try await person.upload(Self.bundle(), named: "impfpass.xml")
            #expect(try await person.get(again).body.says("archive.preview.all-there"))
        }
    }

    @Test func whatDiffersIsShownBesideWhatIsThere() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let first = try await person.upload(Self.bundle())
            _ = try await person.post(first, ["pass-1": "new", "shown-1": "new"])
            let pass = try #require(try await ArchiveFixtures.archive(person, app).passes.first?.id)
            let path = try await person.upload(Self.bundle(batch: "ZZ999"))
            let preview = try await person.get(path).body
            #expect(preview.contains("AB123") && preview.contains("ZZ999") && preview.contains("row-1-1"))
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass, "row-1-1": "keep"])
            let stored = try await ArchiveFixtures.archive(person, app).passes
            #expect(stored.flatMap { $0.vaccinations.map(\.batch) } == ["AB123"])
        }
    }

    @Test func aContradictionIsAsked() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let path = try await person.upload(Self.bundle(name: "Infanrix hexa"))
            let preview = try await person.get(path).body
            #expect(preview.says("archive.question.contradiction", ["text": "Infanrix hexa"]))
            #expect(preview.contains(#"value="infanrix-hexa""#) && preview.contains(#"name="vaccine-1-1""#))
            let unknown = String(decoding: Self.bundle(name: "Wundermittel", atc: "X99"), as: UTF8.self)
                .replacing("36653000", with: "1").replacing("36989005", with: "2").replacing("14189004", with: "3")
            let other = try await person.upload(Array(unknown.utf8))
            #expect(try await person.get(other).body.says("archive.question", ["text": "Wundermittel"]))
        }
    }

    @Test func whatCannotBeReadHasItsSentence() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let good = String(decoding: Self.bundle(), as: UTF8.self)
            let deep = #"<Bundle xmlns="http://hl7.org/fhir">"# + String(repeating: "<entry>", count: 10_000)
            let laughs = #"<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>"#
            let cases: [([UInt8], String)] = [
                (Array((laughs + good.dropFirst(39)).utf8), "archive.fault.document-type"),
                (Array(deep.utf8), "archive.fault.content-too-large"),
                ([0xFF, 0xFE] + good.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "archive.fault.encoding"),
                (Array(good.utf8.dropLast(20)), "archive.fault.malformed"),
                (Array("<html><body/></html>".utf8), "archive.fault.other-document"),
                (
                    Array(#"<Bundle xmlns="http://hl7.org/fhir"><id value="1"/></Bundle>"#.utf8),
                    "archive.fault.nothing-in-it"
                ),
                (
                    Array(good.utf8) + [UInt8](repeating: 0x20, count: 13 << 20),
                    "archive.fault.content-too-large"
                ),
            ]
            for (file, message) in cases {
                let answer = try await person.postFile(file, named: "a.xml", passphrase: "")
                #expect(answer.status == .unprocessableContent && answer.body.says(message), "\(message)")
            }
            let answer = try await person.upload("/certificates/new", [("a.xml", Self.bundle())])
            #expect(try answer.body.contains(#"<a href="/import">\#(words("archive.import.title"))</a>"#))
            #expect(try await ArchiveFixtures.archive(person, app).passes.isEmpty)
        }
    }
}
