import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// What a doctor would say first, and wouldn't say at all.
@Suite("Pages say what a doctor would say")
struct DoctorsAnswerTests {
    private func answer(_ person: Person, _ pass: String) async throws -> String {
        let page = try await person.get("/passes/\(pass)/recommendations").body
        let next = try #require(page.components(separatedBy: "What to do next</h2>").last)
        return try #require(next.components(separatedBy: "</section>").first)
    }

    /// A father's booklet says nothing yet, but a child is expected.
    @Test func whatAnAnswerAsksForIsntFoldedIntoNotRecorded() async throws {
        try await TestApp.openWithPass("Papa Test", birth: ("3", "3", "1990")) { _, person, pass in
            let unless = /Whooping cough \(pertussis\)[^;<]*, unless the last dose was less than 10 years ago/
            #expect(!(try await answer(person, pass)).contains("Whooping cough"))
            var told = ["observation-newborn-in-household": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let next = try await answer(person, pass)
            #expect(next.contains(unless), "\(next)")
            told["observation-health-worker"] = "yes"
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let part = try #require(page.components(separatedBy: "<h2>Not recorded</h2>").last)
            let names = try #require(part.components(separatedBy: "</strong>").first)
            #expect(names.contains("Tetanus") && !names.contains("Whooping cough"), "\(names)")
            let visits = try #require(page.components(separatedBy: "<h2>Suggested visits</h2>").last)
            let plan = try #require(visits.components(separatedBy: "</section>").first)
            #expect(plan.contains(unless) && plan.contains("Dose 1 of 3, unless it was already given"), "\(plan)")
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            #expect(!(try await person.get("/passes/\(pass)/recommendations").body).contains("unless"))
        }
    }

    @Test func whatEndsSoonestIsSaidFirstAndTheSeasonBeforeTheRest() async throws {
        try await TestApp.openWithPass("Bea Test", birth: ("3", "3", "1958")) { _, person, pass in
            let trip = ["country": "KE", "from-day": "10", "from-month": "12", "from-year": "2026"]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let next = try await answer(person, pass)
            let parts = next.matches(of: /<li><strong>(.*?)<\/strong>/).map { String($0.1) }
            let days = parts.compactMap { $0.firstMatch(of: /by (\d+) ([A-Z]\w+)/)?.0 }
            #expect(parts.count == 4 && parts.last?.hasSuffix("more vaccinations") == true, "\(parts)")
            #expect(days.count == 3, "\(parts)")
        }
        try await TestApp.openWithPass("Opa Test", birth: ("3", "3", "1945")) { _, person, pass in
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let parts = try await answer(person, pass).matches(of: /<li><strong>(.*?)<\/strong>/).map { String($0.1) }
            #expect(parts.prefix(2).allSatisfy { $0.contains("COVID-19") || $0.contains("Flu") }, "\(parts)")
        }
    }

    @Test func nobodyGrownUpReadsAnAgeOfBabies() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("3", "3", "1945")) { _, person, pass in
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.firstMatch(of: /age: \d+ (months|weeks)/) == nil)
            #expect(page.contains("doses that are usually given in childhood aren’t entered"))
        }
    }

    @Test func whatCanBeBegunOnlyForAWhileSaysSoThoughItIsntRecorded() async throws {
        try await TestApp.openWithPass("Tom Test", birth: ("10", "9", "2022")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let part = try #require(page.components(separatedBy: "<h2>Not recorded</h2>").last)
            #expect(part.contains("it can be begun only until 9 September 2027."), "\(part.prefix(1_500))")
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
            #expect(!first.contains("before the minimum age"))
            let third = try await person.get("/passes/\(pass)/vaccinations/\(ids[2])").body
            let hib = try #require(third.firstMatch(of: /(?s)Hib.{0,200}/)).0
            #expect(!hib.contains("dose 1"), "\(hib)")
            let second = try await person.get("/passes/\(pass)/vaccinations/\(ids[1])").body
            #expect(second.contains("too soon after the previous dose"))
        }
    }

    @Test func aPregnancyIsCountedInWeeksAsInAPractice() async throws {
        try await TestApp.openWithPass("Anna Test", birth: ("3", "3", "1996")) { _, person, pass in
            let told = ["due-day": "1", "due-month": "2", "due-year": "2027"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.contains("From week 28 of pregnancy on."))
            #expect(page.contains("If possible by"))
        }
    }
}
