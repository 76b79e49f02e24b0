import CivilDates
import Foundation
import Immunization
import Intake
import Model
import Testing

@testable import IntakePages
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// What cards for typing are made of: a pass, the catalogue as it is shipped, and a last day.
struct TypingScene {
    let release: CatalogueRelease
    let dates: RecordDates

    init() async throws {
        let app = try TestApp()
        release = app.services.catalogue.release
        await app.accounts.close()
        try? FileManager.default.removeItem(at: app.folder)
        dates = RecordDates(until: try #require(CalendarDate("2026-12-01")), months: [.german, .english])
    }

    /// - Parameter doses: as `2022-12-17 hexyon`.
    func likely(_ kind: String = Pass.person, born: String?, _ doses: [String] = []) throws -> LikelyVaccines {
        let pass = try PassRecord(
            Pass(kind: kind, name: "Test", birthDate: born.flatMap { PartialDate($0) }), createdAt: TestApp.now)
        let records = try doses.map { text in
            let parts = text.split(separator: " ").map(String.init)
            let vaccine = try #require(release.catalogue.vaccine(parts[1]))
            let content = Vaccination(
                target: vaccine.targets[0], vaccine: vaccine.id, date: try #require(PartialDate(parts[0])))
            return try VaccinationRecord(passID: pass.id, content, createdAt: TestApp.now, updatedAt: TestApp.now)
        }
        return LikelyVaccines(
            HealthRecord(pass: pass, vaccinations: records), release, finder: VaccineFinder(release.catalogue),
            dates: dates)
    }

    /// What is offered for days, of which empty ones aren't told.
    func offered(_ likely: LikelyVaccines, _ days: [String], naming named: [Int: [String]] = [:]) -> [[Vaccine]] {
        likely.vaccines(
            of: days.enumerated().map { number, day in
                LikelyVaccines.Card(
                    day: PartialDate(day), named: (named[number] ?? []).compactMap(release.catalogue.vaccine))
            })
    }
}

@Suite("Which vaccines are offered to be ticked", .timeLimit(.minutes(3)))
struct LikelyVaccinesTests {
    @Test("a child is offered brands of what is recommended at the age, that are in use for it")
    func child() async throws {
        let scene = try await TypingScene()
        let birth = try #require(PartialDate("2022-10-10"))
        let days = ["2022-12-17", "2023-02-18", "2023-09-12", "2026-01-05"]
        let offered = scene.offered(try scene.likely(born: "2022-10-10"), days)
        for (day, vaccines) in zip(days, offered) {
            let day = try #require(PartialDate(day))
            #expect((1...LikelyVaccines.most).contains(vaccines.count), "\(day)")
            #expect(Set(vaccines).count == vaccines.count)
            for vaccine in vaccines {
                #expect(!vaccine.isBrandUnknown && vaccine.status == .inUse)
                #expect(vaccine.licensedAges?.exclude(bornOn: birth, on: day) != true, "\(vaccine.id) on \(day)")
            }
        }
        #expect(
            offered[0].contains { $0.kind == "dtap-ipv-hib-hepb" }
                && offered[0].contains { $0.targets == ["pneumococcal"] })
        #expect(!offered[0].contains { $0.targets.contains("measles") })
        #expect(offered[2].contains { $0.targets.contains("measles") })
    }

    @Test("the brand that was given goes on, from the pass or from a card above")
    func sameBrand() async throws {
        let scene = try await TypingScene()
        func sixfold(_ vaccines: [Vaccine]) -> [String] {
            vaccines.filter { $0.kind == "dtap-ipv-hib-hepb" }.map(\.id)
        }
        let likely = try scene.likely(born: "2022-10-10")
        let days = ["2022-12-17", "2023-02-18", ""]
        let offered = scene.offered(likely, days, naming: [0: ["hexyon"]])
        #expect(sixfold(offered[0]).count > 1)
        #expect(sixfold(offered[1]) == ["hexyon"] && sixfold(offered[2]) == ["hexyon"])
        let given = try scene.likely(born: "2022-10-10", ["2022-12-17 infanrix-hexa"])
        #expect(sixfold(scene.offered(given, ["2023-02-18"])[0]) == ["infanrix-hexa"])
    }

    @Test("a card without a day is for the next visit that no dose and no card has")
    func nextVisit() async throws {
        let scene = try await TypingScene()
        let born = "2022-10-10"
        let new = scene.offered(try scene.likely(born: born), ["", "", "", ""])
        #expect(new[0] != new[1])
        let after = scene.offered(try scene.likely(born: born), ["2023-09-10", ""])
        #expect(!after[1].contains { $0.targets == ["rotavirus"] })
        let given = try scene.likely(
            born: born, ["2022-11-21 rotarix", "2022-12-10 hexyon", "2022-12-19 rotarix", "2023-02-10 hexyon"])
        #expect(scene.offered(given, [""])[0].contains { $0.targets.contains("measles") })
    }

    @Test("an adult and an animal are offered what they were given, then what everybody of their age or kind is")
    func adultAndAnimal() async throws {
        let scene = try await TypingScene()
        let adult = try scene.likely(
            born: "1980-03-03", ["2021-05-01 comirnaty", "1990-01-01 priorix", "1980-05-03 hexyon"])
        for vaccines in scene.offered(adult, ["2022-05-05", ""]) {
            #expect(vaccines.map(\.id).prefix(2) == ["comirnaty", "priorix"])
            #expect(vaccines.count == LikelyVaccines.most)
            // Its age is over.
            #expect(!vaccines.contains { $0.id == "hexyon" })
        }
        let dog = scene.offered(try scene.likely("dog", born: "2022-10-10"), ["2023-01-12"])[0]
        #expect(!dog.isEmpty && dog.allSatisfy { $0.species == "dog" })
    }

    @Test(
        "an animal with an empty pass is offered what most makers have, too: no schedule names it",
        arguments: [
            ("dog", "2022-12-01", ["dog-rabies", "dog-shppi", "dog-l4"]),
            ("dog", "", ["dog-rabies", "dog-shppi", "dog-l4"]),
            ("cat", "2023-05-05", ["cat-rabies", "cat-rcp"]),
        ])
    func emptyPassOfAnAnimal(species: String, day: String, kinds: [String]) async throws {
        let scene = try await TypingScene()
        let offered = scene.offered(try scene.likely(species, born: "2022-03-01"), [day])[0]
        #expect(offered.count == LikelyVaccines.most)
        #expect(Set(kinds).isSubset(of: offered.map(\.kind)), "\(offered.map(\.id))")
        #expect(offered.allSatisfy { $0.species == species && $0.status == .inUse && !$0.isBrandUnknown })
    }

    @Test("without a date of birth the pass's own brands are offered, and nothing else")
    func withoutBirth() async throws {
        let scene = try await TypingScene()
        let likely = try scene.likely(born: nil, ["2021-05-01 comirnaty", "2020-05-01 priorix", "2019-05-01 mmr"])
        let offered = scene.offered(likely, ["2022-05-05", ""], naming: [0: ["boostrix"]])
        #expect(offered.map { $0.map(\.id) } == [["comirnaty", "priorix"], ["boostrix", "comirnaty", "priorix"]])
        #expect(scene.offered(try scene.likely(born: nil), ["2022-05-05"]) == [[]])
    }

    @Test("what could no longer be had on the day, or not yet, isn't offered")
    func market() async throws {
        let scene = try await TypingScene()
        let offered = scene.offered(try scene.likely(born: "2005-03-01"), ["2005-05-01", "2005-07-01"])
        for vaccine in offered.joined() {
            #expect(vaccine.from ?? 0 <= 2005 && vaccine.until ?? 2005 >= 2005, "\(vaccine.id)")
        }
    }
}
