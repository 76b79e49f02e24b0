import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// Until when something is in time, and what comes too far ahead to be shown.
@Suite("Last days are told, far ones aren't", .timeLimit(.minutes(3)))
struct LastDaysTests {
    /// Nine weeks old: rotavirus has to be begun within three weeks, and can be for a while longer.
    @Test func aVaccinationWithALastDaySaysItInTheAnswer() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2026")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let answer = try #require(page.components(separatedBy: #"<h2 id="next">"#).dropFirst().first)
            let next = try #require(answer.components(separatedBy: "</section>").first)
            // Begun by twelve weeks; the first dose is possible up to the day before twenty.
            let day = "12 December 2026"
            let dose = try words("recommendations.dose", ["dose": "1", "total": "2"])
            let first = ["what": "Rotavirus (severe diarrhoea), \(dose)", "date": day]
            #expect(try next.contains("\(words("next.by-best", first))<"), "\(next)")
            #expect(page.says("recommendations.until.best", ["best": day, "date": "6 February 2027"]))
        }
    }

    /// Born in August: best in autumn, possible until the end of the first season, whatever the age.
    @Test func theLastDaysOfASeasonAreTheSameEverywhere() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("25", "8", "2026")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let (best, last) = ("30 November 2026", "31 March 2027")
            let what = "RSV (respiratory syncytial virus)"
            #expect(page.says("next.by-best", ["what": what, "date": best]), "\(page)")
            #expect(page.says("recommendations.reason.season", ["from": "1 September 2026", "to": last]))
            #expect(page.says("recommendations.until.best", ["best": best, "date": last]))
            #expect(!page.contains("24 August 2027"))
        }
    }

    /// Pregnant until March, to Kenya on 20 December: what can be in time is, and what can't says so.
    @Test func aTripsPlanIsInTimeOrSaysThatItIsNot() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "5", "1994")) { _, person, pass in
            let told = ["due-day": "1", "due-month": "3", "due-year": "2027", "observation-health-worker": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let trip = ["country": "KE", "from-day": "20", "from-month": "12", "from-year": "2026"]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let complete = ["record": "complete"]
            #expect(try await person.post("/passes/\(pass)/recommendations", complete).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let visits = page.matches(of: /<li class="card">\s*<h3>([^<]*)<\/h3>(.*?)<\/ul>/.dotMatchesNewlines())
            func lines(_ disease: String) -> [(when: String, line: String)] {
                visits.flatMap { visit in
                    visit.2.components(separatedBy: "<li>").filter { $0.hasPrefix(disease) }
                        .map { (String(visit.1), $0) }
                }
            }
            let rabies = lines("Rabies")
            let later = try ["28 November 2026", "12 December 2026"].map { try words("visits.from", ["date": $0]) }
            #expect(try rabies.map(\.when) == [words("visits.now")] + later)
            func isInTime(_ line: String, _ day: String) -> Bool {
                line.says("recommendations.until.trip", ["date": day])
            }
            // The first so that the others follow in time, three weeks later.
            #expect(rabies.first.map { isInTime($0.line, "28 November 2026") } == true, "\(rabies)")
            #expect(rabies.dropFirst().allSatisfy { isInTime($0.line, "19 December 2026") })
            let fever = try #require(lines("Yellow fever").last)
            #expect(fever.when.hasSuffix("2027") && fever.line.says("recommendations.too-late"), "\(fever)")
            #expect(!fever.line.says("recommendations.until.trip"))
            // Two injections, each with its last day.
            let typhoid = try #require(lines("Typhoid").first).line
            #expect(isInTime(typhoid, "6 December 2026"), "\(typhoid)")
            let hepatitis = try #require(lines("Hepatitis A").first).line
            #expect(isInTime(hepatitis, "19 December 2026"), "\(hepatitis)")
        }
    }

    /// What is only for long stays says so while nobody has told the return; a year may be written as '26'.
    @Test(arguments: [false, true])
    func aReturnThatIsntEnteredIsSaid(isKnown: Bool) async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "5", "1994")) { _, person, pass in
            var trip = ["country": "KE", "from-day": "20", "from-month": "12", "from-year": "26"]
            if isKnown { trip.merge(["to-day": "20", "to-month": "2", "to-year": "27"]) { $1 } }
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let journeys = try await person.get("/passes/\(pass)/journeys").body
            #expect(journeys.contains("20 December 2026"))
            #expect(journeys.says("journeys.region.hint", ["countries": "Germany"]))
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let long = try words("situations.long-journey", ["time": words("time.weeks", count: 4)])
            #expect(page.contains(long))
            #expect(page.says("recommendations.length-unknown", ["reason": long]) == !isKnown)
            let far = trip.merging(["from-year": "2040"]) { $1 }
            #expect(try await person.post("/passes/\(pass)/journeys", far).body.says("error.journey.range"))
        }
    }

    @Test func aTripsLastUsefulDayIsInThePlan() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "3", "1996")) { _, person, pass in
            let trip = ["country": "KE", "from-day": "10", "from-month": "1", "from-year": "2027"]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let told = ["record": "complete"]
            #expect(try await person.post("/passes/\(pass)/recommendations", told).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            let title = try words("visits.title")
            let visits = try #require(page.components(separatedBy: "<h2>\(title)</h2>").dropFirst().first)
            let plan = try #require(visits.components(separatedBy: "</section>").first)
            // Yellow fever protects from the tenth day on.
            let fever = try #require(plan.firstMatch(of: /<li>Yellow fever.*?<\/li>/)).0
            #expect(String(fever).says("recommendations.until.trip", ["date": "31 December 2026"]), "\(plan)")
        }
    }

    /// At 14 the flu dose of everybody from 60 is no news.
    @Test func whatComesInDecadesIsNotTold() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("3", "3", "2012")) { _, person, pass in
            try await person.dose(pass, "influenza", "fluenz", ("3", "10", "2025"))
            for path in ["/passes/\(pass)", "/passes/\(pass)?by=disease", "/passes/\(pass)/recommendations", "/"] {
                let page = try await person.get(path).body
                let years = page.matches(of: /\b(20[4-9]\d|21\d\d)\b/).map(\.0)
                #expect(years.isEmpty, "\(path): \(years)")
            }
        }
    }

    /// The first dose at five weeks came too early; at two years rotavirus is over.
    @Test func aDoseThatCameTooEarlyIsntRepeatedWhenItIsTooLate() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2024")) { _, person, pass in
            let dose = try await person.dose(pass, "rotavirus", "rotarix", ("25", "10", "2024"))
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            #expect(page.says("doses.counts-from.only"))
            #expect(!page.says("doses.counts-from"))
        }
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2026")) { _, person, pass in
            let dose = try await person.dose(pass, "rotavirus", "rotarix", ("25", "10", "2026"))
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            #expect(page.says("doses.counts-from"))
        }
    }

    /// No vaccine against rubella alone can be had.
    @Test func whatIsGivenOnlyWithOthersSaysWithWhat() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "3", "1996")) { _, person, pass in
            let told = ["record": "complete"]
            #expect(try await person.post("/passes/\(pass)/recommendations", told).status == .seeOther)
            for date in [("3", "3", "1997"), ("3", "3", "1999")] {
                try await person.dose(pass, "measles", "measles-mumps", date)
            }
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("visits.given-as", ["diseases": "Rubella (German measles)"]), "\(page)")
        }
    }

    /// A high-dose vaccine is for the old, the nasal spray for children.
    @Test func onlyVaccinesForTheAgeAreNamed() async throws {
        for (birth, isSpray) in [("2016", true), ("1986", false)] {
            try await TestApp.openWithPass("Ben Test", birth: ("3", "3", birth)) { _, person, pass in
                let told = ["observation-chronic-disease": "yes"]
                #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
                let page = try await person.get("/passes/\(pass)/recommendations").body
                let card = try #require(page.components(separatedBy: "<h3>Flu (influenza)").last)
                let vaccines = try #require(try card.found("\(pattern("recommendations.with")) ([^<]*)").first)
                #expect(vaccines.contains("nasal spray") == isSpray, "\(vaccines)")
                #expect(vaccines.contains("standard dose") && !vaccines.contains("high dose"))
            }
        }
    }
}
