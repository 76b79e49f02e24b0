import CivilDates
import Immunization
import Testing

@testable import Answers
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("What can't wait is said wherever it is named", .timeLimit(.minutes(3)))
struct UrgentTests {
    @Test(arguments: ["en", "de"])
    func aNewbornOfAMotherWithHepatitisB(language: String) async throws {
        let born = TestApp.today
        let birth = (String(born.day), String(born.month), String(born.year))
        try await TestApp.openWithPass("Mia Test", birth: birth) { app, person, pass in
            _ = try await person.post("/language", ["language": language])
            // Whoever has one pass starts on it.
            _ = try await person.pass("Ben Test")
            _ = try await person.post("/passes/\(pass)/health", ["observation-mother-hbsag": "yes"])
            let schedule = try #require(app.services.catalogue.release.schedules.first { $0.id == "de-stiko" })
            let row = try #require(schedule.series.first { $0.id == "hepb-mother-hbsag" })
            let text = try #require(row.doses.first?.urgent[language])
            for path in [
                "/", "/passes/\(pass)", "/passes/\(pass)/recommendations", "/passes/\(pass)/print/appointment",
            ] {
                #expect(try await person.get(path).body.contains(text), "\(path)")
            }
        }
    }
}
