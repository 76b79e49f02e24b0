import CivilDates
import Foundation
import HTTPTypes
import HealthCertificate
import Model
import TestSupport
import Testing

@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// Whatever way a dose comes in, one tap takes it back.
@Suite("Undo", .timeLimit(.minutes(3)))
struct UndoTests {
    enum Way: String, CaseIterable {
        case form, edit, table, scan, certificate, file, link
    }

    private static let day = PartialDate("2021-12-09")

    /// All of a pass.
    private struct Contents: Equatable {
        let pass: PassRecord?
        let doses: [VaccinationRecord]
        let certificates: [Certificate]
        let attachments: [AttachmentID]
    }

    private struct Scene: Sendable {
        let app: TestApp
        let clock: HandClock
        let person: Person
        let pass: String

        static func open(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
            let clock = HandClock()
            let jwe = try PlannedLinks.file(bundle)
            let links = PlannedLinks { _ throws(LinkFault) in LinkAnswer(status: 200, body: Array(jwe.utf8)) }
            try await TestApp.open(links: links, now: { clock.now }) { app, client in
                let person = Person(client)
                try await person.register("ada")
                let pass = try await person.pass("Ada Test", birth: ("12", "4", "1987"))
                try await body(Scene(app: app, clock: clock, person: person, pass: pass))
            }
        }

        /// What a practice's link leads to: the dose that is stored, with its batch, and another.
        private static let bundle = """
            {"resourceType": "Bundle", "type": "document", "entry": [
             {"fullUrl": "urn:uuid:1", "resource": {"resourceType": "Patient", "name": [{"text": "Ada Test"}],
              "birthDate": "1987-04-12"}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "urn:uuid:1"},
              "vaccineCode": {"text": "Priorix"}, "occurrenceDateTime": "2021-12-09", "lotNumber": "X9"}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "urn:uuid:1"},
              "vaccineCode": {"text": "Boostrix"}, "occurrenceDateTime": "2018-05-03"}}]}
            """

        func contents() async throws -> Contents {
            let id = try #require(PassID(pass))
            return try await person.vault(app).read { records in
                Contents(
                    pass: try records.pass(id), doses: try records.vaccinations(of: id),
                    certificates: try records.certificates(of: id),
                    attachments: try records.attachments(of: id).map(\.id))
            }
        }

