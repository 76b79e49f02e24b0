import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import WebApp

/// What parents and travellers stumbled over once they had entered something.
@Suite("Pages answer what was entered, and no more", .timeLimit(.minutes(3)))
struct SecondLookTests {
    /// What is below a heading.
    private func part(_ page: String, _ heading: String) throws -> String {
        let rest = try #require(page.components(separatedBy: "\(words(heading))</h2>").dropFirst().first)
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
            let asking = ["recommendations.draft.text", "answer.state.ask"]
            for language in ["en", "de"] {
                let any = try words("practice.any", in: language)
                let (doctor, vet) = (try words("family.doctor", in: language), try words("family.vet", in: language))
                _ = try await person.post("/language", ["language": language])
                for (id, own) in [(pass, doctor), (dog, vet)] {
                    for path in ["/passes/\(id)", "/passes/\(id)/recommendations", "/passes/\(id)/recommendations.ics"]
                    {
                        let page = try await person.get(path).body.replacing("\r\n ", with: "")
                        #expect(!page.contains(any), "\(path) in \(language)")
                        if !path.hasSuffix("ics") {
                            let isAsked = asking.contains { page.says($0, ["practice": own], in: language) }
                            #expect(isAsked, "\(path) in \(language)")
                        }
                        if id == pass { #expect(!page.contains(" \(vet)"), "\(path) in \(language)") }
                    }
                }
                #expect(try await person.get("/schedules").body.contains(any))
            }
        }
    }

    /// What a product's own course says of an animal's last dose.
    @Test func anAnimalsValidityIsToldWithItsLastDay() async throws {
        try await TestApp.openWithPass { _, person, _ in
            for (name, vaccine, message, date) in [
                ("Bello", "rabisin-dog", "doses.ran-out", "3 April 2026"),
                ("Rex", "nobivac-t-dog", "doses.valid-until", "3 April 2028"),
            ] {
                let dog = try await person.pass(name, kind: "dog", birth: ("1", "4", "2023"))
                let id = try await person.dose(dog, "dog-rabies", vaccine, ("3", "4", "2025"))
                for path in ["/passes/\(dog)", "/passes/\(dog)/vaccinations/\(id)"] {
                    #expect(try await person.get(path).body.says(message, ["date": date]), "\(path)")
                }
            }
            // Nothing is known of a product that isn't named; of an earlier dose nothing is said.
            let dog = try await person.pass("Bruno", kind: "dog", birth: ("1", "4", "2021"))
            _ = try await person.dose(dog, "dog-rabies", "dog-rabies", ("3", "4", "2025"))
            let page = try await person.get("/passes/\(dog)").body
            #expect(!page.says("doses.ran-out") && !page.says("doses.valid-until"))
        }
    }

