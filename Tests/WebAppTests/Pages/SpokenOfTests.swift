import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import Answers
@testable import Lists
@testable import Papers
@testable import Vault
@testable import Web
@testable import WebApp

/// What a physician looks for on the pages of a patient.
@Suite("What a physician looks for is said", .timeLimit(.minutes(3)))
struct SpokenOfTests {
    /// Somebody whose work asks for a titre after the third dose.
    @Test(arguments: ["en", "de"])
    func aBloodTestIsOnPlanPassAndSheet(language: String) async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("3", "3", "1990")) { app, person, pass in
            _ = try await person.post("/language", ["language": language])
            _ = try await person.post("/passes/\(pass)/health", ["observation-health-worker": "yes"])
            for (day, month) in [("2", "1"), ("2", "2"), ("10", "7")] {
                _ = try await person.dose(pass, "hepatitis-b", "engerix-b-erwachsene", (day, month, "2025"))
            }
            let observations = app.services.catalogue.current.observations
            let test = try #require(observations.first { $0.id == "anti-hbs" }?.test?[language])
            for path in ["", "/recommendations", "/print/appointment"] {
                let page = try await person.get("/passes/\(pass)\(path)").body
                #expect(page.says("recommendations.unmeasured", ["finding": test], in: language), "\(path)")
            }
            let card = try await person.get("/passes/\(pass)").body
            #expect(card.says("vaccinations.due.test", in: language))
            let sheet = try await person.get("/passes/\(pass)/print/appointment").body
            let row = try #require(sheet.firstMatch(of: /<li id="hepatitis-b">(.*?)<\/li>/)?.1)
            #expect(String(row).says("answer.state.complete", in: language) && !String(row).says("appointment.due"))
        }
    }

    /// Four at once are enough: the fifth isn't simply for later where it is said to be for now.
    @Test(arguments: ["en", "de"])
    func whatFindsNoPlaceTodayCouldBeGivenTodayAllTheSame(language: String) async throws {
        try await TestApp.openWithPass("Otto Test", birth: ("12", "6", "1947")) { _, person, pass in
            _ = try await person.post("/language", ["language": language])
            for path in ["", "/recommendations"] {
                let page = try await person.get("/passes/\(pass)\(path)").body
                #expect(page.says("answer.wait.room", in: language), "\(path)")
            }
        }
    }

    @Test(arguments: ["en", "de"])
    func aYearAloneStaysOneInAReason(language: String) async throws {
        let app = try TestApp()
        let release = app.services.catalogue.release
        await app.accounts.close()
        try? FileManager.default.removeItem(at: app.folder)
        let id = try #require(PassID(String(repeating: "0", count: 26)))
        let pass = try PassRecord(
            id: id, Pass(kind: Pass.person, name: "Emil Test", birthDate: PartialDate("1985-10-10"), sex: .male),
            createdAt: TestApp.now)
        let record = HealthRecord(pass: pass, vaccinations: [])
        let answer = try record.answer(release, on: TestApp.today)
        let own = AnswerWords(answer, of: record, release, try Said.language(language))
        let year = try #require(PartialDate("2004"))
        let about = try words("date.about", ["date": "2004"], in: language)
        for reason in [
            Answer.Reason.gap(CalendarPeriod(years: 10), dose: "1", antigen: "tetanus", on: year),
            .childStrength(dose: "1", on: year),
        ] {
            let text = own.reason(reason)
            #expect(text.contains(about) && !text.contains("31"), "\(text)")
        }
    }

    @Test(arguments: ["en", "de"])
    func oneDoseOfOneDiseaseIsSaidAsOne(language: String) throws {
        let own = try Said.language(language)
        let day = try #require(CalendarDate("2020-03-05"))
        let mark = Timeline.Mark(date: day, text: "", kind: .given)
        let line = try #require(
            Timeline(
                birth: day, today: TestApp.today, rows: [Timeline.Row(name: "A", marks: [mark])], words: own))
        for id in ["lifeline.diseases", "lifeline.doses"] {
            #expect(try line.summary.contains(words(id, count: 1, in: language)), "\(line.summary)")
        }
    }

    @Test func aCalendarIsOfferedAndGivenWhereOnlyQuestionsAreOpen() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("10", "10", "1985")) { _, person, pass in
            let file = "/passes/\(pass)/recommendations.ics"
            #expect(try await person.get("/passes/\(pass)/recommendations").body.contains("href=\"\(file)\""))
            let answer = try await person.get(file)
            #expect(answer.status == .ok && answer.body.says("calendar.look"))
        }
    }
}
