import Foundation
import Immunization
import Testing

@testable import Lists
@testable import Web
@testable import WebApp

/// Dose, pass, plan and sheet say the same of a record, and why.
@Suite("Dose, pass, plan and sheet agree, and say why", .timeLimit(.minutes(3)))
struct AnswerReasonTests {
    /// Licensed with four doses, where others have three.
    @Test(arguments: ["en", "de"])
    func whyACourseHasOneDoseMoreIsOnThePass(language: String) async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("1", "4", "2026")) { app, person, pass in
            _ = try await person.post("/language", ["language": language])
            for month in ["6", "8"] {
                _ = try await person.dose(pass, "pneumococcal", "prevenar-20", ("1", month, "2026"))
            }
            let list = try await person.get("/passes/\(pass)").body
            let row = app.services.catalogue.release.schedules.flatMap(\.series)
                .first { $0.id == "pneumococcal-pcv20" }
            let why = try #require(row?.note[language])
            let given = try words("progress.given", ["given": "2"], count: 4, in: language)
            #expect(list.contains(given) && list.contains(why), "\(list)")
            let plan = try await person.get("/passes/\(pass)/recommendations").body
            #expect(plan.says("recommendations.dose", ["dose": "3", "total": "4"], in: language))
        }
    }

    @Test func aChildsStrengthIsAskedAboutOnAllPages() async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("3", "3", "1990")) { _, person, pass in
            for month in ["4", "5"] {
                _ = try await person.dose(pass, "hepatitis-b", "engerix-b-kinder", ("5", month, "2026"))
            }
            for path in ["", "/recommendations"] {
                let page = try await person.get("/passes/\(pass)\(path)").body
                #expect(page.says("answer.state.ask"), "\(path)")
            }
            let sheet = try await person.get("/passes/\(pass)/print/appointment").body
            let row = try #require(sheet.firstMatch(of: /<li id="hepatitis-b">(.*?)<\/li>/)?.1)
            #expect(
                String(row).says("answer.reason.child-strength") && !String(row).says("answer.state.not-recommended"))
        }
    }

    @Test(arguments: ["en", "de"])
    func aDayThatIsntKnownIsTheReason(language: String) async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("10", "5", "2025")) { _, person, pass in
            _ = try await person.post("/language", ["language": language])
            for date in [("5", "7", "2025"), ("", "9", "2025"), ("15", "3", "2026")] {
                _ = try await person.dose(pass, "tetanus", "infanrix-hexa", date)
            }
            for path in ["", "/recommendations"] {
                let page = try await person.get("/passes/\(pass)\(path)").body
                #expect(page.says("answer.reason.unknown-day", in: language), "\(path): \(page)")
            }
        }
    }

    @Test(arguments: ["en", "de"])
    func anOpenQuestionIsNamed(language: String) async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("1", "4", "1981")) { _, person, pass in
            _ = try await person.post("/language", ["language": language])
            // Whoever has one pass starts on it.
            _ = try await person.pass("Ben Test")
            for path in ["/passes/\(pass)", "/passes/\(pass)/print/appointment", "/"] {
                #expect(try await person.get(path).body.says("plan.question", in: language), "\(path)")
            }
        }
    }

    /// Four weeks after the last dose; of one of 2008 no day is said.
    @Test func aBloodTestHasADayOnlyWhereThatIsToCome() async throws {
        for (year, months, message) in [
            ("2008", ["1", "2", "7"], "recommendations.unmeasured"),
            ("2026", ["4", "5", "11"], "recommendations.unmeasured.from"),
        ] {
            try await TestApp.openWithPass("Nora Test", birth: ("3", "3", "1980")) { _, person, pass in
                _ = try await person.post("/passes/\(pass)/health", ["observation-health-worker": "yes"])
                for month in months {
                    _ = try await person.dose(pass, "hepatitis-b", "engerix-b-erwachsene", ("5", month, year))
                }
                let page = try await person.get("/passes/\(pass)/recommendations").body
                #expect(page.says(message) && !page.contains("4 to 8 weeks"), "\(year)")
            }
        }
    }

    /// In June nobody waits for October, neither with an empty pass.
    @Test func aSeasonThatIsFarIsOnThePlanOnly() async throws {
        let clock = HandClock()
        clock.pass(220 * 86_400)
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Opa Test", birth: ("1", "9", "1946"))
            let flu = try #require(app.services.catalogue.current.target("influenza")?.names["en"])
            let page = try await person.get("/passes/\(pass)").body
            let rest = try #require(page.components(separatedBy: "<section class=\"next card\"").dropFirst().first)
            let card = try #require(rest.components(separatedBy: "</section>").first)
            #expect(card.contains("<data value=") && !card.contains(flu))
            #expect(try await person.get("/passes/\(pass)/recommendations").body.contains(flu))
        }
    }

    /// A family reads diseases; a practice its own code as well.
    @Test func aCombinationsCodeIsOnlyOnTheSheet() async throws {
        try await TestApp.openWithPass("Erwin Test", birth: ("3", "3", "1985")) { _, person, pass in
            for date in [("1", "5", "1986"), ("1", "7", "1986"), ("1", "1", "1987"), ("1", "5", "2012")] {
                _ = try await person.dose(pass, "tetanus", "td-pur", date)
            }
            #expect(!(try await person.get("/passes/\(pass)/recommendations").body.contains("(Tdap)")))
            #expect(try await person.get("/passes/\(pass)/print/appointment").body.contains("(Tdap)"))
        }
    }
}