    /// At 11 months the pass says that the first dose is due; the law asks for it a month later.
    @Test func theSheetForSchoolAgreesWithThePass() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("21", "12", "2025")) { _, person, pass in
            let path = "/passes/\(pass)/print/school"
            let before = try await person.get(path).body
            let days = ["date": "21 December 2026", "from": "21 November 2026"]
            #expect(before.says("school-sheet.not-yet-usual", days), "\(before)")
            let age = ["age": try words("time.months", count: 11)]
            let advice = try await person.get("/passes/\(pass)/recommendations").body
            #expect(advice.says("answer.reason.age", age))
            _ = try await person.dose(pass, "measles", "priorix", ("21", "11", "2026"))
            let after = try await person.get(path).body
            #expect(after.says("school-sheet.not-yet-given") && !after.says("school-sheet.early"))
            let given = try words("progress.given", ["given": "1"], count: 2)
            #expect(try await person.get("/passes/\(pass)").body.contains(given))
            // Earlier than that it counts too, and a doctor is asked.
            let tim = try await person.pass("Tim Test", birth: ("21", "12", "2025"))
            _ = try await person.dose(tim, "measles", "priorix", ("20", "11", "2026"))
            #expect(try await person.get("/passes/\(tim)/print/school").body.says("school-sheet.early", age))
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
            let page = try await PlanPage(person, pass)
            #expect(try page.part("answer.state.now") != nil && !page.body.contains("name=\"given\""))
        }
    }

    /// Seven years before the pregnancy that asks for another one.
    @Test func aDoseBeforeAPregnancyWasntTooEarlyForIt() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            try await expect(person, pass, due: ("3", "2", "2027"))
            let id = try await person.dose(pass, "pertussis", "boostrix", ("3", "5", "2019"))
            let dose = try await person.get("/passes/\(pass)/vaccinations/\(id)").body
            let page = try await person.get("/passes/\(pass)").body
            #expect(dose.contains("Whooping cough"), "\(dose)")
            let doubts = ["invalid", "invalid-for", "fault.too-young", "fault.too-soon"]
            for doubt in doubts { #expect(!dose.says("doses.\(doubt)") && !page.says("doses.\(doubt)"), "\(doubt)") }
            let row = try #require(try await PlanPage(person, pass).row("pertussis"))
            #expect(row.says("answer.reason.pregnancy-week", ["week": "28"]), "\(row)")
        }
    }

    /// The Tdap of a pregnancy doesn't begin a course against tetanus of which nobody knows the first doses.
    @Test func nothingIsPlannedOfACourseThatIsntRecorded() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            try await expect(person, pass, due: ("3", "2", "2027"))
            let path = "/passes/\(pass)/recommendations"
            let visits = try part(try await person.get(path).body, "visits.title")
            #expect(visits.contains("Whooping cough") && !visits.contains("Tetanus and diphtheria"), "\(visits)")
            #expect(!visits.says("recommendations.dose", ["total": "3"]), "\(visits)")
            #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            let all = try part(try await person.get(path).body, "visits.title")
            #expect(all.says("recommendations.dose", ["dose": "3", "total": "3"]), "\(all)")
        }
    }

    /// The last page of the booklet was entered first.
    @Test func oneDoseOfAnAdultIsntTheFirstOfACourse() async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1990")) { _, person, pass in
            _ = try await person.dose(pass, "tetanus", "boostrix-polio", ("1", "6", "2020"))
            let path = "/passes/\(pass)/recommendations"
            let asked = try #require(try await PlanPage(person, pass).row("td"))
            #expect(asked.contains("Tetanus") && asked.contains("Polio") && asked.contains("value=\"yes\""), "\(asked)")
            #expect(asked.says("answer.otherwise", ["date": "1 June 2030"]), "\(asked)")
            #expect(try await person.get("/passes/\(pass)").body.says("answer.state.now-unless-given"))
            #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            let row = try #require(try await PlanPage(person, pass).row("td"))
            #expect(row.says("recommendations.dose", ["dose": "2", "total": "3"]), "\(row)")
        }
    }

    /// Somebody who begins as an adult goes on.
    @Test func anAdultsCourseGoesOn() async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1985")) { _, person, pass in
            _ = try await person.dose(pass, "tetanus", "td-pur", ("1", "11", "2026"))
            // Until somebody says that it was the first it may have been a booster.
            #expect(try await PlanPage(person, pass).row("td")?.says("answer.otherwise") == true)
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.post(path, ["record": "complete"]).status == .seeOther)
            let page = try await person.get("/passes/\(pass)").body
            #expect(try page.contains(words("progress.given", ["given": "1"], count: 3)))
        }
    }

    @Test func noVisitIsInsideATrip() async throws {
        try await TestApp.openWithPass("Kim Test", birth: ("9", "9", "1995")) { _, person, pass in
            let trip = [
                "country": "KE", "from-day": "19", "from-month": "12", "from-year": "2026", "to-day": "20",
                "to-month": "1", "to-year": "2027", "style": "simple",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("answer.reason.trip-on", ["date": "19 December 2026"]))
            let json = try await person.get("/passes/\(pass)/recommendations.json").body
            let visits = json.components(separatedBy: "\"visits\"").last ?? ""
            let days = visits.matches(of: /"day" : "([0-9-]{10})"/).map { String($0.1) }
            #expect(!days.isEmpty && days.allSatisfy { $0 < "2026-12-19" || "2027-01-20" < $0 }, "\(days)")
        }
    }

    @Test func aTableSaysWhatMayBeOfSomebodyElse() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("25", "3", "2026")) { _, person, pass in
            _ = try await person.pass("Ben Test", birth: ("12", "10", "2022"))
            let table = "Date;Vaccine\n20.05.2023;Priorix\n20.06.2026;Nobivac T\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let columns = try await person.get(path).body
            #expect(try columns.contains("<option value=\"\">\(words("archive.table.pass.choose"))</option>"))
            #expect(!columns.contains("<option value=\"\(pass)\" selected>"))
            let choice = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            #expect(try await person.post(path + "/columns", choice).location == path)
            let preview = try await person.get(path).body
            #expect(preview.says("archive.doubt.birth"))
        }
    }

    @Test func aColumnOfVaccinationsHoldsVaccinesToo() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("12", "10", "2002")) { app, person, pass in
            let table = "Datum;Impfung\n20.05.2023;Boostrix\n20.06.2024;Masern\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let choice = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "target",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            #expect(try await person.post(path + "/columns", choice).location == path)
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            let doses = try await ArchiveFixtures.archive(person, app).passes.flatMap(\.vaccinations)
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

    /// In Austria the dose of the pregnancy is the next one of the course as well.
    @Test func aDoseForTwoReasonsIsGivenOnce() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1992")) { _, person, pass in
            let home = try await person.post("/settings/countries", ["home": "AT", "region": ""])
            #expect(home.status == .seeOther)
            try await expect(person, pass, due: ("3", "2", "2027"))
            _ = try await person.dose(pass, "tetanus", "boostrix-polio", ("1", "5", "2012"))
            let page = try await PlanPage(person, pass)
            let first = try #require(page.visits.first).text
            let pricks = first.components(separatedBy: "<li>").filter { $0.contains("hooping cough") }
            #expect(pricks.count == 1, "\(first)")
        }
    }

    /// Whoever has tetanus entered is refreshed against whooping cough with it.
    @Test func aBoosterThatGoesWithARecordedOneIsDue() async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1985")) { _, person, pass in
            for date in [("1", "5", "1986"), ("1", "7", "1986"), ("1", "1", "1987"), ("1", "5", "2012")] {
                _ = try await person.dose(pass, "tetanus", "td-pur", date)
            }
            let page = try await PlanPage(person, pass)
            let first = try #require(page.visits.first)
            #expect(try first.when == words("visits.now"))
            #expect(first.text.contains("Tetanus, diphtheria, whooping cough"), "\(first)")
            let asked = try #require(page.row("polio"))
            #expect(asked.says("plan.question") && !asked.contains("Whooping cough"), "\(asked)")
        }
    }

    /// The dose of a pregnancy, a day ago, began no course; ten years after an adult's only one another is due, whatever was
    /// before.
    @Test func anAdultsOnlyDoseHasNoNumber() async throws {
        try await TestApp.openWithPass("Lea Test", birth: ("3", "3", "1995")) { _, person, pass in
            try await expect(person, pass, due: ("3", "2", "2027"))
            _ = try await person.dose(pass, "pertussis", "covaxis", ("20", "11", "2026"))
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(!page.says("recommendations.dose", ["dose": "2", "total": "3"]))
            #expect(try #require(try await PlanPage(person, pass).row("td")).says("plan.question"))
            let other = try await person.pass("Helga Test", birth: ("3", "3", "1962"))
            _ = try await person.dose(other, "tetanus", "repevax", ("1", "5", "2016"))
            let late = PlanPage.lines(in: try #require(try await PlanPage(person, other).part("answer.state.now")))
            #expect(late.contains("td"), "\(late)")
            let row = try await person.get("/passes/\(other)").body.components(separatedBy: "<h3>").first {
                $0.hasPrefix("Tetanus")
            }
            #expect(try #require(row).says("progress.missing"))
        }
    }

    /// Three doses end the course, and a result decides whether they were enough.
    @Test func aFinishedCourseAsksForItsResult() async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("3", "3", "1990")) { _, person, pass in
            let health = "/passes/\(pass)/health"
            #expect(try await person.post(health, ["observation-health-worker": "yes"]).status == .seeOther)
            for date in [("1", "5", "2012"), ("1", "6", "2012"), ("1", "12", "2012")] {
                _ = try await person.dose(pass, "hepatitis-b", "engerix-b-erwachsene", date)
            }
            let finding = ["finding": "Hepatitis B titre (anti-HBs)"]
            let own = try await person.get("/passes/\(pass)").body
            #expect(own.says("answer.state.complete") && own.says("recommendations.unmeasured", finding))
            let paper = try await person.get("/passes/\(pass)/print").body
            let due = try part(paper, "archive.print.due")
            #expect(due.components(separatedBy: "Measles, Mumps").count == 2, "\(due)")
            let low = [
                "observation-health-worker": "yes", "observation-anti-hbs": "yes", "degree-anti-hbs": "below-10",
            ]
            #expect(try await person.post(health, low).status == .seeOther)
            #expect(!(try await person.get("/passes/\(pass)").body.says("recommendations.unmeasured")))
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(!page.contains("Hepatitis B and Hepatitis B"))
            #expect(try !page.contains(words("progress.given", ["given": "0"], count: 1)))
            #expect(page.contains("id=\"hepatitis-b\""))
        }
    }

    /// Somebody at home in Germany goes to where ticks carry TBE there.
    @Test func atripWithinTheCountryHasANameOfItsOwn() async throws {
        try await TestApp.openWithPass("Kim Test", birth: ("9", "9", "1995")) { _, person, pass in
            let trip = [
                "country": "DE", "region": "DE-BY", "from-day": "2", "from-month": "6", "from-year": "2027",
                "to-day": "9", "to-month": "6", "to-year": "2027",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.contains("recommendations?for=home\">🇩🇪 Germany</a>"))
            let name = try words("recommendations.trip-in", ["country": "Germany"])
            #expect(page.contains("recommendations?for=DE\">🇩🇪 \(name)</a>"))
            let own = try await person.get("/passes/\(pass)/recommendations?for=DE").body
            #expect(own.contains("TBE (tick-borne encephalitis)"))
        }
    }

    /// What only a doctor can decide is in the answer and on paper, where the doctor looks.
    @Test func whatIsToBeAskedIsNeverLeftOut() async throws {
        try await TestApp.openWithPass("Rolf Test", birth: ("3", "5", "1964")) { _, person, pass in
            let trip = [
                "country": "BR", "from-day": "30", "from-month": "12", "from-year": "2026", "to-day": "20",
                "to-month": "1", "to-year": "2027",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            _ = try await person.dose(pass, "tetanus", "td-pur", ("1", "11", "2026"))
            let asked = try await PlanPage(person, pass)
                .part("answer.state.ask", ["practice": words("family.doctor")])
            #expect(PlanPage.lines(in: try #require(asked)).contains("yellow-fever"))
            let paper = try await person.get("/passes/\(pass)/print").body
            #expect(try part(paper, "archive.print.due").contains("Yellow fever"))
        }
    }

    /// It protects from the tenth day on, whatever the first day is on which a baby can have it.
    @Test func whatProtectsTooLateIsntInTime() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("25", "3", "2026")) { _, person, pass in
            let trip = [
                "country": "BR", "from-day": "30", "from-month": "12", "from-year": "2026", "to-day": "20",
                "to-month": "1", "to-year": "2027",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let page = try await PlanPage(person, pass)
            // At nine months a doctor may still decide for it, before or there.
            let practice = ["practice": try words("family.doctor")]
            let asked = try #require(try page.part("answer.state.ask", practice))
            #expect(PlanPage.lines(in: asked).contains("yellow-fever"), "\(asked)")
            #expect(!page.visits.contains { $0.text.contains("Yellow fever") })
            // From the first birthday on, after the trip.
            #expect(page.row("hepatitis-a") == nil && !page.visits.contains { $0.text.contains("Hepatitis A") })
            let empty = try await person.get("/passes/\(pass)/print").body
            #expect(!empty.says("archive.print.due.none"))
        }
    }

    /// Tetanus was given alone after an accident: diphtheria is the third dose, in one injection with whooping cough.
    @Test func tetanusAlonePutsNothingOff() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("17", "5", "2021")) { _, person, pass in
            for (vaccine, date) in [
                ("hexyon", ("12", "7", "2021")), ("dtap-ipv-hib-hepb", ("3", "5", "2022")),
                ("tetanus", ("1", "9", "2024")),
            ] {
                _ = try await person.dose(pass, "tetanus", vaccine, date)
            }
            let page = try await PlanPage(person, pass)
            let row = try #require(page.row("td"))
            #expect(row.says("recommendations.dose", ["dose": "3", "total": "3"]), "\(row)")
            #expect(row.contains("<h3>Diphtheria</h3>") && !row.contains("1 September 2024"), "\(row)")
            let visits = page.visits.map(\.text).joined()
            #expect(visits.components(separatedBy: "diphtheria, whooping cough").count == 2, "\(visits)")
            let given = try words("progress.given", ["given": "2"], count: 3)
            let list = try await person.get("/passes/\(pass)").body
            let line = try #require(list.firstMatch(of: /<p class="progress"><strong>Diphtheria: [^<]*/)?.0)
            #expect(line.hasSuffix(" · \(given)"), "\(line)")
        }
    }

    /// The newborn of an infected mother before all else.
    @Test func whatIsLateByHoursComesFirst() async throws {
        try await TestApp.openWithPass("Neo Test", birth: ("19", "11", "2026")) { _, person, pass in
            let mother = ["observation-mother-hbsag": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", mother).status == .seeOther)
            let now = try #require(try await PlanPage(person, pass).part("answer.state.now"))
            #expect(PlanPage.lines(in: now).first == "hepatitis-b", "\(now)")
        }
    }

    /// The booklet of a child goes on after it, so it wasn't given.
    @Test func aMinorsRecordThatGoesOnLacksWhatIsntInIt() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "5", "2012")) { _, person, pass in
            _ = try await person.dose(pass, "measles", "priorix", ("1", "6", "2013"))
            let before = try #require(try await PlanPage(person, pass).part("answer.state.now-unless-given"))
            #expect(PlanPage.lines(in: before).contains("hpv"))
            _ = try await person.dose(pass, "tetanus", "boostrix-polio", ("1", "3", "2025"))
            let now = try #require(try await PlanPage(person, pass).part("answer.state.now"))
            #expect(PlanPage.lines(in: now).contains("hpv"))
        }
    }
}
