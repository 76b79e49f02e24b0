import HTTPTypes
import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("The booklet's matrix on paper", .timeLimit(.minutes(3)))
struct BookletMatrixTests {
    @Test func doesOnADayAreARowAndCombinationsOneLine() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let doses: [(String, String?, String)] = [
                ("measles", "priorix", "2019-05-20"), ("tetanus", nil, "2019-05-20"), ("measles", "priorix", "2020-06"),
            ]
            try await Self.enter(doses, person, app, pass)
            let page = try await person.get("/passes/\(pass)/print").body
            #expect(page.ranges(of: "<tr><th scope=\"row\"").count == 2)
            #expect(page.ranges(of: "<span class=\"dose\"><bdi>").count == 3)
            // Measles, mumps, rubella twice, tetanus once.
            #expect(page.ranges(of: /<td class="disease" data-label="[^"]+">\(?×\)?</).count == 7)
            #expect(page.ranges(of: "<td class=\"disease\"></td>").count == 1)
        }
    }

    @Test func nobodyStandsForADoseThatSomebodyElseGave() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            let date = try #require(PartialDate("2026-05-04"))
            let doses = [("tetanus", "Dr. Ortega"), ("measles", nil), ("meningococcal-b", "Dr. Ortega")]
            try await person.vault(app).write { vault in
                for (target, giver) in doses {
                    let content = Vaccination(target: target, date: date, administeredBy: giver)
                    try vault.insert(
                        VaccinationRecord(passID: id, content, createdAt: TestApp.now, updatedAt: TestApp.now))
                }
            }
            let page = try await person.get("/passes/\(pass)/print").body
            #expect(page.ranges(of: "<tr><th scope=\"row\"").count == 2)
            #expect(page.ranges(of: "<td class=\"signature\"><bdi>Dr. Ortega</bdi></td>").count == 1)
            #expect(page.ranges(of: "<td class=\"signature\"></td>").count == 1)
        }
    }

    @Test func signaturesAreSpokenOfOnlyWhereThereAreCodes() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/print"
            let bare = try await person.get(path).body
            #expect(bare.says("archive.print.note") && !bare.says("archive.print.note.codes"))
            #expect(!bare.says("certificates.code.alt"))
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            let page = try await person.get(path).body
            #expect(page.says("archive.print.note") && page.says("archive.print.note.codes"))
        }
    }

    @Test func aDoseThatMayNotCountIsInBrackets() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.enter(
                [("measles", "priorix", "2019-05-20"), ("measles", "priorix", "2019-05-22")], person, app, pass)
            let page = try await person.get("/passes/\(pass)/print").body
            #expect(page.ranges(of: ">×</td>").count == 3 && page.ranges(of: ">(×)</td>").count == 3)
        }
    }

    @Test func moreDiseasesThanASheetIsWideTakeASecondTable() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let catalogue = app.services.catalogue.current
            let targets = catalogue.targets(for: "person").map(\.id)
            #expect(targets.count > 24)
            try await Self.enter(targets.map { ($0, nil, "2015-03-01") }, person, app, pass)
            let page = try await person.get("/passes/\(pass)/print").body
            #expect(page.ranges(of: "<div class=\"matrix wide\"").count == 1)
            #expect(page.ranges(of: "<table>").count == 2)
            #expect(page.ranges(of: "<th scope=\"col\" class=\"disease\">").count == targets.count)
        }
    }

    @Test func aDiseaseThatTheCatalogueDoesntHaveIsHeadedAsItWasWritten() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.enter([("Q fever <x>", nil, "2001")], person, app, pass)
            let page = try await person.get("/passes/\(pass)/print").body
            #expect(page.contains("<span lang=\"en\">Q fever &lt;x&gt;</span>"))
        }
    }

    static func enter(
        _ doses: [(target: String, vaccine: String?, date: String)], _ person: Person, _ app: TestApp, _ pass: String
    ) async throws {
        let id = try #require(PassID(pass))
        let records = try doses.map { dose in
            try VaccinationRecord(
                passID: id,
                Vaccination(
                    target: dose.target, vaccine: dose.vaccine, date: try #require(PartialDate(dose.date))),
                createdAt: TestApp.now, updatedAt: TestApp.now)
        }
        try await person.vault(app).write { vault in for record in records { try vault.insert(record) } }
    }
}

