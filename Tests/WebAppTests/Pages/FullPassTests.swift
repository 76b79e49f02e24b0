import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

/// A pass and an account take in so much: what they are asked to answer with stays of a size that a server can make.
@Suite("A full pass, a full account", .timeLimit(.minutes(3)))
struct FullPassTests {
    /// A pass with so many doses, each on a day of its own.
    static func fill(
        _ pass: String, _ count: Int, _ person: Person, _ app: TestApp, vaccine: String? = nil
    ) async throws {
        let id = try #require(PassID(pass))
        try await person.vault(app).write { records in
            for day in 1...count {
                let date = try #require(CalendarDate(year: 1990, month: 1, day: 1)).adding(days: day)
                try records.insert(
                    VaccinationRecord(
                        passID: id,
                        Vaccination(
                            target: "tetanus", vaccine: vaccine, vaccineName: vaccine == nil ? "Td" : nil,
                            date: PartialDate(date)), createdAt: TestApp.now, updatedAt: TestApp.now))
            }
        }
    }

    private static func count(_ pass: String, _ person: Person, _ app: TestApp) async throws -> Int {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { try $0.contents(of: id).vaccinations }
    }

    private static func others(_ count: Int, _ person: Person, _ app: TestApp) async throws {
        try await person.vault(app).write { records in
            for number in 1...count {
                try records.insert(PassRecord(Pass(kind: "person", name: "Nr. \(number)"), createdAt: TestApp.now))
            }
        }
    }

    @Test func whatWasTypedForAFullPassIsSavedOnceThereIsRoom() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.fill(pass, RecordLimits.ofPass, person, app)
            let path = "/passes/\(pass)/vaccinations/new"
            let typed = [
                "target": "tbe", "vaccine": "unknown", "date-day": "5", "date-month": "4", "date-year": "2019",
                "batch": "A<b>1", "form-token": try await person.token(on: path),
            ]
            let full = try await person.postRaw(path, Person.form(typed), headers: ResubmittedFormTests.own)
            #expect(full.status == .unprocessableContent && full.body.says("problem.pass-full.title"))
            #expect(full.body.says("problem.pass-full.text") && full.body.contains("2,000"))
            #expect(full.body.contains("href=\"/passes/\(pass)\" target=\"_blank\""))
            #expect(try await Self.count(pass, person, app) == RecordLimits.ofPass)
            let id = try #require(PassID(pass))
            try await person.vault(app).write { records in
                let first = try #require(try records.vaccinations(of: id).first)
                #expect(try records.deleteVaccination(first.id))
            }
            let again = try ResubmittedFormTests.again(full.body)
            #expect(again["batch"] == "A<b>1")
            let saved = try await person.postRaw(path, Person.form(again), headers: ResubmittedFormTests.own)
            #expect(saved.location.hasPrefix("/passes/\(pass)?done=vaccination-saved&batch="))
            #expect(try await Self.count(pass, person, app) == RecordLimits.ofPass)
        }
    }

    /// Against as many diseases as any product, so that each dose has most to say.
    @Test func aFullPassIsFHIROfASizeThatCanBeSent() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let products = app.services.catalogue.current.vaccines.filter { $0.targets.contains("tetanus") }
            let widest = try #require(products.max { $0.targets.count < $1.targets.count })
            #expect(widest.targets.count > 5)
            try await Self.fill(pass, RecordLimits.ofPass, person, app, vaccine: widest.id)
            let bundle = try await person.get("/passes/\(pass)/export/fhir")
            #expect(bundle.status == .ok && bundle.bytes.count <= 7_000_000, "\(bundle.bytes.count)")
        }
    }

    @Test func aFullPassIsAPageOfASizeThatCanBeSent() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.fill(pass, RecordLimits.ofPass, person, app, vaccine: "infanrix-hexa")
            let page = try await person.get("/passes/\(pass)")
            #expect(page.status == .ok && page.bytes.count <= 1_600_000, "\(page.bytes.count)")
            let doses = page.body.matches(of: /\/vaccinations\/[0-9a-z]{26}"/).count
            let diseases = page.body.matches(of: /<li class="card">\n<h3>/).count
            #expect((2...6).contains(diseases) && doses == 500 + diseases * DiseaseView.mostDoses)
            let older = RecordLimits.ofPass - DiseaseView.mostDoses
            let more = page.body.components(separatedBy: try words("vaccinations.diseases.more", count: older))
            #expect(more.count == diseases + 1)
        }
    }

    @Test func anImportNamesWhatAPassHasNoRoomFor() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.fill(pass, RecordLimits.ofPass - 1, person, app)
            let table = "Impfdatum;Impfstoff\n20.05.2018;Priorix\n05.06.2020;Encepur Erwachsene\n03.05.2019;Boostrix\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let columns = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            _ = try await person.post(path + "/columns", columns)
            let page = try await person.get(path).body
            #expect(page.times("archive.refused.pass-room") == 2, "two of three are named")
            #expect(try await person.post(path, ["pass-1": pass, "shown-1": pass]).status == .seeOther)
            #expect(try await Self.count(pass, person, app) == RecordLimits.ofPass)
        }
    }

    @Test func anAccountHasSoManyPassesAndAnImportNamesTheOthers() async throws {
        try await TestApp.open { app, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            for name in ["Ada Test", "Bea Test", "Cleo Test"] {
                _ = try await ArchiveFixtures.filledPass(ada, app, name: name)
            }
            let passphrase = "correct-horse-battery-staple-seven-otters"
            let file = try await ada.post("/export", ["generated": passphrase]).bytes
            try await eve.register("eve")
            try await Self.others(RecordLimits.passes - 1, eve, app)
            let path = try await eve.upload(file, passphrase: passphrase)
            let page = try await eve.get(path).body
            #expect(page.says("archive.passes-without-room", ["count": "2"]))
            let fields = try Dictionary(
                uniqueKeysWithValues: (1...3).flatMap { number in
                    let chosen = try #require(
                        page.firstMatch(
                            of: Regex("name=\"shown-\(number)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)))
                    return [("pass-\(number)", String(chosen.1)), ("shown-\(number)", String(chosen.1))]
                })
            #expect(fields.values.count { $0 == ImportChoices.skip } == 4)
            #expect(try await eve.post(path, fields).status == .seeOther)
            let new = [
                "name": "One More", "kind": "person", "birthdate-day": "1", "birthdate-month": "2",
                "birthdate-year": "2003", "sex": "female", "form-token": try await eve.token(on: "/passes/new"),
            ]
            let full = try await eve.postRaw("/passes/new", Person.form(new), headers: ResubmittedFormTests.own)
            #expect(full.status == .unprocessableContent && full.body.says("problem.pass-limit.title"))
            #expect(full.body.says("problem.pass-limit.text") && full.body.contains("100"))
            #expect(full.body.contains("href=\"/passes\" target=\"_blank\""))
            #expect(try ResubmittedFormTests.again(full.body)["name"] == "One More")
            let passes = try await eve.vault(app).read { try $0.passes().map(\.name) }
            #expect(passes.count == RecordLimits.passes && passes.contains("Ada Test"))
        }
    }
}
