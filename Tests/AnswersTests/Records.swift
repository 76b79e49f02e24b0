import Answers
import CivilDates
import Foundation
import Immunization
import ImmunizationCases
import Testing

/// Records of made-up people and animals, and what is answered to them by the catalogue that the repository ships.
enum Records {
    static let today = "2026-11-28"

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Read once; a failure fails every test that asks for it.
    static let release = Result {
        let folder = root.appending(path: "Catalogue").resolvingSymlinksInPath()
        var files: [String: [UInt8]] = [:]
        for path in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
        where path.hasSuffix(".json") {
            files[path] = [UInt8](try Data(contentsOf: folder.appending(path: path)))
        }
        return try CatalogueRelease(files: files)
    }

    /// Patients of the repository, each with the answer that is expected.
    static let patients = root.appending(path: "Tests/AnswersTests/Patients")

    /// The cases of the reference data: beside the repository, or where `VACCINAPP_TEST_DATA` says.
    static let cases: URL = {
        let data = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"].map { URL(filePath: $0) }
        return (data ?? root.deletingLastPathComponent().appending(path: "shared/data")).appending(path: "answers")
    }()

    /// The files of the engine's own cases and of those of answers, where these are here.
    static var allCases: [String] {
        [root.appending(path: "Tests/ImmunizationTests/Cases"), patients, cases].flatMap { folder -> [String] in
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return paths.filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0).path }
        }
    }

    static func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    /// A day as a test writes it; the last of all, which nothing expects, where it is none.
    static func date(_ text: String) -> CalendarDate { CalendarDate(text) ?? .last }

    /// A person of Germany with doses as cases write them: `2021-04-20 boostrix`.
    static func person(
        _ birth: String, _ sex: Sex = .male, _ doses: [String] = [], observations: [PatientObservation] = [],
        species: String = "person"
    ) throws -> Dossier {
        var patient = Patient(
            species: species, birthDate: try day(birth), sex: sex, observations: observations, home: ["DE"])
        patient.doses = try doses.enumerated().map { number, text in
            let words = text.split(separator: " ").map(String.init)
            let date = try #require(PartialDate(words[0]))
            return AdministeredDose(
                id: "\(number + 1)", vaccine: words[1], date: date,
                validUntil: words.count > 3 ? try day(words[3]) : nil)
        }
        return Dossier(patient)
    }

    static func answer(_ dossier: Dossier, on day: String = today) throws -> Answer {
        let release = try release.get()
        return Answer(of: dossier, by: release.engine, catalogue: release.catalogue, on: try self.day(day))
    }

    static func line(_ id: String, of dossier: Dossier, on day: String = today) throws -> Answer.Line {
        try #require(try answer(dossier, on: day).lines.first { $0.id == id })
    }
}
