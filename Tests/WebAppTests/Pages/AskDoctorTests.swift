import Foundation
import HTTPTypes
import Immunization
import Testing

@testable import Lists
@testable import Web
@testable import WebApp

/// What a doctor has to decide, degrees and regions, and the page on editions.
@Suite("What a doctor decides is neither due nor nothing", .timeLimit(.minutes(3)))
struct AskDoctorTests {
    @Test func itHasAPartOfThePageAndATaskWithoutADay() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "1962")) { _, person, pass in
            let list = "/passes/\(pass)/recommendations"
            let page = try await person.get(list).body
            let heading = try words("answer.state.ask", ["practice": words("family.doctor")])
            let start = try #require(page.range(of: "<h2>\(heading)</h2>")?.upperBound)
            let part = try #require(String(page[start...]).components(separatedBy: "</section>").first)
            #expect(part.contains("COVID-19") && !part.contains("<strong>"))
        }
    }

    @Test func aDegreeIsKeptAndAnOldFormStaysGood() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let health = "/passes/\(pass)/health"
            let told = ["observation-anti-hbs": "yes", "degree-anti-hbs": "100-or-more"]
            #expect(try await person.post(health, told).status == .seeOther)
            #expect(try await person.get(health).body.contains("<option value=\"100-or-more\" selected>"))
            let plain = ["observation-anti-hbs": "yes"]
            #expect(try await person.post(health, plain).status == .seeOther)
            let form = try await person.get(health).body
            #expect(form.contains("name=\"observation-anti-hbs\" value=\"yes\" checked"))
            #expect(!form.contains("value=\"100-or-more\" selected"))
        }
    }

    @Test func anInventedDegreeIsRefusedAndNothingElseIsLost() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let health = "/passes/\(pass)/health"
            let told = ["observation-anti-hbs": "yes", "degree-anti-hbs": "100-or-more", "gestation-weeks": "38"]
            let wrong = try words("error.degree")
            for (degree, anchor) in [
                ("degree-anti-hbs", "degree-anti-hbs"), ("degree-asplenia", "observation-asplenia"),
            ] {
                let answer = try await person.post(health, told.merging([degree: "no such degree"]) { $1 })
                #expect(answer.status == .unprocessableContent)
                #expect(answer.body.contains("<a href=\"#\(anchor)\">\(wrong)</a>"), "\(degree)")
                #expect(answer.body.contains("name=\"observation-anti-hbs\" value=\"yes\" checked"))
                #expect(answer.body.contains("value=\"38\""))
                #expect(try await !person.get(health).body.contains("checked"))
            }
        }
    }

    @Test func aJourneyMayNameARegionOfItsCountry() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let journeys = "/passes/\(pass)/journeys"
            let there = [
                "country": "DE", "region": "DE-BY-cham", "from-day": "10", "from-month": "5", "from-year": "2027",
            ]
            #expect(try await person.post(journeys, there).status == .seeOther)
            let page = try await person.get(journeys).body
            #expect(page.contains("<strong>Germany, Bayern, ") && page.contains("<option value=\"DE-BY-cham\">"))
            let wrong = try await person.post(journeys, there.merging(["country": "TH"]) { $1 })
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.region"))
            #expect(wrong.body.contains("<option value=\"DE-BY-cham\" selected>"))
            #expect(wrong.body.contains("name=\"from-year\" value=\"2027\"") || wrong.body.contains("value=\"2027\""))
        }
    }

    @Test func anybodySeesWhichEditionIsFollowedAndWhatIsNotCovered() async throws {
        try await TestApp.open { app, client in
            let page = try await Person(client).get("/schedules").body
            let words = try #require(app.services.localization.words("en"))
            for schedule in app.services.catalogue.release.schedules {
                #expect(page.contains("<dd>\(words.date(schedule.edition))</dd>"), "\(schedule.id)")
            }
            #expect(page.contains("<dd>10 September 2026</dd>"))
            for id in ["schedules.changes", "schedules.uncovered"] {
                #expect(page.contains("<h3>\(words.text(id))</h3>"), "\(id)")
            }
        }
    }
}
