import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// What a doctor would say first, and wouldn't say at all.
@Suite("Pages say what a doctor would say", .timeLimit(.minutes(3)))
struct DoctorsAnswerTests {
    private func answer(_ person: Person, _ pass: String) async throws -> String {
        let page = try await person.get("/passes/\(pass)/recommendations").body
        let next = try #require(page.components(separatedBy: #"<h2 id="next">"#).dropFirst().first)
        return try #require(next.components(separatedBy: "</section>").first)
    }

    /// What is below a heading.
    private static func part(_ title: String, of page: String) throws -> String? {
        page.components(separatedBy: "<h2>\(try words(title))</h2>").dropFirst().first
    }

    /// A father's booklet says nothing yet, but a child is expected.
    @Test func whatAnAnswerAsksForIsntFoldedIntoNotRecorded() async throws {
        try await TestApp.openWithPass("Papa Test", birth: ("3", "3", "1990")) { _, person, pass in
            let gaps = try ["what": #"Whooping cough \(pertussis\)[^;<]*"#, "time": words("time.years", count: 10)]
            let unless = try pattern("next.unless-recent", gaps)
            #expect(!(try await answer(person, pass)).contains("Whooping cough"))
            var told = ["observation-newborn-in-household": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let next = try await answer(person, pass)
            #expect(try !next.found(unless).isEmpty, "\(next)")
            told["observation-health-worker"] = "yes"
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let part = try #require(try Self.part("unrecorded.title", of: page))
            let names = try #require(part.components(separatedBy: "</strong>").first)
            #expect(names.contains("Tetanus") && !names.contains("Whooping cough"), "\(names)")
            let visits = try #require(try Self.part("visits.title", of: page))
            let plan = try #require(visits.components(separatedBy: "</section>").first)
            let first = try words("recommendations.dose", ["dose": "1", "total": "3"])
            #expect(try !plan.found(unless).isEmpty && plan.says("next.unless", ["what": first]), "\(plan)")
            #expect(
                try await person.post("/passes/\(pass)/recommendations", ["record": "complete"]).status == .seeOther)
            let complete = try await person.get("/passes/\(pass)/recommendations").body
            #expect(!complete.says("next.unless") && !complete.says("next.unless-recent"))
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
            let day = ["date": #"\d+ [A-Z]\w+"#]
            let (by, best) = (try pattern("next.by", day), try pattern("next.by-best", day))
            let days = try parts.filter { try !$0.found("\(by)|\(best)").isEmpty }
            let more = try (2...99).map { try words("next.more", count: $0) }
            #expect(parts.count == 4 && parts.last.map(more.contains) == true, "\(parts)")
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
            let units = try ["months", "weeks"].map { try pattern("time.\($0)", ["count": #"\d+"#]) }
            for id in ["recommendations.reason.age", "recommendations.reason.minimum-age"] {
                let ofBabies = try pattern(id, ["age": "(?:\(units.joined(separator: "|")))[^<]*?"])
                #expect(try page.found(ofBabies).isEmpty)
            }
            #expect(page.says("recommendations.from-childhood"))
        }
    }

    @Test func whatCanBeBegunOnlyForAWhileSaysSoThoughItIsntRecorded() async throws {
        try await TestApp.openWithPass("Tom Test", birth: ("10", "9", "2022")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let part = try #require(try Self.part("unrecorded.title", of: page))
            #expect(part.says("unrecorded.until", ["date": "9 September 2027"]), "\(part.prefix(1_500))")
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
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("recommendations.from-week", ["week": "28"]))
            #expect(page.says("recommendations.until.if-possible"))
        }
    }
}
