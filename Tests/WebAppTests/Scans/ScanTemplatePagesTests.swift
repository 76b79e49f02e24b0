import BoundedJSON
import Foundation
import HTTPTypes
import Model
import Scanning
import Testing

@testable import IntakePages
@testable import Lists
@testable import People
@testable import Vault
@testable import Web
@testable import WebApp

/// Templates of forms: brought in, looked at, copied, made, changed, tried, deleted.
@Suite("Templates of forms", .timeLimit(.minutes(3)))
struct ScanTemplatePagesTests {
    private static let region = #"{"name":"total","type":"points","left":0.1,"top":0.1,"width":0.2,"height":0.1}"#

    private static func file(_ members: String) -> [UInt8] { Array("{\"aspect\":0.7,\(members)}".utf8) }

    private func bring(_ person: Person, _ bytes: [UInt8], name: String = "form.json") async throws -> Person.Answer {
        try await person.upload("/scan-templates/import", [(name, bytes)], field: "file")
    }

    private func own(_ person: Person, _ app: TestApp) async throws -> [ScanTemplate] {
        try await person.vault(app).read { try $0.scanTemplates() }.compactMap(\.template)
    }

    private static let form = [
        "title": "Sports day", "page-width-1": "297", "page-height-1": "210", "rows-1": "4", "rows-top-1": "20",
        "rows-height-1": "60,5", "name-1": "runner", "page-1": "1", "type-1": "name", "left-1": "5", "width-1": "40",
        "repeats-1": "yes", "heading-1": "Name", "name-2": "total", "page-2": "1", "type-2": "number", "left-2": "12.5",
        "top-2": "85", "width-2": "30", "height-2": "10", "least-2": "0", "most-2": "99,5", "link-1": "holder",
        "regions-1": "runner",
    ]