@Suite("The sheet for school or nursery", .timeLimit(.minutes(3)))
struct SchoolSheetTests {
    @Test(arguments: ["en", "de"]) func isReachedFromThePassAndSaysWhatLacks(language: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await person.post("/language", ["language": language, "return": "/passes"])
            let link = "/passes/\(pass)/print/school"
            #expect(try await person.get("/passes/\(pass)").body.contains("href=\"\(link)\""))
            #expect(try await person.get("/passes/\(pass)/print").body.contains("href=\"\(link)\""))
            let empty = try await person.get(link).body
            #expect(empty.says("school-sheet.lacking", ["count": "2"], in: language))
            try await BookletMatrixTests.enter(
                [("measles", "priorix", "1995-05-20"), ("tetanus", nil, "1999-01-01")], person, app, pass)
            let one = try await person.get(link).body
            #expect(one.says("school-sheet.lacking", ["count": "1"], in: language))
            #expect(one.ranges(of: "<bdi>Priorix</bdi>").count == 1)
            try await BookletMatrixTests.enter([("rubella", "priorix", "1996-05-20")], person, app, pass)
            let two = try await person.get(link).body
            #expect(two.says("school-sheet.enough", in: language))
            #expect(two.says("school-sheet.note", in: language))
            // A German school reads German.
            #expect(two.says("school-sheet.language", ["otherLanguage": "German"]) == (language == "en"))
        }
    }

    @Test func saysImmunityAndWhatSpeaksAgainstIt() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let link = "/passes/\(pass)/print/school"
            func tell(_ observation: String) async throws {
                let id = try #require(PassID(pass))
                try await person.vault(app).write { records in
                    for fact in try records.facts(of: id) { try records.deleteFact(fact.id) }
                    try records.insert(FactRecord(passID: id, Fact(kind: "observation", value: observation)))
                }
            }
            try await tell("measles-immune")
            #expect(try await person.get(link).body.says("school-sheet.immune"))
            try await tell("immunodeficiency")
            #expect(try await person.get(link).body.says("school-sheet.contraindicated"))
        }
    }

    /// Born on 12 April 2025: the STIKO recommends a dose from 11 months and counts one from 9 months on.
    @Test(arguments: [("2026-02-12", true), ("2026-03", true), ("2026-04", false), ("2025-10-12", false)])
    func saysThatADoseFromBeforeTheFirstBirthdayIsCounted(day: String, isSaid: Bool) async throws {
        try await TestApp.openWithPass(birth: ("12", "4", "2025")) { app, person, pass in
            try await BookletMatrixTests.enter([("measles", "priorix", day)], person, app, pass)
            let page = try await person.get("/passes/\(pass)/print/school").body
            #expect(page.says("school-sheet.early") == isSaid)
            #expect(page.says("doses.fault.too-young") == (day == "2025-10-12"))
        }
    }

    @Test func isOnlyForPeopleWhoLiveInTheLawsCountry() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dog = try await person.pass("Bello", kind: "dog")
            #expect(try await person.get("/passes/\(dog)/print/school").status == .notFound)
            #expect(!(try await person.get("/passes/\(dog)").body.contains("print/school")))
            try await person.vault(app).write { try $0.setSetting(SettingKey.homeCountry, to: "AT") }
            #expect(try await person.get("/passes/\(pass)/print/school").status == .notFound)
            #expect(!(try await person.get("/passes/\(pass)").body.contains("print/school")))
        }
    }

    @Test func asksForADateOfBirthFirst() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            try await person.vault(app).write { records in
                let old = try #require(try records.pass(id))
                try records.update(
                    PassRecord(id: id, Pass(kind: Pass.person, name: "Ada Test"), createdAt: old.createdAt))
            }
            let page = try await person.get("/passes/\(pass)/print/school")
            #expect(page.status == .ok && page.body.contains("/passes/\(pass)/edit"))
        }
    }
}
