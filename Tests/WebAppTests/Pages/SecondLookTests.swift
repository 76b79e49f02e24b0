import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import WebApp

/// What parents and travellers stumbled over once they had entered something.
@Suite("Pages answer what was entered, and no more")
struct SecondLookTests {
    private func part(_ page: String, _ heading: String) throws -> String {
        let rest = try #require(page.components(separatedBy: heading).dropFirst().first)
        return try #require(rest.components(separatedBy: "</section>").first)
    }

    private func expect(_ person: Person, _ pass: String, due: (String, String, String)) async throws {
        let told = ["due-day": due.0, "due-month": due.1, "due-year": due.2]
        #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
    }

    /// A page about a person sends nobody to the vet, one about an animal nobody to the doctor.
    @Test func whoIsAskedIsThePracticeOfThePass() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2020"))
            _ = try await person.dose(dog, "dog-rabies", "nobivac-t-dog", ("3", "4", "2021"))
            _ = try await person.dose(pass, "hepatitis-b", "hbvaxpro-10-mikrogramm", ("3", "5", "2019"))
            let both = ["en": "doctor or vet", "de": "Arzt- oder Tierarztpraxis"]
            for (language, own, other) in [
                ("en", ["Ask your doctor", "Ask your vet"], "vet"),
                ("de", ["in Ihrer Arztpraxis", "in Ihrer Tierarztpraxis"], "Tierarztpraxis"),
            ] {
                let name = try #require(both[language])
                _ = try await person.post("/language", ["language": language])
                for (id, own) in [(pass, own[0]), (dog, own[1])] {
                    for path in ["/passes/\(id)", "/passes/\(id)/recommendations", "/passes/\(id)/recommendations.ics"]
                    {
                        let page = try await person.get(path).body.replacing("\r\n ", with: "")
                        #expect(!page.contains(name), "\(path) in \(language)")
                        if !path.hasSuffix("ics") { #expect(page.contains(own), "\(path) in \(language)") }
                        if id == pass { #expect(!page.contains(" \(other)"), "\(path) in \(language)") }
                    }
                }
                #expect(try await person.get("/schedules").body.contains(name))
            }
        }
    }

    /// What a product's own course says of an animal's last dose.
    @Test func anAnimalsValidityIsToldWithItsLastDay() async throws {
        try await TestApp.openWithPass { _, person, _ in
            for (name, vaccine, text) in [
                ("Bello", "rabisin-dog", "ran out on 3 April 2026"),
                ("Rex", "nobivac-t-dog", "valid until 3 April 2028"),
            ] {
                let dog = try await person.pass(name, kind: "dog", birth: ("1", "4", "2023"))
                let id = try await person.dose(dog, "dog-rabies", vaccine, ("3", "4", "2025"))
                for path in ["/passes/\(dog)", "/passes/\(dog)/vaccinations/\(id)"] {
                    #expect(try await person.get(path).body.contains(text), "\(path)")
                }
            }
            // Nothing is known of a product that isn't named; of an earlier dose nothing is said.
            let dog = try await person.pass("Bruno", kind: "dog", birth: ("1", "4", "2021"))
            _ = try await person.dose(dog, "dog-rabies", "dog-rabies", ("3", "4", "2025"))
            let page = try await person.get("/passes/\(dog)").body
            #expect(!page.contains("ran out") && !page.contains("valid until"))
        }
    }