    @Test func aFileWithOrWithoutFormatIsBroughtInWithoutWhatNoTemplateHas() async throws {
        try await TestApp.openWithPass("Ada Test") { app, person, _ in
            let plain = Self.file(#""title":"Sheet","picture":"AAAA","regions":[\#(Self.region)]"#)
            let told = Self.file(#""format":"vaccinapp-scan-template/1","id":"x","regions":[\#(Self.region)]"#)
            for bytes in [plain, told] {
                let answer = try await bring(person, bytes)
                #expect(answer.status == .seeOther && answer.location.hasSuffix("?done=template-imported"))
                #expect(try await person.get(answer.location).body.contains("total"))
            }
            let templates = try await own(person, app)
            #expect(templates.map { $0.name("en") } == ["Sheet", "x"])
            let file = try await person.get("/scan-templates/\(try #require(templates[0].id)).json")
            #expect(file.headers[.contentDisposition]?.contains("attachment") == true)
            #expect(!file.body.contains("AAAA") && file.body.contains(#""format": "vaccinapp-scan-template/1""#))
            // What is taken out can be brought in again.
            #expect(try await bring(person, file.bytes).status == .seeOther)
            #expect(try await own(person, app).last?.pages == templates[0].pages)
            #expect(try await person.get("/scan-templates").body.contains("Sheet"))
        }
    }

    @Test func whatIsNoTemplateIsRefusedWithASentence() async throws {
        try await TestApp.openWithPass("Ada Test") { app, person, _ in
            let many = (0..<10_000).map { Self.region.replacing("total", with: "r\($0)") }.joined(separator: ",")
            // What a file holds, what is wrong in it, the end of the message's id and what it names.
            let cases: [(String, String, String, [String: String])] = [
                (#""regions":[\#(many)]"#, "", "too-large", [:]),
                (
                    #""rows":{"top":0,"height":1,"count":2000},"columns":[{"name":"a","type":"text","left":0,"width":0.1},{"name":"b","type":"text","left":0,"width":0.1}]"#,
                    "", "too-many-regions", ["limit": "2000"]
                ),
                (#""regions":[\#(Self.region.replacing("0.2", with: "0.95"))]"#, "total: ", "outside-page", [:]),
                (
                    #""regions":[\#(Self.region)],"links":[{"kind":"equal","regions":["total","sum"]}]"#,
                    "sum: ", "unknown-region", [:]
                ),
                (
                    #""regions":[\#(Self.region)],"links":[{"kind":"sum","regions":["total"]}]"#,
                    "", "link-size", [:]
                ),
                (#""regions":[\#(Self.region),\#(Self.region)]"#, "total: ", "duplicate-name", [:]),
                (#""regions":[\#(Self.region.replacing("points", with: "secret"))]"#, "total: ", "unknown-type", [:]),
                (#""format":"other/2","regions":[\#(Self.region)]"#, "", "format", [:]),
                (#""regions":[]"#, "", "empty", [:]),
            ]
            for (members, place, message, values) in cases {
                let answer = try await bring(person, Self.file(members))
                #expect(answer.status == .unprocessableContent && answer.body.contains("form.json: "), "\(message)")
                let text = try words("scan-templates.error.\(message)", values)
                #expect(answer.body.contains(place + text), "\(message)")
            }
            for (bytes, message) in [
                (Array("no JSON".utf8), "error.json"), ([UInt8](repeating: 0x20, count: 1_100_000), "fault.too-large"),
                (Self.file(#""regions":[\#(Self.region)]"#) + [UInt8](repeating: 0x20, count: 3_000_000), ""),
            ] {
                let answer = try await bring(person, bytes)
                #expect([422, 413].contains(answer.status.code), "\(message)")
                #expect(message.isEmpty || answer.body.says("scan-templates.\(message)"), "\(message)")
            }
            let none = try await person.upload("/scan-templates/import", [], field: "file")
            #expect(none.status == .unprocessableContent && none.body.says("scan-templates.fault.none"))
            #expect(try await own(person, app).isEmpty)
        }
    }

    @Test func oneThatIsTooLargeToBeChangedAndOneTooManyAreRefused() async throws {
        try await TestApp.openWithPass("Ada Test") { app, person, _ in
            let names = (0..<201).map { Self.region.replacing("total", with: "r\($0)") }.joined(separator: ",")
            let wide = try await bring(person, Self.file(#""regions":[\#(names)]"#))
            #expect(
                wide.status == .unprocessableContent
                    && wide.body.says("scan-templates.fault.too-many-names", ["limit": "200"]))
            let vault = try await person.vault(app)
            let text = String(decoding: Self.file(#""regions":[\#(Self.region)]"#), as: UTF8.self)
            try await vault.write { records in
                for _ in 0..<ScanTemplateRecord.limit {
                    let isKept = try records.insert(ScanTemplateRecord(text: text, createdAt: TestApp.now))
                    #expect(isKept)
                }
            }
            let full = try words("scan-templates.fault.too-many", ["limit": "50"])
            let brought = try await bring(person, Array(text.utf8))
            #expect(brought.status == .unprocessableContent && brought.body.contains(full))
            // What has no vaccinations comes last.
            #expect(app.services.scanTemplates.templates.last?.id == "exam")
            let copied = try await person.post("/scan-templates/exam/copy")
            #expect(copied.status == .unprocessableContent && copied.body.contains(full))
            let made = try await person.post("/scan-templates/new", Self.form)
            #expect(made.status == .unprocessableContent && made.body.contains(full))
            #expect(made.body.contains("Sports day"))
            #expect(try await own(person, app).count == 50)
        }
    }

    @Test func aBuiltInOneIsCopiedChangedAndDeletedButNeverItself() async throws {
        try await TestApp.openWithPass("Ada Test") { app, person, pass in
            let shown = try await person.get("/scan-templates/exam").body
            #expect(!shown.contains("Punkte bei Aufgabe 5") && shown.contains("<svg") && !shown.contains("/exam/edit"))
            for end in ["edit", "delete"] {
                #expect(try await person.get("/scan-templates/exam/\(end)").status == .notFound)
                #expect(try await person.post("/scan-templates/exam/\(end)", Self.form).status == .notFound)
            }
            let answer = try await person.post("/scan-templates/exam/copy")
            let id = answer.id(after: "scan-templates")
            var copy = try #require(try await own(person, app).first)
            let exam = app.services.scanTemplates.templates.first { $0.id == "exam" }
            let name = try words("scan-templates.copy.name", ["name": try #require(exam).name("en")])
            #expect(copy.id == id && copy.name("en") == name)
            #expect(copy.pages == exam?.pages)
            // What its form holds, sent back, is the same template.
            let form = try await person.get("/scan-templates/\(id)/edit").body
            #expect(try await person.post("/scan-templates/\(id)/edit", Self.fields(form)).status == .seeOther)
            let again = try #require(try await own(person, app).first)
            #expect(again.pages == copy.pages && again.links.map(\.regions) == copy.links.map(\.regions))
            #expect(
                try await person.get("/passes/\(pass)/scan?template=\(id)").body.contains("value=\"\(id)\" selected"))
            copy = again
            #expect(try await person.get("/scan-templates/\(id)/delete").body.says("scan-templates.delete.submit"))
            #expect(try await own(person, app).count == 1)
            #expect(try await person.post("/scan-templates/\(id)/delete").location.contains("template-deleted"))
            #expect(try await own(person, app).isEmpty)
            #expect(try await person.get("/scan-templates/\(id)").status == .notFound)
        }
    }

    @Test func everyBuiltInOneGoesThroughTheFormUnchanged() async throws {
        try await TestApp.open { app, _ in
            let words = app.services.localization.fallback
            let names = VaccinationNames(catalogue: app.services.catalogue.current, words: words)
            for template in app.services.scanTemplates.templates {
                let (again, errors) = TemplateForm(template, names).template(names, title: template.names[""])
                #expect(errors.isEmpty && again?.pages == template.pages, "\(template.id ?? "")")
            }
        }
    }

    @Test func aNewOneIsMadeByTypedNumbers() async throws {
        try await TestApp.openWithPass("Ada Test") { app, person, _ in
            let more = try await person.post("/scan-templates/new", Self.form.merging(["step": "region"]) { $1 })
            #expect(more.status == .ok && more.body.contains(#"name="name-5""#) && more.body.contains("60,5"))
            #expect(try await own(person, app).isEmpty)
            let answer = try await person.post("/scan-templates/new", Self.form)
            #expect(answer.status == .seeOther, "\(answer.body)")
            let made = try #require(try await own(person, app).first)
            #expect(
                made.name("de") == "Sports day" && made.pages[0].rows == ScanRows(top: 0.2, height: 0.605, count: 4))
            #expect(made.pages[0].columns.map(\.name) == ["runner"] && made.pages[0].columns[0].heading == "Name")
            #expect(made.pages[0].regions[0].box == RegionBox(left: 0.125, top: 0.85, width: 0.3, height: 0.1))
            #expect(made.pages[0].regions[0].rules.most == ExactDecimal("99.5"))
            #expect(made.links == [ScanLink(.holder, ["runner"])])
        }
    }

    @Test(arguments: [
        (["title": ""], "title", "scan-templates.error.name-length"),
        (["left-2": "90"], "left-2", "scan-templates.error.outside-page"),
        (["left-2": "a lot"], "left-2", "scan-templates.wrong.percent"),
        (["top-2": "-1"], "top-2", "scan-templates.wrong.percent"),
        (["name-2": "runner"], "name-2", "scan-templates.error.duplicate-name"),
        (["name-2": ""], "name-2", "scan-templates.error.name-length"),
        (["type-2": "secret"], "type-2", "scan-templates.error.unknown-type"),
        (["type-2": "cross"], "diseases-2", "scan-templates.wrong.diseases"),
        (["type-2": "cross", "diseases-2": "Hiccups"], "diseases-2", "scan-templates.wrong.disease"),
        (["page-2": "7"], "page-2", "error.choice"),
        (["page-width-1": "0"], "page-width-1", "scan-templates.wrong.sheet"),
        (["rows-1": ""], "rows-1", "scan-templates.wrong.rows"),
        (["rows-1": "99999999999999999999"], "rows-1", "scan-templates.wrong.rows"),
        (["rows-height-1": "90"], "name-1", "scan-templates.error.outside-page"),
        (["most-2": "x"], "most-2", "scan-templates.error.number"),
        (["regions-1": "nobody"], "regions-1", "scan-templates.error.unknown-region"),
        (["link-1": "sum"], "regions-1", "scan-templates.error.link-size"),
        (["link-1": "love"], "link-1", "scan-templates.error.unknown-link"),
    ])
    func whatIsWrongIsSaidAtItsFieldAndNothingIsLost(change: [String: String], field: String, message: String)
        async throws
    {
        try await TestApp.openWithPass("Ada Test") { app, person, _ in
            let sent = Self.form.merging(change) { $1 }
            let answer = try await person.post("/scan-templates/new", sent)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains("href=\"#\(field)\""))
            #expect(answer.body.says(message, ["name": "Hiccups"]))
            if let region = change["regions-1"] {
                #expect(try answer.body.contains("\(region): \(words(message))"))
            }
            let back = Self.fields(answer.body)
            for (name, value) in sent where !["type-2", "link-1", "page-2"].contains(name) {
                #expect(back[name] == value, "\(name)")
            }
            #expect(try await own(person, app).isEmpty)
        }
    }

    @Test func aPictureIsReadByItAndItsRegionsAreShownByTwoPresses() async throws {
        try await ScanReader.open { scene in
            let person = scene.person
            let copied = try await person.post("/scan-templates/booklet-d/copy")
            let id = copied.id(after: "scan-templates")
            let path = "/scan-templates/\(id)"
            #expect(try await person.get("\(path)/picture.png").status == .notFound)
            let none = try await person.upload(path, [])
            #expect(none.status == .unprocessableContent && none.body.says("scans.fault.none"))
            let tried = try await person.upload(path, [("page.png", try ScanReader.picture())])
            #expect(tried.status == .seeOther)
            let shown = try await person.get(path).body
            for text in ["Priorix", "3 May 2019", "picture.png?page=1"] { #expect(shown.contains(text), "\(text)") }
            #expect(shown.says("scans.band.clear") && shown.says("scans.link.agrees", ["crosses": "Tetanus"]))
            let picture = try await person.get("\(path)/picture.png?page=1")
            #expect(picture.status == .ok && picture.headers[.contentType] == "image/png")
            #expect(try await person.get("\(path)/picture.png?page=2").status == .notFound)
            // Nothing of it is a vaccination, nor in the template.
            let vault = try await person.vault(scene.app)
            let pass = try #require(PassID(scene.pass))
            #expect(try await vault.read { try $0.vaccinations(of: pass) }.isEmpty)
            #expect(try await vault.read { try $0.scanTemplates() }.allSatisfy { !$0.text.contains("Priorix") })
            let other = Person(person.client)
            try await other.register("bob")
            #expect(try await other.get("\(path)/picture.png").status == .notFound)
            // Two presses fill in a new region's numbers; nothing is saved before that is asked for.
            var form = try await person.get("\(path)/edit").body
            var sent = Self.fields(form)
            sent["step"] = "region"
            form = try await person.post("\(path)/edit", sent).body
            sent = Self.fields(form)
            let last = try #require(
                sent.keys.filter { $0.hasPrefix("name-") }.compactMap { Int($0.dropFirst(5), radix: 10) }.max())
            sent.merge(["target": "region-\(last)", "name-\(last)": "note", "spot.x": "64", "spot.y": "0"]) { $1 }
            let first = try await person.post("\(path)/edit?page=1&width=640", sent)
            #expect(first.status == .ok && first.body.says("scan-templates.press.second"))
            sent = Self.fields(first.body)
            sent.merge(["target": "region-\(last)", "spot.x": "320", "spot.y": "90"]) { $1 }
            let second = try await person.post("\(path)/edit?page=1&width=640", sent)
            sent = Self.fields(second.body)
            #expect(sent["left-\(last)"] == "10" && sent["width-\(last)"] == "40" && sent["top-\(last)"] == "0")
            #expect(try #require(sent["height-\(last)"].flatMap { Float($0) }) > 1)
            #expect(try await person.post("\(path)/edit", sent).status == .seeOther)
            #expect(try await person.get(path).body.says("scan-templates.try.old"))
            let again = try await person.upload(path, [], fields: ["again": "yes"])
            #expect(again.status == .seeOther)
            scene.clock.pass(31 * 86_400)
            _ = try await person.signIn("ada")
            #expect(try await person.get("\(path)/picture.png").status == .notFound)
        }
    }

    /// What a form's fields hold, as a browser would send them back.
    private static func fields(_ body: String) -> [String: String] {
        var fields: [String: String] = [:]
        func plain(_ text: Substring) -> String {
            String(text).replacing("&amp;", with: "&").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        }
        for input in body.matches(of: /<input[^>]*>/).map({ String($0.0) }) {
            guard let name = input.firstMatch(of: #/ name="([^"]+)"/#)?.1, name != "form-token", name != "return",
                !input.contains("type=\"image\""), !input.contains("type=\"checkbox\"") || input.contains(" checked")
            else { continue }
            fields[String(name)] = input.firstMatch(of: #/ value="([^"]*)"/#).map { plain($0.1) } ?? ""
        }
        for select in body.matches(of: /<select id="([^"]+)"[^>]*>(.*?)<\/select>/.dotMatchesNewlines()) {
            let chosen = select.2.firstMatch(of: /<option value="([^"]*)" selected>/)
            fields[String(select.1)] = chosen.map { String($0.1) } ?? ""
        }
        for area in body.matches(of: /<textarea id="([^"]+)"[^>]*>\n(.*?)<\/textarea>/.dotMatchesNewlines()) {
            fields[String(area.1)] = plain(area.2)
        }
        return fields
    }
}
