import BoundedJSON
import Foundation
import HTTPTypes
import Immunization
import Model
import PassArchive
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

@Suite("What an import asks of vaccines", .timeLimit(.minutes(3)))
struct AskedVaccineTests {
    /// Uploads a table for a new pass of somebody born in 2016, and opens its page.
    private static func open(
        _ table: String, born: (String, String, String) = ("9", "1", "2016"),
        _ body: @escaping @Sendable (TestApp, Person, String, String) async throws -> Void
    ) async throws {
        try await TestApp.openWithPass(birth: born) { app, person, pass in
            let path = try await person.upload(Array(table.utf8), named: "a.csv")
            _ = try await person.post(
                path + "/columns",
                [
                    "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                    "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
                ])
            try await body(app, person, path, pass)
        }
    }

    private static func doses(_ person: Person, _ app: TestApp) async throws -> [ArchivedVaccination] {
        try await ArchiveFixtures.archive(person, app).passes.flatMap(\.vaccinations)
            .sorted { $0.date < $1.date }
    }

    @Test func everydayNamesAreUnderstoodAndNobodyIsAsked() async throws {
        let table = "Datum;Impfstoff\n1.4.2016;Zecken\n2.5.2017;6-fach\n3.5.2017;Tdap\n4.5.2017;Hep B\n"
        try await Self.open(table) { app, person, path, pass in
            let page = try await person.get(path).body
            #expect(!page.says("archive.questions") && !page.contains("vaccine-1-"))
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            let doses = try await Self.doses(person, app)
            #expect(doses.map { $0.vaccine ?? $0.target } == ["tbe", "dtap-ipv-hib-hepb", "tdap", "hepatitis-b"])
        }
    }

    @Test func oneAnswerSettlesEveryRowOfTheText() async throws {
        let rows = (0..<40).map { "1.4.\(1980 + $0);Kombi XY\n" }.joined()
        try await Self.open("Datum;Impfstoff\n" + rows, born: ("1", "1", "1970")) { app, person, path, pass in
            let page = try await person.get(path).body
            #expect(page.says("archive.question", ["text": "Kombi XY"]))
            #expect(page.components(separatedBy: "name=\"vaccine-1-").count == 2)
            let fields = ["pass-1": pass, "shown-1": pass, "vaccine-1-1": "Priorix"]
            #expect(try await person.post(path, fields).status == .seeOther)
            let doses = try await Self.doses(person, app)
            #expect(doses.count == 40 && doses.allSatisfy { $0.vaccine == "priorix" && $0.source == .record })
        }
    }

    @Test func whatNobodyAnswersIsLeftOutAndNoDiseaseOfThatName() async throws {
        let table = "Datum;Impfstoff\n1.4.2016;Kombi XY\n2.5.2017;Priorix\n"
        try await Self.open(table) { app, person, path, pass in
            let fields = ["pass-1": pass, "shown-1": pass]
            let wrong = try await person.post(path, fields.merging(["vaccine-1-1": "Tetanus Malaria"]) { $1 })
            #expect(wrong.status == .unprocessableContent && wrong.body.contains(##"href="#vaccine-1-1""##))
            #expect(wrong.body.contains("Tetanus Malaria"), "what was typed isn't lost")
            #expect(try await Self.doses(person, app).isEmpty)
            #expect(try await person.post(path, fields).status == .seeOther)
            #expect(try await Self.doses(person, app).map(\.vaccine) == ["priorix"])
        }
    }

    @Test func aBrandIsByTheAgeOnTheDay() async throws {
        let table = "Datum;Impfstoff\n5.5.2004;Encepur\n6.6.2005;Havrix\n7.7.2020;Encepur\n"
        try await Self.open(table, born: ("3", "4", "1998")) { app, person, path, pass in
            let page = try await person.get(path).body
            for (text, years, vaccine) in [("Encepur", 6, "Encepur Kinder"), ("Havrix", 7, "Havrix 720 Kinder")] {
                let age = try words("time.years", count: years)
                let gaps = ["text": text, "name": "Ada Test", "age": age, "vaccine": vaccine]
                #expect(page.says("vaccinations.settled.age", gaps), "\(text)")
            }
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            let doses = try await Self.doses(person, app)
            #expect(doses.map(\.vaccine) == ["encepur-kinder", "havrix-720-kinder", "encepur-erwachsene"])
        }
    }

