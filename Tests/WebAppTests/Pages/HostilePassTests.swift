import Answers
import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing
import Vault

@testable import Lists
@testable import Web
@testable import WebApp

/// A pass that multiplies all that one takes: what is judged of it and what a page of it says stays bounded.
@Suite("A pass of which everything is most", .timeLimit(.minutes(5)))
struct HostilePassTests {
    private static let day = CalendarDate(year: 1988, month: 1, day: 1) ?? .last

    /// As many doses as a pass takes, each against every disease, and as many journeys.
    private static func fill(_ pass: String, _ person: Person, _ app: TestApp) async throws -> PassID {
        let id = try #require(PassID(pass))
        let targets = app.services.catalogue.current.targets.filter { $0.species == "person" }.map(\.id)
        try await person.vault(app).write { records in
            for number in 0..<RecordLimits.ofPass - 1 {
                let from = day.adding(days: 6 * number)
                try records.insert(
                    VaccinationRecord(
                        passID: id,
                        Vaccination(
                            target: targets[0], date: PartialDate(from),
                            otherTargets: targets.dropFirst().joined(separator: " ")), createdAt: TestApp.now,
                        updatedAt: TestApp.now))
                try records.insert(
                    FactRecord(passID: id, PassFacts.Kind.journey.fact("BR", from: from, to: from.adding(days: 4))))
            }
        }
        return id
    }

    @Test func noPageOfItIsLargerThanAServerCanSend() async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await Self.fill(pass, person, app)
            for path in ["", "/print", "/recommendations", "/links", "/journeys", "/vaccinations/new"] {
                let page = try await person.get("/passes/\(pass)\(path)")
                #expect(page.status == .ok && page.bytes.count <= 1_600_000, "\(path): \(page.bytes.count)")
            }
            // Each dose is on one of the pages.
            var rows = 0
            for number in 1...4 {
                let page = try await person.get("/passes/\(pass)?page=\(number)").body
                #expect(page.says("shared.pages.position", ["page": "\(number)", "pages": "4"]))
                rows += page.matches(of: /<a class="row" href="[^"]*\/vaccinations\//).count
            }
            #expect(rows == RecordLimits.ofPass - 1)
            let journeys = try await person.get("/passes/\(pass)/journeys?page=99999").body
            #expect(journeys.says("shared.pages.position", ["page": "40", "pages": "40"]))
        }
    }

    @Test func soManyJourneysAreJudgedAndNothingThatTheCatalogueDoesntKnow() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            try await person.vault(app).write { records in
                for number in 0..<PassFacts.mostJourneys + 30 {
                    let from = TestApp.today.adding(days: 10 * number)
                    try records.insert(
                        FactRecord(passID: id, PassFacts.Kind.journey.fact("BR", from: from, to: from.adding(days: 4))))
                }
                for number in 0..<100 {
                    try records.insert(FactRecord(passID: id, Fact(kind: "observation", value: "nonsense-\(number)")))
                }
                try records.insert(FactRecord(passID: id, Fact(kind: "observation", value: "chronic-disease")))
            }
            let record = try await person.vault(app).read { records in
                try HealthRecord(try #require(try records.pass(id)), in: records)
            }
            let patient = record.patient(app.services.catalogue.release, on: TestApp.today)
            #expect(patient.trips.count == PassFacts.mostJourneys)
            #expect(patient.trips.compactMap(\.departure).min() == TestApp.today.adding(days: 300), "the latest are")
            #expect(patient.observations.map(\.code) == ["chronic-disease"])
        }
    }

    @Test func anImportTakesNoMoreJourneysThanTheForm() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let facts = (1...PassFacts.mostJourneys + 7).map { number in
                let day = TestApp.today.adding(days: 10 * number)
                return #"{"kind":"journey","value":"BR","from":"\#(day)","to":"\#(day.adding(days: 3))"}"#
            }
            let document =
                #"{"schema":"urn:vaccinapp:pass-archive","version":"1.0","passes":[{"kind":"person","#
                + #""name":"Ada Test","facts":[\#(facts.joined(separator: ","))]}]}"#
            let path = try await person.upload(Array(document.utf8))
            let page = try await person.get(path).body
            #expect(page.times("archive.refused.journey-room") == 7, "those without room are named")
            #expect(try await person.post(path, ["pass-1": "new", "shown-1": "new"]).status == .seeOther)
            let counts = try await person.vault(app).read { records in
                try records.passes().map { PassFacts(try records.facts(of: $0.id)).journeys.count }
            }
            #expect(counts.max() == PassFacts.mostJourneys)
            // The form says the same.
            let own = try await person.vault(app).read { records in
                try records.passes().first { try records.facts(of: $0.id).count == PassFacts.mostJourneys }
            }
            let more = try await person.post(
                "/passes/\(try #require(own).id)/journeys",
                ["country": "BR", "from-day": "1", "from-month": "2", "from-year": "2027"])
            #expect(more.status == .unprocessableContent)
        }
    }

    @Test func aFamilyOfManyDosesIsWorkedOutInPart() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            var passes: [PassID] = []
            for number in 1...4 { passes.append(try #require(PassID(try await person.pass("Nr. \(number)")))) }
            try await person.vault(app).write { [passes] records in
                for pass in passes {
                    for number in 0..<RecordLimits.ofPass - 1 {
                        try records.insert(
                            VaccinationRecord(
                                passID: pass,
                                Vaccination(target: "tetanus", date: PartialDate(Self.day.adding(days: number))),
                                createdAt: TestApp.now, updatedAt: TestApp.now))
                    }
                }
            }
            let shown = try await person.vault(app).read { records in
                try HealthRecord.first(of: try records.passes(), in: records).count
            }
            #expect(shown == 3, "the fourth is among the others")
        }
    }

    @Test func whatNobodyWaitsForGivesNoAnswer() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            let record = try await person.vault(app).read { records in
                try HealthRecord(try #require(try records.pass(id)), in: records)
            }
            let release = app.services.catalogue.release
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try record.answer(release, on: TestApp.today).lines.count
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try record.answer(release, on: TestApp.today).lines.count > 0)
        }
    }
}
