import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

@Suite("The search field of a vaccination's form", .timeLimit(.minutes(3)))
struct VaccineSearchFieldTests {
    private struct Scene {
        let person: Person
        let pass: String
        let app: TestApp

        var path: String { "/passes/\(pass)/vaccinations/new" }

        func post(_ fields: [String: String]) async throws -> Person.Answer {
            let date = ["date-day": "3", "date-month": "5", "date-year": "2019", "right": "age"]
            return try await person.post(path, date.merging(fields) { $1 })
        }

        func saved() async throws -> [VaccinationRecord] {
            let id = try #require(PassID(pass))
            return try await person.vault(app).read { try $0.vaccinations(of: id) }
        }
    }

    private static func open(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(Scene(person: person, pass: try await person.pass("Ada Test"), app: app))
        }
    }

    @Test func aNameIsTakenWithoutLists() async throws {
        try await Self.open { scene in
            #expect(try await scene.post(["search": "priorix"]).status == .seeOther)
            let saved = try await scene.saved()
            #expect(saved.map(\.vaccine) == ["priorix"] && saved.map(\.target) == ["measles"])
        }
    }

    @Test func aTextThatFitsSeveralIsAskedFor() async throws {
        try await Self.open { scene in
            let answer = try await scene.post(["search": "infan"])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains(##"href="#search""##))
            #expect(answer.body.contains(#"name="found" value="infanrix-hexa""#))
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test func aSearchShowsVaccinesThenDiseasesAndPicksOne() async throws {
        try await Self.open { scene in
            let list = try await scene.post(["search": "Zecken", "find": "yes", "batch": "A1"])
            #expect(list.status == .ok && list.body.contains(#"value="A1""#))
            let ids = list.body.matches(of: /name="found" value="([^"]+)"/).map { String($0.1) }
            let first = try #require(ids.firstIndex(of: "target:tbe"))
            #expect(first > 0 && ids[..<first].allSatisfy { !$0.hasPrefix("target:") })
            let picked = try await scene.post(["search": "Zecken", "found": "target:tbe", "batch": "A1"])
            #expect(picked.status == .ok && picked.body.contains(#"<option value="tbe" selected>"#))
            #expect(picked.body.contains(#"id="search" name="search" value="""#))
            let product = try await scene.post(["search": "infanrx", "found": "infanrix-hexa"])
            #expect(product.body.contains(#"<option value="infanrix-hexa" selected>"#))
            #expect(product.body.contains(#"value="Infanrix hexa""#))
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test(arguments: ["Xyzzyvax", "\u{0}", String(repeating: "x", count: 100_000), "\u{202E}"])
    func whatFitsNothingSaysSo(_ text: String) async throws {
        try await Self.open { scene in
            let answer = try await scene.post(["search": text, "target": "measles", "vaccine": "priorix"])
            #expect(answer.status == .unprocessableContent && answer.body.contains(##"href="#search""##))
            #expect(answer.body.says("vaccinations.search.nothing"))
        }
    }

    @Test func lookingForNothingAsksForAName() async throws {
        try await Self.open { scene in
            let answer = try await scene.post(["search": " ", "find": "yes", "batch": "A1"])
            #expect(answer.status == .unprocessableContent && answer.body.contains(##"href="#search""##))
            #expect(answer.body.says("error.search.empty") && answer.body.contains(#"value="A1""#))
            #expect(!answer.body.says("vaccinations.search.nothing"))
        }
    }

    @Test(arguments: [["find": "yes"], [:]])
    func theOnlyOneThatIsMeantIsAskedForAndNeverTaken(step: [String: String]) async throws {
        try await Self.open { scene in
            let answer = try await scene.post(["search": "Stamarl", "batch": "A1"].merging(step) { $1 })
            let meant = try words("vaccinations.search.meant", ["name": "Stamaril"])
            let yes = try words("vaccinations.search.accept", ["name": "Stamaril"])
            #expect(answer.body.contains(">\(meant)</legend>"))
            #expect(answer.body.contains(#"name="found" value="stamaril"><strong>\#(yes)</strong>"#))
            if step.isEmpty { #expect(answer.body.contains(##"<a href="#search">\##(meant)</a>"##)) }
            // Enter in a field saves, and takes nothing for meant.
            let form = try #require(answer.body.components(separatedBy: "data-vaccines").last)
            #expect(try #require(form.firstMatch(of: /<button[^>]*>/)).0.contains("name=") == false)
            #expect(try await scene.saved().isEmpty)
            let picked = try await scene.post(["search": "Stamarl", "found": "stamaril", "batch": "A1"])
            #expect(picked.status == .ok && picked.body.contains(#"value="Stamaril""#))
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test func theListsDecideAmongWhatFits() async throws {
        try await Self.open { scene in
            let chosen = ["search": "infan", "target": "diphtheria", "vaccine": "infanrix-hexa"]
            let answer = try await scene.post(chosen)
            #expect(answer.status == .seeOther)
            #expect(try await scene.saved().map(\.vaccine) == ["infanrix-hexa"])
        }
    }

    @Test func theNextFormKeepsTheVisitAndOffersUndo() async throws {
        try await Self.open { scene in
            let answer = try await scene.post([
                "search": "Infanrix hexa", "administered-by": "Dr. Test", "country": "DE", "step": "another",
            ])
            #expect(answer.status == .seeOther && answer.location.hasPrefix(scene.path + "?after="))
            let next = try await scene.person.get(answer.location)
            #expect(next.body.says("vaccinations.another.saved") && next.body.contains("Infanrix hexa, "))
            #expect(next.body.says("vaccinations.against", ["number": "six"]))
            for value in [
                #"value="3""#, #"value="5""#, #"value="2019""#, #"value="Dr. Test""#, #"value="DE" selected"#,
            ] {
                #expect(next.body.contains(value), "\(value)")
            }
            let saved = try #require(try await scene.saved().first)
            let undone = try await scene.person.post(
                "/passes/\(scene.pass)/vaccinations/\(saved.id)/delete", ["next": "another"])
            #expect(undone.location.hasPrefix(scene.path))
            #expect(try await scene.saved().isEmpty)
            #expect(try await scene.person.get(answer.location).status == .ok)
        }
    }

    @Test func theScriptHasTheNamesOfTheSpecies() async throws {
        try await Self.open { scene in
            let answer = try await scene.person.get("/vaccines/person/de")
            #expect(answer.status == .ok && answer.headers[.contentType] == "text/javascript")
            #expect(answer.body.hasPrefix("export default [{") && answer.body.contains(#""id":"infanrix-hexa""#))
            #expect(!answer.body.contains("dog-rabies"))
            for path in ["/vaccines/person/xx", "/vaccines/fish/en", "/vaccines/person"] {
                #expect(try await scene.person.get(path).status == .notFound)
            }
        }
    }
}