    @Test func whatAMakerMeansIsTold() async throws {
        try await Self.open("Datum;Impfstoff\n1.4.2017;MMR GSK\n") { app, person, path, pass in
            let page = try await person.get(path).body
            #expect(page.says("vaccinations.settled", ["text": "MMR GSK", "vaccine": "Priorix"]))
            #expect(!page.contains("vaccine-1-"))
        }
    }

    @Test func lettersWrongAreProposedAndAnotherIsTyped() async throws {
        try await Self.open("Datum;Impfstoff\n1.4.2017;Priorx\n") { app, person, path, pass in
            let page = try await person.get(path).body
            #expect(page.contains(#"<option value="priorix""#) && page.contains(#"<option value="other""#))
            let fields = ["pass-1": pass, "shown-1": pass, "vaccine-1-1": ImportQuestions.other]
            let typing = try await person.post(path, fields)
            #expect(typing.status == .unprocessableContent && typing.body.says("vaccinations.table.vaccine.empty"))
            #expect(typing.body.contains(#"<input id="vaccine-1-1""#))
            #expect(try await Self.doses(person, app).isEmpty)
            let typed = fields.merging(["vaccine-1-1": "Priorix-Tetra"]) { $1 }
            #expect(try await person.post(path, typed).status == .seeOther)
            #expect(try await Self.doses(person, app).map(\.vaccine) == ["priorix-tetra"])
        }
    }

    @Test func onlySoManyTextsAreGuessed() async throws {
        // Each is a text of its own, and found with a letter wrong.
        let texts = (0..<ImportQuestions.most + 20).map {
            "Priorx" + String(repeating: ".", count: $0 % 60) + String(repeating: "!", count: $0 / 60)
        }
        let table = "Datum;Impfstoff\n" + texts.map { "1.4.2017;\($0)\n" }.joined()
        let app = try TestApp()
        let reading = try await ArchiveReading(
            Array(table.utf8), passphrase: "", catalogue: app.services.catalogue.current, resources: "",
            now: TestApp.now)
        let doses = reading.json["passes"]?.elements?.first?["vaccinations"]?.elements ?? []
        let guessed = doses.filter { dose in
            dose["questions"]?.elements?.first?["choices"]?.elements?.isEmpty == false
        }
        #expect(doses.count == texts.count && guessed.count == ImportQuestions.most)
    }

    @Test func theSameWordsMeanTheSameInEveryWay() async throws {
        try await TestApp.openWithPass(birth: ("9", "1", "2016")) { app, person, pass in
            let finder = app.services.finder(app.services.localization.fallback)
            let codes = ClinicalCodes(finder)
            let who = VaccineFinder.Who(Pass.person)
            for text in ["Zecken", "6-fach", "Tdap", "Hep B", "Cervarix 2", "Prevenar 13", "Bexsero 1. Dosis"] {
                guard case .one(let found, _) = finder.find(text, for: who) else {
                    Issue.record("\(text)")
                    continue
                }
                guard case .one(let coded, _) = codes.find(text, [], [], who) else {
                    Issue.record("\(text)")
                    continue
                }
                #expect(coded == found)
                let path = "/passes/\(pass)/vaccinations/table"
                let row = ["date-1": "3.5.2020", "vaccine-1": text, "batch-1": "", "right-1": "age"]
                _ = try await person.post(path, row.merging(["duplicate-1": "keep"]) { $1 })
                let doses = try await Self.doses(person, app)
                #expect(doses.contains { ($0.vaccine ?? "target:" + $0.target) == VaccineFinder.id(found) }, "\(text)")
            }
        }
    }
}
