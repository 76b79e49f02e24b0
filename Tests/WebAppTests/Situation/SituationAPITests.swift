import CivilDates
import Foundation
import HTTPTypes
import HummingbirdTesting
import Situation
import Testing

@testable import WebApp

@Suite("Public numbers for other clients", .timeLimit(.minutes(3)))
struct SituationAPITests {
    private struct Answer: Decodable, Equatable {
        struct Period: Decodable, Equatable {
            let period: String
            let value: String?
            let change: String?
        }
        let indicator: String
        let area: String
        let age: String
        let unit: String
        let source: [String: String]
        let periods: [Period]
    }

    private static let heading = "Meldewoche\tRegion\tRegion_Id\tAltersgruppe\tFallzahl\tInzidenz\n"
    private static let few =
        heading + """
            2026-W45\tBayern\t09\t00-14\t3\t0.23
            2026-W46\tBayern\t09\t00-14\t3\t0.13
            2026-W47\tBayern\t09\t00-14\t3\tNA
            2026-W47\tDeutschland\t00\t00+\t3\t0.3

            """

    private static func read(_ answer: Person.Answer) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(answer.body.utf8))
    }

    @Test func answerExactDecimalsNewestFirst() async throws {
        try await TestApp.open { app, client in
            try app.importNumbers(Self.few)
            let answer = try await Person(client).get("/situation/influenza.json?area=DE-BY&age=00-14")
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
            let read = try Self.read(answer)
            #expect(
                read.periods == [
                    .init(period: "2026-W47", value: nil, change: nil),
                    .init(period: "2026-W46", value: "0.13", change: "-0.10"),
                    .init(period: "2026-W45", value: "0.23", change: nil),
                ])
            #expect(answer.body.contains("\"change\":null"), "what isn't there is null, not left out")
            #expect(read.indicator == "influenza" && read.area == "DE-BY" && read.age == "00-14")
            #expect(read.unit == "per 100,000")
            #expect(
                read.source == [
                    "publisher": "Robert Koch-Institut", "dataSet": "Laborbestätigte Influenzafälle in Deutschland",
                    "doi": "10.5281/zenodo.10401796", "licence": "CC-BY-4.0", "version": "2026-11-19",
                ])
        }
    }

    @Test func give22PeriodsAtMost() async throws {
        try await TestApp.open { app, client in
            try app.importNumbers()
            let periods = try Self.read(try await Person(client).get("/situation/influenza.json")).periods
            #expect(periods.count == 22 && periods.last?.change != nil && periods.first?.period == "2026-W46")
            #expect(periods.map(\.period) == periods.map(\.period).sorted(by: >))
        }
    }

    @Test(arguments: [
        "area=de-by&age=0-14", "area=DE-BY&age=00-14", "age=00-14&area=DE%2DBY",
    ])
    func knowAnAreaAndAnAgeByTheirOtherSpellings(query: String) async throws {
        try await TestApp.open { app, client in
            try app.importNumbers(Self.few)
            let read = try Self.read(try await Person(client).get("/situation/influenza.json?\(query)"))
            #expect(read.area == "DE-BY" && read.age == "00-14", "written as the data set writes it")
        }
    }

    @Test(arguments: ["", "?age=00+", "?age=00%2B", "?age=0%2B", "?area=DE&age=", "?area="])
    func takeThePlusOfAnAgeHoweverItIsSent(query: String) async throws {
        try await TestApp.open { app, client in
            try app.importNumbers(Self.few)
            let read = try Self.read(try await Person(client).get("/situation/influenza.json" + query))
            #expect(read.area == "DE" && read.age == "00+" && read.periods.first?.value == "0.3")
        }
    }

    @Test func knowDistrictsByKeysOfFiveAndEightDigits() async throws {
        try await TestApp.open { app, client in
            let text = """
                Meldedatum,Landkreis_id,Bevoelkerung,Faelle_gesamt,Faelle_neu,Faelle_7-Tage,Inzidenz_7-Tage
                2026-11-20,09162,1500000,10,1,3,0.2
                2026-11-19,09162,1500000,9,1,2,0.1

                """
            try app.importNumbers(text, table: "covid-incidence-districts")
            for key in ["09162", "09162000"] {
                let read = try Self.read(try await Person(client).get("/situation/covid-incidence.json?area=\(key)"))
                #expect(read.area == "09162" && read.periods.map(\.change) == ["0.1", nil])
            }
        }
    }

    @Test(arguments: [
        ("/situation/measles.json", "unknown-indicator"), ("/situation/.json", "unknown-indicator"),
        ("/situation/rsv.json", "indicator-without-numbers"),
        ("/situation/influenza.json?area=DE-XX", "unknown-series"),
        ("/situation/influenza.json?area=Sueden", "unknown-series"),
        ("/situation/influenza.json?age=00-04", "unknown-series"),
        ("/situation/influenza.json?age=%2B", "unknown-series"),
    ])
    func tellWhyThereIsNothing(path: String, code: String) async throws {
        try await TestApp.open { app, client in
            try app.importNumbers(Self.few)
            let answer = try await Person(client).get(path)
            #expect(answer.status == .notFound && answer.body.contains("\"error\":\"\(code)\""), "\(answer.body)")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.headers[.setCookie] == nil)
        }
    }

    @Test func sendNothingAgainThatTheClientHas() async throws {
        try await TestApp.open { app, client in
            try app.importNumbers(Self.few)
            let path = "/situation/influenza.json"
            let tag = try #require(try await Person(client).get(path).headers[.eTag])
            #expect(try await Person(client).get(path, headers: [.ifNoneMatch: tag]).status == .notModified)
            try app.importNumbers(Self.few.replacing("0.3\n", with: "0.4\n"), version: "2026-11-20")
            let after = try await Person(client).get(path, headers: [.ifNoneMatch: tag])
            #expect(after.status == .ok && after.body.contains("0.4"))
        }
    }

    @Test func listWhichSeriesThereAre() async throws {
        try await TestApp.open { app, client in
            let empty = try await Person(client).get("/situation.json")
            #expect(empty.status == .ok && empty.body.contains("\"indicator\":\"rsv\""))
            #expect(!empty.body.contains("DE-BY"))
            try app.importNumbers(Self.few)
            #expect(
                try await Person(client).get("/situation.json").body.contains(#"{"ages":["00-14"],"area":"DE-BY"}"#))
        }
    }
}
