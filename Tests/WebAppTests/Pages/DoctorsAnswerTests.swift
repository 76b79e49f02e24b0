import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// What a doctor would say first, and wouldn't say at all.
@Suite("Pages say what a doctor would say", .timeLimit(.minutes(3)))
struct DoctorsAnswerTests {
    /// A father's booklet says nothing yet, but a child is expected.
    @Test func whatAnAnswerAsksForIsNoQuestion() async throws {
        try await TestApp.openWithPass("Papa Test", birth: ("3", "3", "1990")) { _, person, pass in
            let before = try await PlanPage(person, pass)
            #expect(before.row("pertussis") == nil && before.lines.contains("pertussis"))
            var told = ["observation-newborn-in-household": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let asked = try await PlanPage(person, pass)
            let row = try #require(asked.row("pertussis"))
            #expect(!row.contains("name=\"given\" value=\"yes\"") && row.says("answer.reason.ticked"), "\(row)")
            #expect(asked.numbers != before.numbers)
            told["observation-health-worker"] = "yes"
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let page = try await PlanPage(person, pass)
            #expect(page.row("td")?.contains("name=\"given\" value=\"yes\"") == true)
            let plan = page.visits.map(\.text).joined()
            let first = try words("recommendations.dose", ["dose": "1", "total": "3"])
            #expect(plan.contains("Whooping cough") && plan.contains(first), "\(plan)")
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let complete = try await PlanPage(person, pass)
            #expect(try complete.part("answer.state.now-unless-given") == nil)
            let now = PlanPage.lines(in: try #require(try complete.part("answer.state.now")))
            #expect(Set(now).isSuperset(of: ["td", "pertussis", "hepatitis-b"]), "\(now)")
        }
    }

    @Test func whatEndsSoonestIsSaidFirstAndTheSeasonBeforeTheRest() async throws {
        try await TestApp.openWithPass("Bea Test", birth: ("3", "3", "1958")) { _, person, pass in
            let trip = [
                "country": "KE", "from-day": "10", "from-month": "12", "from-year": "2026", "style": "simple",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let rows = try #require(try await PlanPage(person, pass).part("answer.state.now"))
                .components(separatedBy: "<li class=\"card\"").dropFirst()
            let days = rows.map { $0.components(separatedBy: "</summary>")[0].says("recommendations.by") }
            #expect(days.first == true && days.contains(false), "\(days)")
        }
        try await TestApp.openWithPass("Opa Test", birth: ("3", "3", "1945")) { _, person, pass in
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let now = PlanPage.lines(
                in: try #require(try await PlanPage(person, pass).part("answer.state.now")))
            #expect(Set(now.prefix(2)) == ["covid-19", "influenza"], "\(now)")
        }
    }

    @Test func nobodyGrownUpReadsAnAgeOfBabies() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("3", "3", "1945")) { _, person, pass in
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let units = try ["months", "weeks"].map { try pattern("time.\($0)", ["count": #"\d+"#]) }
            let ofBabies = try pattern("answer.reason.age", ["age": "(?:\(units.joined(separator: "|")))[^<]*?"])
            #expect(try page.found(ofBabies).isEmpty)
            #expect(page.says("answer.reason.childhood"))
        }
    }

    @Test func whatCanBeBegunOnlyForAWhileSaysSoThoughItIsntEntered() async throws {
        try await TestApp.openWithPass("Tom Test", birth: ("10", "9", "2022")) { _, person, pass in
            let row = try #require(try await PlanPage(person, pass).row("hib"))
            #expect(row.says("recommendations.until", ["date": "9 September 2027"]), "\(row)")
        }
    }

    /// The second came too soon, so that the one-dose row of those who begin at 12 months serves best.
    @Test func aDoseIsntTooEarlyForItsAgeThatCountsInAnotherCourse() async throws {
        try await TestApp.openWithPass("Tom Test", birth: ("10", "9", "2022")) { _, person, pass in
            var ids: [String] = []
            for date in [("10", "11", "2022"), ("1", "12", "2022"), ("10", "9", "2023")] {
                ids.append(try await person.dose(pass, "tetanus", "infanrix-hexa", date))
            }
            let first = try await person.get("/passes/\(pass)/vaccinations/\(ids[0])").body
            #expect(!first.says("doses.fault.too-young"))
            let third = try await person.get("/passes/\(pass)/vaccinations/\(ids[2])").body
            let hib = try #require(third.firstMatch(of: /<strong>Hib[^<]*<\/strong>[^<]*/)).0
            #expect(!String(hib).says("doses.counts-as", ["dose": "1"]), "\(hib)")
            let second = try await person.get("/passes/\(pass)/vaccinations/\(ids[1])").body
            #expect(second.says("doses.fault.too-soon"))
        }
    }

    @Test func aPregnancyIsCountedInWeeksAsInAPractice() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1996")) { _, person, pass in
            let told = ["due-day": "1", "due-month": "2", "due-year": "2027"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let row = try #require(try await PlanPage(person, pass).row("pertussis"))
            #expect(
                row.says("answer.reason.pregnancy-week", ["week": "28"]) && row.says("recommendations.by"), "\(row)")
        }
    }
}