    /// At 11 months the pass says that the first dose is due; the law asks for it a month later.
    @Test func theSheetForSchoolAgreesWithThePass() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("21", "12", "2025")) { _, person, pass in
            let path = "/passes/\(pass)/print/school"
            let before = try await person.get(path).body
            #expect(before.contains("asks for the first dose from 21 December 2026"))
            #expect(before.contains("recommended, and counts, from 21 November 2026"), "\(before)")
            #expect(try await person.get("/passes/\(pass)").body.contains("Recommended age: 11 months"))
            _ = try await person.dose(pass, "measles", "priorix", ("21", "11", "2026"))
            let after = try await person.get(path).body
            #expect(after.contains("It is entered and counts.") && !after.contains("before the recommended age"))
            #expect(try await person.get("/passes/\(pass)").body.contains("1 of 2 doses"))
            // Earlier than that it counts too, and a doctor is asked.
            let tim = try await person.pass("Tim Test", birth: ("21", "12", "2025"))
            _ = try await person.dose(tim, "measles", "priorix", ("20", "11", "2026"))
            #expect(
                try await person.get("/passes/\(tim)/print/school").body
                    .contains("before the recommended age (11 months)"))
        }
    }

    @Test func countriesToChooseFromAreSortedByTheirNames() async throws {
        try await TestApp.openWithPass { _, person, pass in
            for (language, codes) in [("de", ["DE", "AT"]), ("en", ["AT", "DE"])] {
                _ = try await person.post("/language", ["language": language])
                for path in ["/settings/countries", "/passes/\(pass)/recommendations"] {
                    let page = try await person.get(path).body
                    let places = codes.map { page.firstRange(of: "<option value=\"\($0)\"")?.lowerBound }
                    #expect(try #require(places[0]) < #require(places[1]), "\(path) in \(language)")
                }
            }
        }
    }

    @Test func whoSaidThatARecordIsCompleteIsntAskedOnceMore() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            let path = "/passes/\(pass)/recommendations"
            _ = try await person.post(path, ["record": "complete"])
            let page = try await person.get(path).body
            #expect(page.contains("<h2>To catch up</h2>") && !page.contains("Already had one of these?"))
        }
    }

    /// Seven years before the pregnancy that asks for another one.
    @Test func aDoseBeforeAPregnancyWasntTooEarlyForIt() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            try await expect(person, pass, due: ("3", "2", "2027"))
            let id = try await person.dose(pass, "pertussis", "boostrix", ("3", "5", "2019"))
            let dose = try await person.get("/passes/\(pass)/vaccinations/\(id)").body
            #expect(dose.contains("Whooping cough") && !dose.contains("may not count"), "\(dose)")
            #expect(!dose.contains("too soon") && !dose.contains("before there was a reason"))
            let page = try await person.get("/passes/\(pass)").body
            #expect(!page.contains("too early") && !page.contains("too soon"))
            let recommendations = try await person.get("/passes/\(pass)/recommendations").body
            let next = try part(recommendations, "What to do next</h2>")
            #expect(next.contains("In each pregnancy. From week 28 of pregnancy on."), "\(next)")
        }
    }

    /// The Tdap of a pregnancy doesn't begin a course against tetanus of which nobody knows the first doses.
    @Test func nothingIsPlannedOfACourseThatIsntRecorded() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            try await expect(person, pass, due: ("3", "2", "2027"))
            let path = "/passes/\(pass)/recommendations"
            let visits = try part(try await person.get(path).body, "<h2>Suggested visits</h2>")
            #expect(visits.contains("Whooping cough") && !visits.contains("Tetanus and diphtheria"), "\(visits)")
            #expect(!visits.contains("of 3") && !visits.contains("Rubella"), "\(visits)")
            #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            let all = try part(try await person.get(path).body, "<h2>Suggested visits</h2>")
            #expect(all.contains("Dose 3 of 3"), "\(all)")
        }
    }

    /// The last page of the booklet was entered first.
    @Test func oneDoseOfAnAdultIsntTheFirstOfACourse() async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1990")) { _, person, pass in
            _ = try await person.dose(pass, "tetanus", "boostrix-polio", ("1", "6", "2020"))
            let path = "/passes/\(pass)/recommendations"
            let page = try await person.get(path).body
            #expect(try !part(page, "What to do next</h2>").contains("Due now"))
            let names = try #require(try part(page, "<h2>Not recorded</h2>").components(separatedBy: "</strong>").first)
            #expect(names.contains("Tetanus") && names.contains("Polio"), "\(names)")
            #expect(try await person.get("/passes/\(pass)").body.contains("The earlier doses aren’t recorded"))
            #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            #expect(try part(try await person.get(path).body, "What to do next</h2>").contains("Dose 2 of 3"))
        }
    }

    /// Somebody who begins as an adult goes on, and after ten years one is due whatever was before.
    @Test(arguments: [("1", "11", "2026"), ("1", "6", "2015")])
    func anAdultsCourseGoesOn(date: (String, String, String)) async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1985")) { _, person, pass in
            _ = try await person.dose(pass, "tetanus", "td-pur", date)
            let page = try await person.get("/passes/\(pass)").body
            #expect(!page.contains("The earlier doses aren’t recorded"))
            #expect(page.contains("1 of 3 doses"))
        }
    }

    @Test func avisitInsideATripSaysSo() async throws {
        try await TestApp.openWithPass("Kim Test", birth: ("9", "9", "1995")) { _, person, pass in
            let trip = [
                "country": "KE", "from-day": "23", "from-month": "12", "from-year": "2026", "to-day": "20",
                "to-month": "1", "to-year": "2027",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let cards = try part(page, "<h2>Suggested visits</h2>").components(separatedBy: "<li class=\"card\">")
            let inside = cards.filter { $0.contains("Falls into the trip") }
            let days = inside.compactMap { $0.firstMatch(of: /From (\d+ \w+ \d+)/).map { String($0.1) } }
            #expect(days.allSatisfy { $0.hasSuffix("December 2026") || $0.hasSuffix("January 2027") }, "\(days)")
            #expect(cards.contains { $0.contains("As soon as possible") && !$0.contains("Falls into the trip") })
            #expect(page.contains("Before the trip that starts on 23 December 2026."))
        }
    }

    @Test func aTableSaysWhatMayBeOfSomebodyElse() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("25", "3", "2026")) { _, person, pass in
            _ = try await person.pass("Ben Test", birth: ("12", "10", "2022"))
            let table = "Date;Vaccine\n20.05.2023;Priorix\n20.06.2026;Nobivac T\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let columns = try await person.get(path).body
            #expect(columns.contains("<option value=\"\">Choose a pass</option>"))
            #expect(!columns.contains("<option value=\"\(pass)\" selected>"))
            let choice = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            #expect(try await person.post(path + "/columns", choice).location == path)
            let preview = try await person.get(path).body
            #expect(preview.contains("Lies before the birth: does it belong to another pass?"))
        }
    }

    @Test func aColumnOfVaccinationsHoldsVaccinesToo() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("12", "10", "2002")) { house, person, pass in
            let table = "Datum;Impfung\n20.05.2023;Boostrix\n20.06.2024;Masern\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let choice = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "target",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            #expect(try await person.post(path + "/columns", choice).location == path)
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            let doses = try await ArchiveFixtures.archive(person, house).passes.flatMap(\.vaccinations)
            #expect(Set(doses.map(\.vaccine)) == ["boostrix", nil])
            #expect(doses.contains { $0.target == "measles" } && !doses.contains { $0.target == "Boostrix" })
        }
    }

    @Test func twoBrandsOfOneKindTwoDaysApartAreAskedAbout() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("12", "10", "2022")) { _, person, pass in
            let rows = [
                "date-1": "12.11.2023", "vaccine-1": "mmr", "date-2": "14.11.2023", "vaccine-2": "priorix",
            ]
            let answer = try await person.post("/passes/\(pass)/vaccinations/table", rows)
            #expect(answer.status == .unprocessableContent && answer.body.contains(#"name="duplicate-2""#))
        }
    }
}
