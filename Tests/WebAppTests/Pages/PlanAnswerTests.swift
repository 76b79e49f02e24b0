import Answers
import CivilDates
import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing
import Vault

@testable import IntakePages
@testable import WebApp

/// What somebody says of vaccinations that aren't entered.
@Suite("Questions of the plan are answered where they are asked", .timeLimit(.minutes(3)))
struct PlanAnswerTests {
    private static func facts(_ person: Person, _ pass: String, _ app: TestApp) async throws -> [FactRecord] {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { try $0.facts(of: id) }
    }

    @Test func aCourseIsAskedOnceAndAnsweredInThreeWays() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/recommendations"
            let before = try await PlanPage(person, pass)
            let row = try #require(before.row("td"))
            for value in ["yes", "no", "unknown"] {
                #expect(row.contains("name=\"given\" value=\"\(value)\""), "\(value)")
            }
            #expect(row.says("plan.question") && row.contains("name=\"target\" value=\"tetanus\""))
            for (given, state) in [("no", "now"), ("unknown", "now"), ("yes", "complete")] {
                let saved = try await person.post(path, ["target": "measles", "given": given])
                #expect(saved.status == .seeOther && saved.location == "\(path)?done=answer-saved#mmr", "\(given)")
                let page = try await PlanPage(person, pass, query: "?done=answer-saved")
                #expect(page.body.says("done.answer-saved"))
                let part = try #require(try page.part("answer.state.\(state)"))
                #expect(PlanPage.lines(in: part).contains("mmr"), "\(given)")
                let told = try #require(page.row("mmr"))
                #expect(told.says("plan.told", ["answer": try words("answer.given.\(given)")]), "\(told)")
                #expect(told.says("plan.look") == (given == "unknown"))
                #expect(told.contains("name=\"given\" value=\"\"") && !told.contains("value=\"\(given)\""))
                let facts = try await Self.facts(person, pass, app)
                #expect(facts.map(\.kind) == ["told"] && facts.map(\.value) == ["measles/\(given)"])
                #expect(facts.first?.from?.description == "2026-11-21")
            }
            let undone = try await person.post(path, ["target": "measles", "given": ""])
            #expect(undone.location == "\(path)?done=answer-forgotten#mmr")
            #expect(try await Self.facts(person, pass, app).isEmpty)
            #expect(try await PlanPage(person, pass).body == before.body)
        }
    }

    /// What is for now whatever is answered has a row of its own: the question that its course belongs to isn't it again.
    @Test func noRowIsThereTwice() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("5", "5", "1985")) { _, person, pass in
            try await person.dose(pass, "tetanus", "boostrix", ("5", "5", "2010"))
            let page = try await PlanPage(person, pass)
            let now = try #require(try page.part("answer.state.now"))
            #expect(PlanPage.lines(in: now).contains("td"))
            #expect(try #require(page.row("polio")).says("plan.question"))
            let ids = page.body.matches(of: /\bid="([^"]+)"/).map { String($0.1) }
            #expect(ids.filter { id in ids.count { $0 == id } > 1 } == [])
        }
    }

    @Test func whatIsOnlyForNowUnlessGivenIsAnsweredOrEntered() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("12", "4", "1946")) { app, person, pass in
            let path = "/passes/\(pass)/recommendations"
            let before = try await PlanPage(person, pass)
            let row = try #require(before.row("zoster"))
            #expect(row.contains("/passes/\(pass)/vaccinations/new?target=zoster"))
            #expect(row.contains("name=\"given\" value=\"no\"") && !row.contains("name=\"given\" value=\"yes\""))
            // That it was given is entered, not answered.
            let given = try await person.post(path, ["target": "zoster", "given": "yes"])
            #expect(given.status == .seeOther)
            #expect(given.location == "/passes/\(pass)/vaccinations/new?target=zoster")
            #expect(try await Self.facts(person, pass, app).isEmpty)
            #expect(try await person.post(path, ["target": "zoster", "given": "no"]).status == .seeOther)
            let page = try await PlanPage(person, pass)
            let now = try #require(try page.part("answer.state.now"))
            #expect(PlanPage.lines(in: now).contains("zoster"))
            #expect(try #require(page.row("zoster")).says("plan.told", ["answer": try words("plan.never")]))
            #expect(page.numbers == before.numbers)
            // It is changed and taken back though the page asks for it no more.
            #expect(try await person.post(path, ["target": "zoster", "given": "unknown"]).status == .seeOther)
            #expect(try await Self.facts(person, pass, app).map(\.value) == ["zoster/unknown"])
            // What is entered outweighs it.
            for date in [("3", "3", "2024"), ("3", "6", "2024")] {
                try await person.dose(pass, "zoster", "shingrix", date)
            }
            let entered = try #require(try await PlanPage(person, pass).row("zoster"))
            #expect(!entered.says("plan.told") && !entered.contains("name=\"given\""))
            #expect(try await person.post(path, ["target": "zoster", "given": ""]).status == .seeOther)
            #expect(try await Self.facts(person, pass, app).isEmpty)
        }
    }

    @Test(
        "What isn't asked, or is no answer, changes nothing",
        arguments: [
            ("measles", "maybe"), ("measles", "YES"), ("mumps", "no"), ("yellow-fever", "no"), ("nonsense", "no"),
            ("", "no"), ("dog-rabies", "no"), ("mmr", "no"), ("nonsense", ""),
        ])
    func refuses(target: String, given: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/recommendations"
            let answer = try await person.post(path, ["target": target, "given": given, "country": "AT"])
            #expect(answer.status == .unprocessableContent && answer.body.says("problem.bad-request.title"))
            #expect(try await Self.facts(person, pass, app).isEmpty)
            #expect(try await person.get(path).body.contains("value=\"DE\" selected"))
        }
    }

    @Test func anAnswerGoesWithAnExport() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.post(path, ["target": "tetanus", "given": "yes"]).status == .seeOther)
            let facts = try await ArchiveFixtures.archive(person, app).passes.flatMap(\.facts)
            #expect(facts.map(\.kind) == ["told"] && facts.map(\.value) == ["tetanus/yes"])
        }
    }
}
