import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import IntakePages
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// A vaccination that has run out, or soon does, is named on the start page and on its pass.
@Suite("Vaccinations that have run out", .timeLimit(.minutes(3)))
struct EndingDoseTests {
    /// What somebody knows of a dose.
    private struct Dose {
        let target: String
        let date: String
        var until: String?
        var others: String?
    }

    /// The catalogue as it is shipped.
    private static func release() async throws -> CatalogueRelease {
        let app = try TestApp()
        let release = app.services.catalogue.release
        await app.accounts.close()
        try? FileManager.default.removeItem(at: app.folder)
        return release
    }

    /// What is named of doses that nobody's age is known to: each dose's day with its diseases, and whether it is over.
    private static func named(_ doses: [Dose], kind: String, _ release: CatalogueRelease) throws -> [String] {
        let pass = try PassRecord(
            Pass(kind: kind, name: "Test", birthDate: nil, sex: .unknown), createdAt: TestApp.now)
        let records = try doses.map { dose in
            let content = Vaccination(
                target: dose.target, date: try #require(PartialDate(dose.date)),
                validUntil: dose.until.flatMap { PartialDate($0) }, otherTargets: dose.others)
            return try VaccinationRecord(passID: pass.id, content, createdAt: TestApp.now, updatedAt: TestApp.now)
        }
        let today = CalendarDate(TestApp.now, in: .gmt)
        let record = HealthRecord(pass: pass, vaccinations: records)
        return try EndingDose.all(record, record.answer(release, on: today), release.catalogue, on: today).map {
            "\($0.vaccination.date) \($0.targets.joined(separator: ",")) \($0.isOver ? "over" : "soon")"
        }
    }

    /// 28 days for a person and 42 for an animal; the last day is one of those on which it is valid.
    @Test func itIsNamedFromTheNoticeOn() async throws {
        let release = try await Self.release()
        for (kind, target, day) in [("person", "rabies", "2026-12-19"), ("dog", "dog-rabies", "2027-01-02")] {
            let last = try #require(CalendarDate(day))
            for (until, word) in [
                ("2020-01-01", "over"), ("2026-11-20", "over"), ("2026-11-21", "soon"), (day, "soon"),
                (last.adding(days: 1).description, nil),
            ] {
                let dose = Dose(target: target, date: "2019-06-01", until: until)
                let expected = word.map { ["2019-06-01 \(target) \($0)"] } ?? []
                #expect(try Self.named([dose], kind: kind, release) == expected, "\(kind), \(until)")
            }
        }
    }

