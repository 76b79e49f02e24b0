import ArgumentParser
import CivilDates
import Foundation
import Immunization

/// Judge a family of six with 200 doses by the schedules we ship, and one history of growing length.
struct ImmunizationBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "immunization",
        abstract:
            "Recommendations for a family, and growth with the length of a history: each x is to one half as long."
    )

    private static let catalogueFolder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Catalogue")

    private static let day = CalendarDate(clampingDayNumber: 20_778)

    func run() throws {
        let catalogue = try Catalogue(files: Self.catalogueFiles())
        let schedules = try Self.files(in: Self.catalogueFolder.appending(path: "schedules"))
            .sorted { $0.key < $1.key }.map { try Schedule(json: $0.value, file: $0.key) }
        let engine = try ImmunizationEngine(schedules: schedules, vaccines: VaccineTable(catalogue))
        let recommender = Recommender(engine)
        // 200 doses: 45, 45, 30, 30, 25 and 25.
        let family = [(1955, 45), (1958, 45), (1986, 30), (1988, 30), (2016, 25), (2020, 25)].map { year, doses in
            Self.patient(born: year, doses: doses, apart: (2025 - year) * 365 / doses)
        }
        let round = Stopwatch.microseconds(rounds: 10, calls: 1) {
            for person in family { _ = recommender.recommendations(for: person, on: Self.day) }
        }
        Stopwatch.print("family of six, 200 doses", round)
        // 5 days apart, and as nobody was ever vaccinated: all on one day.
        for (apart, name) in [(5, "doses"), (0, "doses on one day")] {
            var half: Double?
            for count in [156, 312, 625, 1_250, 2_500, 5_000] {
                let person = Self.patient(born: 1950, doses: count, apart: apart)
                let time = Stopwatch.microseconds(rounds: 3, calls: 1) { _ = engine.assess(person, on: Self.day) }
                Stopwatch.print("history of \(count) \(name)", time, ratio: half.map { time / $0 })
                half = time
            }
        }
    }

    /// The catalogue that we ship.
    static func catalogueFiles() throws -> [String: [UInt8]] { try files(in: catalogueFolder) }

    private static func files(in folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where url.pathExtension == "json" {
            files[url.lastPathComponent] = [UInt8](try Data(contentsOf: url))
        }
        return files
    }

    private static func patient(born year: Int, doses: Int, apart days: Int) -> Patient {
        let kinds = ["dtap-ipv-hib-hepb", "mmr", "influenza", "td", "tbe", "covid-19-mrna", "pcv20", "hepatitis-a"]
        let birth = CalendarDate(clampingDayNumber: (year - 1970) * 365)
        var patient = Patient(species: "person", birthDate: birth, home: ["DE"])
        patient.doses = (0..<doses).map { number in
            let date = PartialDate(birth.adding(days: 60 + number * days))
            return AdministeredDose(id: String(number), vaccine: kinds[number % kinds.count], date: date)
        }
        return patient
    }
}