        /// Keeps a dose as if it had been entered, some time ago.
        func keep(_ target: String, _ vaccine: String, _ date: PartialDate) async throws -> VaccinationRecord {
            let dose = Vaccination(target: target, vaccine: vaccine, date: date, note: "left arm")
            let then = clock.now - 1_000.123456789
            let record = try VaccinationRecord(
                passID: try #require(PassID(pass)), dose, createdAt: then, updatedAt: then)
            try await person.vault(app).write { try $0.insert(record) }
            return record
        }

        /// Stores by one way what completes the dose that is there, another one beside it, or both.
        ///
        /// - Returns: The answer, and how many vaccinations its notice counts; nil where it says something else.
        func store(_ way: Way, _ old: VaccinationRecord) async throws -> (answer: Person.Answer, count: Int?) {
            switch way {
            case .form:
                let completed = [
                    "target": "measles", "vaccine": "priorix", "date-day": "9", "date-month": "12", "date-year": "2021",
                    "batch": "X9",
                ]
                return (try await person.post("/passes/\(pass)/vaccinations/new", completed), nil)
            case .edit:
                let fields = VaccinationForm.values(old).merging(["batch": "X9"]) { $1 }
                return (try await person.post(Links.editVaccination(old.passID, old.id), fields), 1)
            case .table:
                let rows = [
                    "date-1": "9.12.2021", "vaccine-1": "priorix", "batch-1": "X9", "date-2": "3.5.2018",
                    "vaccine-2": "boostrix",
                ]
                return (try await person.post("/passes/\(pass)/vaccinations/table", rows), 2)
            case .scan:
                let scan = try await OwnershipTests.scan(of: pass, person.vault(app))
                let row = ["date-1": "3.5.2018", "vaccine-1": "boostrix", "row-1": "keep", "picture": "yes"]
                return (try await person.post("/drafts/\(scan)", row), 1)
            case .certificate:
                let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
                return (
                    try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"]), 1
                )
            case .file:
                let table = "Impfdatum;Impfstoff;Charge\n9.12.2021;Priorix;X9\n3.5.2018;Boostrix;\n"
                let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
                let columns = [
                    "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                    "column-3": "batch", "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
                ]
                _ = try await person.post(path + "/columns", columns)
                return (try await person.post(path, ["pass-1": pass, "shown-1": pass]), 2)
            case .link:
                let link = ["link": PlannedLinks.text(flags: [.singleFile]), "step": "open"]
                let path = try await person.post("/import/link", link).location
                return (try await person.post(path, ["pass-1": pass, "shown-1": pass]), 2)
            }
        }

        /// What a page offers to undo.
        func undo(on page: String) throws -> String {
            String(try #require(page.firstMatch(of: /action="(\/undo\/[a-z0-9]{26})"/)?.1))
        }
    }

    @Test(arguments: Way.allCases) func givesBackWhatWasThereToTheLetter(way: Way) async throws {
        try await Scene.open { scene in
            let person = scene.person
            let old = try await scene.keep("measles", "priorix", try #require(Self.day))
            let before = try await scene.contents()
            scene.clock.pass(60)
            let (answer, count) = try await scene.store(way, old)
            #expect(answer.status == .seeOther)
            let after = try await scene.contents()
            #expect(after != before)
            if ![.scan, .certificate].contains(way) {
                #expect(after.doses.first { $0.id == old.id }?.batch == "X9")
            }
            let page = try await person.get(answer.location).body
            let counted = try words("undo.saved", count: count ?? 1)
            #expect(page.contains(counted) == (count != nil), "\(answer.location)")
            #expect(way != .form || page.says("done.vaccination-completed"))
            let undo = try scene.undo(on: page)
            // Only the page after it asks for it, and the bin's.
            #expect(try await !person.get("/passes/\(scene.pass)").body.contains("/undo/"))
            #expect(try await scene.undo(on: person.get("/bin").body) == undo)
            let eve = Person(person.client)
            try await eve.register("eve")
            #expect(try await eve.post(undo).status == .notFound)
            scene.clock.pass(60)
            let undone = try await person.post(undo)
            #expect(undone.location.hasPrefix("/passes/\(scene.pass)?done=undone&batch="))
            #expect(try await scene.contents() == before)
            for path in [undone.location, answer.location] {
                let page = try await person.get(path).body
                #expect(page.says("done.undone") && !page.contains("/undo/") && !page.contains(counted), "\(path)")
            }
            #expect(try await !person.get("/bin").body.contains("/undo/"))
            #expect(try await person.post(undo).status == .notFound)
        }
    }

    @Test func leavesWhatWasChangedSinceAndSaysHowMany() async throws {
        try await Scene.open { scene in
            var rows: [String: String] = [:]
            for row in 1...14 {
                (rows["date-\(row)"], rows["vaccine-\(row)"]) = ("1.2.\(2005 + row)", "fsme-immun-erwachsene")
            }
            let saved = try await scene.person.post("/passes/\(scene.pass)/vaccinations/table", rows)
            #expect(saved.status == .seeOther)
            let page = try await scene.person.get(saved.location).body
            #expect(page.contains(try words("undo.saved", count: 14)))
            let undo = try scene.undo(on: page)
            let edited = try #require(try await scene.contents().doses.first)
            scene.clock.pass(60)
            let fields = VaccinationForm.values(edited).merging(["note": "mine", "duplicate": "both"]) { $1 }
            let edit = try await scene.person.post(Links.editVaccination(edited.passID, edited.id), fields)
            let again = try scene.undo(on: try await scene.person.get(edit.location).body)
            scene.clock.pass(60)
            let undone = try await scene.person.post(undo)
            let left = try await scene.contents().doses
            #expect(left.map(\.id) == [edited.id] && left.first?.note == "mine")
            #expect(try await scene.person.get(undone.location).body.contains(words("undo.left", count: 1)))
            // The edit can be undone as before.
            #expect(try await scene.person.post(again).status == .seeOther)
            #expect(try await scene.contents().doses == [edited])
        }
    }

    @Test func nothingStoredIsNothingToUndo() async throws {
        try await Scene.open { scene in
            _ = try await scene.keep("measles", "priorix", try #require(Self.day))
            let rows = ["date-1": "9.12.2021", "vaccine-1": "priorix"]
            let there = try await scene.person.post("/passes/\(scene.pass)/vaccinations/table", rows)
            #expect(there.location == "/passes/\(scene.pass)?done=vaccinations-there")
            #expect(try await !scene.person.get("/bin").body.contains("/undo/"))
            // Another's number, or none, is a notice without anything to undo.
            for number in ["00000000000000000000000000", "x", ""] {
                let page = try await scene.person.get("/passes/\(scene.pass)?done=imported&batch=\(number)").body
                #expect(page.says("done.imported") && !page.contains("/undo/"))
            }
        }
    }

    @Test func whatIsTooLargeIsStoredAndSaysSo() async throws {
        try await Scene.open { scene in
            let id = try #require(PassID(scene.pass))
            let batch = try await scene.person.vault(scene.app).write { records in
                try records.insert(
                    Batch(
                        id: .random(), passID: id, createdAt: scene.clock.now, vaccinations: 0, isTooLarge: true,
                        remaining: nil))
                return try #require(try records.batches(at: scene.clock.now).first)
            }
            let page = try await scene.person.get("/passes/\(scene.pass)?done=imported&batch=\(batch.id)").body
            #expect(page.says("done.imported") && page.says("undo.too-large") && !page.contains("/undo/"))
            #expect(try await scene.person.post("/undo/\(batch.id)").status == .notFound)
        }
    }
}
