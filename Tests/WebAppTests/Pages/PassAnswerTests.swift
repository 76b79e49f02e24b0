import Answers
import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

/// A pass's page begins with what its answer says, and its rows say nothing else.
@Suite("A pass shows its answer", .timeLimit(.minutes(3)))
struct PassAnswerTests {
    /// The part of a page below a disease's heading.
    private static func row(_ disease: String, _ page: String) throws -> String {
        let diseases = try #require(page.components(separatedBy: "<ul class=\"diseases\">").last)
        let row = diseases.components(separatedBy: "<li class=\"card\">").first {
            $0.firstMatch(of: /<h3>(.*?)<\/h3>/)?.1.contains(disease) ?? false
        }
        return try #require(row)
    }

    /// What the page begins with.
    private static func card(_ page: String) throws -> String {
        let rest = try #require(page.components(separatedBy: "<section class=\"next card\"").dropFirst().first)
        return try #require(rest.components(separatedBy: "</section>").first)
    }

    private static func number(_ page: String) throws -> Int? {
        Int(try #require(page.firstMatch(of: /<data value="(\d+)">/)).1, radix: 10)
    }

    /// Who had it eight years ago has had a dose, and another kind is for now.
    @Test func aPolysaccharideDoseCountsAndIsFollowedByAnotherKind() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("12", "4", "1953")) { app, person, pass in
            let dose = try await person.dose(pass, "pneumococcal", "pneumovax-23", ("20", "5", "2018"))
            let own = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            let next = try #require(app.services.catalogue.current.vaccine("pcv20")).name["en"]
            #expect(own.says("doses.counts-next", ["vaccine": next]), "\(own)")
            let list = try await person.get("/passes/\(pass)").body
            for page in [own, list] { #expect(!page.says("doses.invalid") && !page.says("doses.invalid-for")) }
            let row = try Self.row("Pneumococcal", list)
            #expect(row.says("progress.missing") && !row.says("progress.given", ["given": "0"]), "\(row)")
            #expect(try Self.card(list).says("vaccinations.due.missing"))
        }
    }

