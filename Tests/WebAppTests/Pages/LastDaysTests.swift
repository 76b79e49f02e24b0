import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// Until when something is in time, and what comes too far ahead to be shown.
@Suite("Last days are told, far ones aren't", .timeLimit(.minutes(3)))
struct LastDaysTests {
    /// Nine weeks old: rotavirus has to be begun within three weeks, and can be for a while longer.
    @Test func aVaccinationWithALastDaySaysItInItsRow() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2026")) { _, person, pass in
            let row = try #require(try await PlanPage(person, pass).row("rotavirus"))
            // Begun by twelve weeks; the first dose is possible up to the day before twenty.
            #expect(row.says("recommendations.dose", ["dose": "1", "total": "2"]), "\(row)")
            #expect(row.says("recommendations.by", ["date": "12 December 2026"]), "\(row)")
            #expect(row.says("recommendations.until", ["date": "6 February 2027"]), "\(row)")
        }
    }

    /// Born in August: best in autumn, possible until the end of the first season, whatever the age.
    @Test func theLastDaysOfASeasonAreTheSameEverywhere() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("25", "8", "2026")) { _, person, pass in
            let page = try await PlanPage(person, pass)
            let row = try #require(page.row("rsv"))
            let (best, last) = ("30 November 2026", "31 March 2027")
            #expect(row.says("recommendations.by", ["date": best]), "\(row)")
            #expect(row.says("answer.reason.season", ["from": "1 September 2026", "to": last]), "\(row)")
            #expect(row.says("recommendations.until", ["date": last]), "\(row)")
            #expect(!page.body.contains("24 August 2027"))
        }
    }

    /// Pregnant until March, to Kenya on 20 December: what can be in time says until when, and what isn't given comes first.
    @Test func aTripsPlanIsInTimeOrSaysThatItIsNot() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "5", "1994")) { _, person, pass in
            let told = ["due-day": "1", "due-month": "3", "due-year": "2027", "observation-health-worker": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let trip = [
                "country": "KE", "from-day": "20", "from-month": "12", "from-year": "2026", "style": "simple",
            ]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let complete = ["record": "complete"]
            #expect(try await person.post("/passes/\(pass)/recommendations", complete).status == .seeOther)
            let page = try await PlanPage(person, pass)
            // Two injections, each with its last day.
            for (line, day) in [("typhoid", "6 December 2026"), ("hepatitis-a", "19 December 2026")] {
                let row = try #require(page.row(line))
                #expect(row.says("recommendations.by", ["date": day]), "\(row)")
            }
            let asked = try #require(try page.part("answer.state.ask", ["practice": words("family.doctor")]))
            #expect(PlanPage.lines(in: asked).contains("yellow-fever"), "\(asked)")
        }
    }

    /// A year may be written as '26', and the return left out.
    @Test(arguments: [false, true])
    func aTripIsToldByItsDay(isKnown: Bool) async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "5", "1994")) { _, person, pass in
            var trip = ["country": "KE", "from-day": "20", "from-month": "12", "from-year": "26"]
            if isKnown { trip.merge(["to-day": "20", "to-month": "2", "to-year": "27"]) { $1 } }
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let journeys = try await person.get("/passes/\(pass)/journeys").body
            #expect(journeys.contains("20 December 2026"))
            #expect(journeys.says("journeys.region.hint", ["countries": "Germany"]))
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("answer.reason.trip-on", ["date": "20 December 2026"]))
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
            // Yellow fever protects from the tenth day on.
            let row = try #require(try await PlanPage(person, pass).row("yellow-fever"))
            #expect(row.says("recommendations.by", ["date": "31 December 2026"]), "\(row)")
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
                let card = try #require(try await PlanPage(person, pass).row("influenza"))
                let vaccines = try #require(try card.found("\(pattern("recommendations.with")) ([^<]*)").first)
                #expect(vaccines.contains("nasal spray") == isSpray, "\(vaccines)")
                #expect(vaccines.contains("standard dose") && !vaccines.contains("high dose"))
            }
        }
    }
}