    @Test func whatHoldsLongerIsGoneBy() async throws {
        let release = try await Self.release()
        let (old, new) = ("2023-04-03", "2025-04-03")
        func named(_ doses: [Dose]) throws -> [String] { try Self.named(doses, kind: "dog", release) }
        let ended = Dose(target: "dog-rabies", date: old, until: "2026-04-02")
        #expect(try named([ended]) == ["\(old) dog-rabies over"])
        for until in ["2028-04-02", nil] {
            #expect(
                try named([ended, Dose(target: "dog-rabies", date: new, until: until)]) == [], "\(until ?? "")")
        }
        // Another disease's, an earlier one's and one that is planned renew nothing.
        for other in [
            Dose(target: "dog-distemper", date: new, until: "2028-04-02"),
            Dose(target: "dog-rabies", date: "2021-04-03"), Dose(target: "dog-rabies", date: "2027-04-03"),
        ] {
            #expect(try named([other, ended]) == ["\(old) dog-rabies over"], "\(other.target), \(other.date)")
        }
        // Of two that ended the one that ended last; one that goes on goes on, whatever ended since.
        #expect(
            try named([Dose(target: "dog-rabies", date: new, until: "2026-05-01"), ended])
                == ["\(new) dog-rabies over"])
        let long = Dose(target: "dog-rabies", date: old, until: "2028-04-02")
        #expect(try named([long, Dose(target: "dog-rabies", date: new, until: "2026-05-01")]) == [])
        // Entered twice it is named once.
        #expect(try named([ended, ended]).count == 1)
    }

    /// Of a combination what was renewed goes on.
    @Test func aCombinationIsNamedForWhatEnds() async throws {
        let release = try await Self.release()
        let both = Dose(
            target: "dog-rabies", date: "2023-04-03", until: "2026-04-02", others: "dog-leptospirosis")
        let rabies = Dose(target: "dog-rabies", date: "2026-04-01", until: "2029-03-31")
        #expect(
            try Self.named([both], kind: "dog", release)
                == ["2023-04-03 dog-rabies,dog-leptospirosis over"])
        #expect(
            try Self.named([both, rabies], kind: "dog", release) == ["2023-04-03 dog-leptospirosis over"])
    }

    // MARK: On pages

    /// A pass's card on the start page.
    private static func card(_ name: String, _ person: Person) async throws -> String {
        let found = try await person.get("/").body.components(separatedBy: "<li>\n<h2>")
            .first { $0.contains("<bdi>\(name)</bdi></a></h2>") }
        return try #require(found?.components(separatedBy: "</li>").first)
    }

    private static func rabies(_ until: (String, String, String)) -> [String: String] {
        [
            "target": "dog-rabies", "vaccine": "dog-rabies", "date-day": "3", "date-month": "4", "date-year": "2025",
            "valid-until-day": until.0, "valid-until-month": until.1, "valid-until-year": until.2,
        ]
    }

    @Test(arguments: [
        (("2", "4", "2026"), "doses.ran-out", "2 April 2026"), (("2", "1", "2027"), "doses.runs-out", "2 January 2027"),
    ])
    func aDogsIsNamedOnTheStartPageOnItsPassAndInItsRow(
        until: (String, String, String), message: String, date: String
    ) async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2020"))
            let form = "/passes/\(dog)/vaccinations/new"
            #expect(try await person.post(form, Self.rabies(until)).status == .seeOther)
            let card = try await Self.card("Bello", person)
            #expect(card.times(message, ["date": date]) == 1 && card.contains(#"class="sign late""#))
            #expect(try await !Self.card("Ada Test", person).says(message))
            let pass = try await person.get("/passes/\(dog)").body
            #expect(pass.times(message, ["date": date]) == 2, "on top and in its row")
            let row = try #require(pass.components(separatedBy: #"<a class="row""#).dropFirst().first)
            #expect(row.says(message, ["date": date]) && row.contains(#"class="sign late""#))
            #expect(pass.says("doses.ending.ask-animal", ["practice": try words("family.vet")]))
            _ = try await person.post("/language", ["language": "de"])
            let german = try await person.get("/passes/\(dog)").body
            let vet = try words("family.vet", in: "de")
            #expect(german.says("doses.ending.ask-animal", ["practice": vet], in: "de"))
            #expect(german.times(message, in: "de") == 2)
            #expect(try await Self.card("Bello", person).says(message, in: "de"))
            // Renewed it is named no more.
            let newer = Self.rabies(("2", "4", "2029")).merging(["date-month": "10", "date-year": "2026"]) { $1 }
            #expect(try await person.post(form, newer).status == .seeOther)
            for page in ["/", "/passes/\(dog)"] {
                let body = try await person.get(page).body
                #expect(!body.says(message, in: "de") && !body.says("doses.ending.ask-animal", in: "de"), "\(page)")
            }
        }
    }

    /// What the course of a product says counts as well.
    @Test func aProductsOwnCourseEndsToo() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2023"))
            _ = try await person.dose(dog, "dog-rabies", "rabisin-dog", ("3", "4", "2025"))
            #expect(try await Self.card("Bello", person).says("doses.ran-out", ["date": "3 April 2026"]))
        }
    }

    @Test func aPersonsIsNamedAndAPauseHidesItButInItsRow() async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await person.pass("Emil Test")
            let id = try #require(PassID(pass))
            let records = try ["rabies", "typhoid", "cholera"].map { target in
                let dose = Vaccination(
                    target: target, date: try #require(PartialDate("2023-04-03")),
                    validUntil: PartialDate("2026-04-02"))
                return try VaccinationRecord(passID: id, dose, createdAt: TestApp.now, updatedAt: TestApp.now)
            }
            try await person.vault(app).write { vault in for record in records { try vault.insert(record) } }
            let ended = ["date": "2 April 2026"]
            // Two are named, and how many more there are; each row says it.
            let more = try words("doses.ending.more", count: 1)
            let card = try await Self.card("Ada Test", person)
            #expect(card.times("doses.ran-out", ended) == 2 && card.contains(more))
            let page = try await person.get("/passes/\(pass)").body
            #expect(page.times("doses.ran-out", ended) == 5)
            #expect(page.says("doses.ending.ask", ["practice": try words("family.doctor")]))
            #expect(!page.says("doses.ending.ask-animal"))
            #expect(try await person.post("/settings/reminders", ["pass": pass, "pause": "week"]).status == .seeOther)
            #expect(try await !Self.card("Ada Test", person).says("doses.ran-out"))
            let paused = try await person.get("/passes/\(pass)").body
            #expect(paused.times("doses.ran-out", ended) == 3 && !paused.says("doses.ending.ask"))
        }
    }
}
