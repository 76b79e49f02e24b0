import CivilDates
import Foundation
import Model
import Testing

@testable import Answers
@testable import Lists
@testable import Papers
@testable import Vault
@testable import Web
@testable import WebApp

/// What a calendar says of an answer's visits, and of what is to be asked.
@Suite("A calendar file", .timeLimit(.minutes(3)))
struct CalendarFileTests {
    /// Somebody of 64: the flu of this season, what a doctor decides, and what may have been given since 60.
    private static func file(
        _ visits: (Answer) -> [Answer.Visit] = { $0.visits }, kind: String = Pass.person, born: String = "1962-04-01",
        isDetailed: Bool = true, in language: String, on today: CalendarDate = TestApp.today
    ) async throws -> (file: CalendarFile, answer: Answer) {
        let app = try TestApp()
        let release = app.services.catalogue.release
        await app.accounts.close()
        try? FileManager.default.removeItem(at: app.folder)
        let pass = try PassRecord(
            id: try #require(PassID(id)), Pass(kind: kind, name: "Emil Test", birthDate: PartialDate(born), sex: .male),
            createdAt: TestApp.now)
        let record = HealthRecord(pass: pass, vaccinations: [])
        let answer = try record.answer(release, on: today)
        let words = AnswerWords(answer, of: record, release, try Said.language(language))
        let file = CalendarFile(
            visits(answer), by: words, of: pass, isDetailed: isDetailed, now: TestApp.now, today: today)
        return (file, answer)
    }

    private static let id = String(repeating: "0", count: 26)

    @Test(arguments: ["en", "de"])
    func aVisitsEntryHasItsNumberItsNamesAndWhatToAskThere(language: String) async throws {
        let (file, answer) = try await Self.file(in: language)
        let (event, visit) = (try #require(file.events.first), try #require(answer.visits.first))
        let count = visit.injections.count
        #expect(try event.summary == words("calendar.detailed", ["name": "Emil Test"], count: count, in: language))
        #expect(event.date == visit.day && visit.toAsk.contains("covid-19"))
        #expect(event.description.says("calendar.ask-there", in: language) && event.description.contains("COVID-19"))
        // What is spoken of there needs no task.
        #expect(file.tasks.isEmpty)
        let plain = try await Self.file(isDetailed: false, in: language).file
        let text = try #require(plain.events.first)
        #expect(try text.summary == words("calendar.summary", in: language))
        #expect(!text.description.says("calendar.ask-there", in: language) && !text.description.contains("COVID"))
        #expect(plain.tasks.isEmpty && plain.events.map(\.identifier) == file.events.map(\.identifier))
    }

    /// What is only given if it isn't in the booklet is no use without it: names nobody and nothing.
    @Test(arguments: ["en", "de"])
    func theBookletIsToBeTakenAlongWhereItDecides(language: String) async throws {
        let (file, answer) = try await Self.file(isDetailed: false, in: language)
        let unless = Set(answer.lines.filter { $0.state == .nowUnlessGiven }.map(\.id))
        for (event, visit) in zip(file.events, answer.visits) {
            let isUnless = visit.injections.contains { !unless.isDisjoint(with: $0.lines) }
            #expect(event.description.says("calendar.bring", in: language) == isUnless, "\(event.date)")
        }
        #expect(file.events.contains { $0.description.says("calendar.bring", in: language) })
        let cat = try await Self.file(kind: "cat", born: "2023-04-01", isDetailed: false, in: language).file
        let passport = ["booklet": try words("own.booklet.animal", in: language)]
        #expect(cat.events.contains { $0.description.says("calendar.bring", passport, in: language) })
    }

    @Test(arguments: ["en", "de"])
    func withoutAVisitWhatIsToBeAskedIsATaskWithoutADay(language: String) async throws {
        let (file, answer) = try await Self.file({ _ in [] }, in: language)
        #expect(file.tasks.count == answer.lines.count { $0.state == .ask } && !file.tasks.isEmpty)
        let names = ["name": "Emil Test", "diseases": "COVID-19"]
        #expect(file.tasks.contains { $0.summary.says("calendar.ask.detailed", names, in: language) })
        #expect(file.tasks.allSatisfy { $0.description.says("calendar.ask.description", in: language) })
        #expect(file.text.contains("BEGIN:VTODO") && !file.text.contains("DUE") && !file.text.contains("DTSTART"))
        let plain = try await Self.file({ _ in [] }, isDetailed: false, in: language).file
        #expect(!plain.text.contains("COVID") && !plain.text.contains("Emil"))
    }

    /// Of somebody who hasn't answered yet nothing is planned, but something is to be looked up.
    @Test(arguments: ["en", "de"])
    func whereOnlyQuestionsAreOpenTheyAreTasks(language: String) async throws {
        let (file, answer) = try await Self.file(born: "1985-10-10", in: language)
        #expect(file.events.isEmpty && !answer.openCourses.isEmpty)
        #expect(file.tasks.count == answer.openCourses.count + answer.lines.count { $0.state == .ask })
        let asked = file.tasks.filter { $0.summary.says("plan.question", in: language) }
        #expect(asked.count == answer.openCourses.count && asked.allSatisfy { $0.summary.hasPrefix("Emil Test: ") })
        #expect(asked.allSatisfy { $0.description.says("calendar.look.description", in: language) })
        let plain = try await Self.file(born: "1985-10-10", isDetailed: false, in: language).file
        #expect(plain.text.contains("BEGIN:VTODO") && !plain.text.contains("Emil") && !plain.text.contains("etanus"))
        #expect(plain.tasks.contains { $0.summary.says("calendar.look", in: language) })
    }

    /// A plan that stays the same keeps its ids, whatever its days: an entry is moved, not added.
    @Test func anEntryKeepsItsId() async throws {
        let first = try await Self.file(in: "en")
        let later = try await Self.file(in: "de", on: TestApp.today.adding(days: 1))
        #expect(first.answer.visits.first?.day != later.answer.visits.first?.day)
        #expect(first.file.events.map(\.identifier) == later.file.events.map(\.identifier))
        #expect(Set(first.file.events.map(\.identifier)).count == first.file.events.count)
        let baby = try await Self.file({ $0.visits + $0.outlook }, born: "2026-10-01", in: "en")
        let ids = baby.file.events.map(\.identifier)
        #expect(Set(ids).count == ids.count && ids.count > baby.answer.visits.count)
    }
}