    /// It may be the last page of a booklet, or a beginning: that is asked, and the dose is right either way.
    @Test func oneDoseOfAnAdultIsAskedAbout() async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1983")) { _, person, pass in
            let dose = try await person.dose(pass, "tetanus", "revaxis", ("20", "5", "2026"))
            let list = try await person.get("/passes/\(pass)").body
            let own = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            for page in [own, list] { #expect(!page.says("doses.invalid") && !page.says("doses.invalid-for")) }
            #expect(own.times("doses.counts-as", ["dose": "1"]) == 3, "\(own)")
            let state = try words("answer.state.now-unless-given")
            let row = try Self.row("Tetanus", list)
            #expect(row.contains("<p class=\"progress\"><strong>\(state) · "), "\(row)")
            let card = try Self.card(list)
            #expect(card.says("vaccinations.due.question", ["state": state]), "\(card)")
            #expect(card.says("answer.questions") && !card.says("answer.number.none"))
            #expect(try Self.number(list) == 0)
        }
    }

    /// A child without papers: first how to enter them, then what is for now all the same.
    @Test(arguments: ["en", "de"]) func anEmptyPassSaysHowToEnterAndShowsTheSameLines(language: String) async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("12", "4", "2022")) { app, person, pass in
            _ = try await person.post("/language", ["language": language])
            let page = try await person.get("/passes/\(pass)").body
            let parts = page.components(separatedBy: "<section class=\"next card\"")
            #expect(parts.count == 2 && parts[0].says("vaccinations.empty", in: language))
            let typing = ["vaccinations/table?layout=visits", "vaccinations/table?layout=table"]
            for link in ["scan", "vaccinations/new", "certificates/new"] + typing {
                #expect(parts[0].contains("/passes/\(pass)/\(link)\""), "\(link)")
            }
            let card = try Self.card(page)
            let (services, id) = (app.services, try #require(PassID(pass)))
            let record = try await person.vault(app).read { records in
                try HealthRecord(try #require(try records.pass(id)), in: records)
            }
            let answer = try record.answer(services.catalogue.release, on: TestApp.today)
            let localizer = try #require(services.localization.words(language))
            let told = AnswerWords(answer, of: record, services.catalogue.release, localizer)
            #expect(!answer.due.isEmpty && answer.summary.injectionsNow == answer.due.count)
            #expect(try Self.number(page) == answer.due.count)
            for due in answer.due { #expect(card.contains(told.name(due.injection)), "\(told.name(due.injection))") }
            let later = answer.near.filter { !$0.isForNow && $0.state != .notRecommended }
            #expect(!later.isEmpty)
            for line in later { #expect(card.contains("\(told.state(line)): "), "\(line.id)") }
            #expect(!page.says("visits.title", in: language), "the lines are told once")
            #expect(try card.contains(words("answer.state.now-unless-given", in: language) + ": "))
        }
    }

    /// One line for each disease, the same on the pass, in the plan's data and on paper.
    @Test func theLineOnADiseaseIsTheAnswers() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("15", "10", "2022")) { app, person, pass in
            for (vaccine, target, dates) in [
                ("hexyon", "tetanus", ["17.12.2022", "18.2.2023", "20.9.2023"]),
                ("priorix", "measles", ["20.10.2023"]), ("bexsero", "meningococcal-b", ["12.3.2024", "14.5.2024"]),
            ] {
                for date in dates {
                    let parts = date.split(separator: ".").map(String.init)
                    _ = try await person.dose(pass, target, vaccine, (parts[0], parts[1], parts[2]))
                }
            }
            let (services, id) = (app.services, try #require(PassID(pass)))
            let record = try await person.vault(app).read { records in
                try HealthRecord(try #require(try records.pass(id)), in: records)
            }
            let answer = try record.answer(services.catalogue.release, on: TestApp.today)
            let told = AnswerWords(answer, of: record, services.catalogue.release, services.localization.fallback)
            let page = try await person.get("/passes/\(pass)").body
            let paper = try await person.get("/passes/\(pass)/print").body
            let entered = answer.lines.filter { !$0.entered.isEmpty }
            #expect(entered.count > 5)
            for line in entered {
                let row = try Self.row(told.names.target(try #require(line.group.first)), page)
                let notes = told.notes(line).map { " · \($0)" }.joined()
                let progress = "<p class=\"progress\"><strong>\(told.standing(line))</strong>\(notes)</p>"
                #expect(row.contains(progress), "\(line.id): \(row)")
            }
            for line in answer.lines where line.isForNow {
                #expect(paper.contains(told.heading(line)) && paper.contains(told.name(line)), "\(line.id)")
            }
            #expect(try Self.number(page) == answer.summary.injectionsNow)
        }
    }

    /// An answer to 'already given?' leads to the form with the disease chosen; another species' is ignored.
    @Test(arguments: [("measles", true), ("dog-rabies", false), ("measles2", false), ("", false)])
    func theFormOfANewDoseIsForADisease(target: String, isChosen: Bool) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let answer = try await person.get("/passes/\(pass)/vaccinations/new?target=\(target)")
            #expect(answer.status == .ok)
            #expect(answer.body.contains("<option value=\"measles\" selected>") == isChosen)
            #expect(answer.body.contains("<option value=\"priorix\"") || !isChosen)
            #expect(!answer.body.contains("<option value=\"dog-rabies\""))
        }
    }

    /// A strength that may not be enough is a question, on the list, under its disease and on its own page.
    @Test func aChildsStrengthIsAQuestionAndAnAdultsANote() async throws {
        try await TestApp.openWithPass("Eva Test", birth: ("12", "4", "1990")) { _, person, pass in
            let dose = try await person.dose(pass, "hepatitis-b", "engerix-b-kinder", ("20", "5", "2020"))
            let list = try await person.get("/passes/\(pass)").body
            #expect(list.times("doses.doubt.child-strength") == 2, "\(list)")
            #expect(!list.says("doses.invalid") && !list.says("doses.invalid-for"))
            #expect(
                try await person.get("/passes/\(pass)/vaccinations/\(dose)").body.says("doses.doubt.child-strength"))
        }
        try await TestApp.openWithPass("Mia Test", birth: ("12", "4", "2016")) { _, person, pass in
            let dose = try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("20", "5", "2024"))
            let own = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            #expect(own.says("doses.issue.adult-strength") && own.says("doses.counts-as", ["dose": "1"]), "\(own)")
            #expect(try await person.get("/passes/\(pass)").body.says("doses.issue.adult-strength"))
        }
    }

    /// What isn't a full dose is none for a school either.
    @Test func theSheetForSchoolCountsWhatCounts() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("12", "4", "2020")) { _, person, pass in
            let dose = [
                "target": "measles", "vaccine": "priorix", "date-day": "2", "date-month": "5", "date-year": "2021",
                "reduced": "yes",
            ]
            #expect(try await person.post("/passes/\(pass)/vaccinations/new", dose).status == .seeOther)
            let sheet = try await person.get("/passes/\(pass)/print/school").body
            #expect(sheet.says("school-sheet.lacking", ["given": "0", "asked": "2"]), "\(sheet)")
            #expect(sheet.says("doses.fault.reduced"))
        }
    }
}
