import AgeEncryption
import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing
import Vault

@testable import IntakePages
@testable import WebApp

@Suite("Imports show everything first, and lose nothing", .timeLimit(.minutes(3)))
struct ImportTests {
    private static let passphrase = "gentle river stone lantern"

    @Test func bringsAnExportIntoANewAccountAndASecondTimeChangesNothing() async throws {
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            let pass = try await ArchiveFixtures.filledPass(ada, app, name: "Ada Test")
            let file = try await ada.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            try await eve.register("eve")
            let path = try await eve.upload(file, passphrase: Self.passphrase + " ")
            let preview = try await eve.get(path)
            #expect(preview.body.contains("Ada Test") && preview.body.says("archive.count.new", ["count": "4"]))
            #expect(try await ArchiveFixtures.archive(eve, app).passes.isEmpty)
            let done = try await eve.post(path, ["pass-1": "new", "shown-1": "new"])
            #expect(done.location.hasPrefix("/passes/\(pass)?done=imported&batch="))
            let (mine, theirs) = (
                try await ArchiveFixtures.archive(ada, app), try await ArchiveFixtures.archive(eve, app)
            )
            #expect(theirs.passes == mine.passes.map(ArchiveFixtures.inWholeSeconds))
            #expect(theirs.settings == mine.settings)
            let again = try await eve.upload(file, passphrase: Self.passphrase)
            #expect(try await eve.get(again).body.says("archive.preview.all-there"))
            _ = try await eve.post(again, ["pass-1": pass, "shown-1": pass])
            #expect(try await ArchiveFixtures.archive(eve, app).passes == theirs.passes)
            #expect(try await eve.get(again).status == .notFound)
            let log = try await eve.vault(app).read { records in try records.accessLog() }
            #expect(log.filter { $0.code == .imported }.map(\.detail) == ["age", "age"])
        }
    }

    /// What the page after an import offers to take back.
    private static func undo(_ person: Person, on location: String) async throws -> String {
        let page = try await person.get(location).body
        return String(try #require(page.firstMatch(of: /action="(\/undo\/[^"]*)"/)?.1, "\(location)"))
    }

    @Test func anImportedTableIsTakenBackAndNothingElse() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let kept = try await person.dose(pass, "tbe", "encepur-erwachsene", ("5", "6", "2020"))
            let table = "Impfdatum;Impfstoff\n20.05.1998;Priorix\n05.06.2020;Encepur Erwachsene\n03.05.2018;Boostrix\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let columns = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            _ = try await person.post(path + "/columns", columns)
            let done = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            #expect(done.location.hasPrefix("/passes/\(pass)?done=imported&batch="))
            let undo = try await Self.undo(person, on: done.location)
            let id = try #require(PassID(pass))
            func doses() async throws -> [VaccinationRecord] {
                try await person.vault(app).read { try $0.vaccinations(of: id) }
            }
            let all = try await doses()
            #expect(all.count == 3)
            // What was changed since is somebody's own by now.
            let changed = try #require(all.first { $0.vaccine == "boostrix" })
            clock.pass(60)
            _ = try await person.post(
                "/passes/\(pass)/vaccinations/\(changed.id)/edit",
                [
                    "target": "tetanus", "vaccine": "boostrix", "date-day": "3", "date-month": "5", "date-year": "2018",
                    "batch": "mine", "duplicate": "both",
                ])
            let eve = Person(person.client)
            try await eve.register("eve")
            #expect(try await eve.post(undo).status == .notFound)
            let answer = try await person.post(undo)
            #expect(answer.location.hasPrefix("/passes/\(pass)?done=undone&batch="))
            #expect(try await Set(doses().map(\.id.description)) == [kept, changed.id.description])
            #expect(try await person.get(answer.location).body.contains(words("undo.left", count: 1)))
            #expect(try await person.post(undo).status == .notFound)
            #expect(try await !person.get(done.location).body.contains("/undo/"))
        }
    }

    @Test func anImportedArchiveAndCertificatesAreTakenBack() async throws {
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            let pass = try await ArchiveFixtures.filledPass(ada, app, name: "Ada Test")
            let file = try await ada.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            try await eve.register("eve")
            let path = try await eve.upload(file, passphrase: Self.passphrase)
            let done = try await eve.post(path, ["pass-1": "new", "shown-1": "new"])
            #expect(try await ArchiveFixtures.archive(eve, app).passes.count == 1)
            let undone = try await eve.post(try await Self.undo(eve, on: done.location))
            #expect(undone.location.hasPrefix("/passes?done=undone&batch="))
            #expect(try await ArchiveFixtures.archive(eve, app).passes.isEmpty)
            // A certificate with the dose and the pass that came with it; not a pass that somebody wrote into since.
            let text = try app.issuer.vaccination(given: "Eve", family: "Test", birth: "1987-04-12")
            for isUsed in [false, true] {
                let saved = try await eve.post("/certificates", ["text-1": text, "pass-1": "new", "accept-1": "yes"])
                let new = saved.id(after: "passes")
                #expect(saved.location.contains("?done=certificates-saved&batch="))
                let undo = try await Self.undo(eve, on: saved.location)
                if isUsed { _ = try await eve.dose(new, "measles", "priorix", ("3", "5", "2021")) }
                #expect(try await eve.post(undo).status == .seeOther)
                let left = try await ArchiveFixtures.archive(eve, app).passes
                #expect(left.map(\.vaccinations.count) == (isUsed ? [1] : []))
                #expect(left.flatMap(\.certificates).isEmpty)
            }
        }
    }

    @Test func asksWhatBecomesOfAConflict() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            let file = try await person.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            let before = try await ArchiveFixtures.archive(person, app).passes
            try await Self.changeBatch(person, app)
            for (choice, batches) in [("keep", ["HERE"]), ("both", ["A69CB", "HERE"])] {
                let path = try await person.upload(file, passphrase: Self.passphrase)
                let page = try await person.get(path).body
                #expect(page.says("archive.state.conflict") && page.contains("HERE") && page.contains("A69CB"))
                _ = try await person.post(path, ["pass-1": pass, "shown-1": pass, "row-1-2": choice])
                let after = try await ArchiveFixtures.archive(person, app).passes
                #expect(after.flatMap(\.vaccinations).compactMap(\.batch).sorted() == batches)
            }
            let last = try await person.upload(file, passphrase: Self.passphrase)
            #expect(try await person.get(last).body.says("archive.preview.all-there"))
            try await person.vault(app).write { records in
                for vaccination in try records.vaccinations(of: try #require(PassID(pass)))
                where vaccination.batch == "A69CB" { try records.deleteVaccination(vaccination.id) }
            }
            let path = try await person.upload(file, passphrase: Self.passphrase)
            let own = try await ArchiveFixtures.archive(person, app).passes
            let taken = try await person.post(path, ["pass-1": pass, "shown-1": pass, "row-1-2": "take"])
            let after = try await ArchiveFixtures.archive(person, app).passes
            #expect(after.first?.vaccinations.compactMap(\.batch) == ["A69CB"])
            #expect(after.first?.certificates == before.first?.certificates)
            _ = try await person.post(try await Self.undo(person, on: taken.location))
            #expect(try await ArchiveFixtures.archive(person, app).passes == own)
        }
    }

    @Test func comparesAgainWhenAPassGoesElsewhere() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            let file = try await person.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            let other = try await person.pass("Grace Test")
            let path = try await person.upload(file, passphrase: Self.passphrase)
            let asked = try await person.post(path, ["pass-1": other, "shown-1": pass])
            #expect(asked.status == .unprocessableContent && asked.body.says("archive.compare-first"))
            let shown = try await person.post(path, ["pass-1": other, "shown-1": pass, "step": "compare"])
            // The certificate is in the account already, though in another pass.
            #expect(shown.status == .ok && shown.body.says("archive.count.new", ["count": "3"]))
            #expect(shown.body.says("archive.count.there", ["count": "1"]))
            let skipped = try await person.post(path, ["pass-1": "skip", "shown-1": "skip"])
            #expect(skipped.status == .seeOther)
            let after = try await ArchiveFixtures.archive(person, app).passes
            #expect(after.map(\.vaccinations.count) == [2, 0])
        }
    }

    @Test func readsFHIRAndHealthCards() async throws {
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            let pass = try await ArchiveFixtures.filledPass(ada, app, name: "Ada Test")
            let bundle = try await ada.get("/passes/\(pass)/export/fhir").bytes
            try await eve.register("eve")
            let path = try await eve.upload(bundle)
            #expect(try await eve.get(path).body.says("archive.count.new", ["count": "2"]))
            _ = try await eve.post(path, ["pass-1": "new", "shown-1": "new"])
            let mine = try await ArchiveFixtures.archive(ada, app).passes
            let theirs = try await ArchiveFixtures.archive(eve, app).passes
            #expect(theirs.first?.vaccinations.map(\.target) == mine.first?.vaccinations.map(\.target))
            #expect(theirs.first?.vaccinations.map(\.batch) == mine.first?.vaccinations.map(\.batch))
            let wrong =
                #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","id":"p","name":[{"text":"Zoe"}]}},{"resource":{"resourceType":"Immunization","status":"not-done","patient":{"reference":"Patient/p"}}}]}"#
            let preview = try await eve.get(try await eve.upload(Array(wrong.utf8))).body
            #expect(preview.says("archive.finding.notDone", ["entry": "2"]))
        }
    }

    @Test func saysWhichAttachmentsStayInTheFileAndWhy() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let document =
                #"{"schema":"urn:vaccinapp:pass-archive","version":"1.0","passes":[{"kind":"person","name":"Ada Test","attachments":[{"name":"booklet.jpg","mediaType":"image/jpeg","content":"AAAA"}]}]}"#
            let preview = try await person.get(try await person.upload(Array(document.utf8))).body
            #expect(try preview.contains("booklet.jpg: \(words("archive.refused.attachment-type"))"))
        }
    }

    /// Several wait beside one another, each at its own address, for 30 days from its last change.
    @Test func forgetsWhatNobodyConfirms() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            let file = try await person.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            let first = try await person.upload(file, passphrase: Self.passphrase)
            let table = Array("Impfdatum;Impfung gegen\n20.05.1998;Masern\n".utf8)
            let second = try await person.upload(table, named: "list.csv")
            #expect(try await person.get(first).status == .ok)
            #expect(try await person.get(second).body.contains("list.csv"))
            for page in ["/import", "/import/link"] {
                let listed = try await person.get(page).body
                #expect(listed.says("drafts.waiting") && listed.contains("<bdi>list.csv</bdi>"), "\(page)")
                for path in [first, second] {
                    #expect(listed.contains("href=\"\(path)\"") && listed.contains("action=\"\(path)/discard\""))
                }
            }
            #expect(try await person.post(first + "/discard").location.contains("done=import-discarded"))
            #expect(try await person.get(first).status == .notFound)
            clock.pass(29 * 86_400)
            _ = try await person.signIn("ada")
            var columns = FieldTable.examples["POST /import/{import}/columns"] ?? [:]
            columns["pass"] = pass
            #expect(try await person.post(second + "/columns", columns).location == second)
            clock.pass(29 * 86_400)
            _ = try await person.signIn("ada")
            #expect(try await person.get(second).status == .ok)
            clock.pass(86_400)
            _ = try await person.signIn("ada")
            #expect(try await person.get(second).status == .notFound)
            #expect(try await !person.get("/import").body.says("drafts.waiting"))
            await app.accounts.sweep()
            #expect(try await person.vault(app).read { try $0.drafts(at: .distantPast).isEmpty })
        }
    }

    @Test func showsNobodyAnothersImport() async throws {
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            let pass = try await ArchiveFixtures.filledPass(ada, app, name: "Quetzalcoatlus")
            let file = try await ada.post("/passes/\(pass)/export", ["generated": Self.passphrase]).bytes
            let path = try await ada.upload(file, passphrase: Self.passphrase)
            try await eve.register("eve")
            for route in ["", "/columns", "/rejected"] {
                let answer = try await eve.get(path + route)
                #expect(answer.status == .notFound && !answer.body.contains("Quetzalcoatlus"))
            }
            for route in ["", "/columns", "/discard"] {
                #expect(try await eve.post(path + route).status == .notFound)
            }
            #expect(try await ada.get(path).status == .ok)
        }
    }

    private static func changeBatch(_ person: Person, _ app: TestApp) async throws {
        try await person.vault(app).write { records in
            for pass in try records.passes() {
                for old in try records.vaccinations(of: pass.id) where old.batch == "A69CB" {
                    try records.update(
                        VaccinationRecord(
                            id: old.id, passID: old.passID,
                            Vaccination(
                                target: old.target, vaccine: old.vaccine, date: old.date, batch: "HERE",
                                administeredBy: old.administeredBy, country: old.country, note: old.note),
                            createdAt: old.createdAt, updatedAt: old.updatedAt))
                }
            }
        }
    }
}
