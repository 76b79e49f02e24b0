import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Model
import PassArchive
import Seeded
import TestSupport
import Testing

@testable import IntakePages
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// Every number, date and text of a file is an extreme one in turn: it is refused, or kept as it can be.
@Suite("Extreme values in files", .timeLimit(.minutes(5)))
struct ExtremeFilesTests {
    /// So that nothing that is tried stays in the vault.
    struct Undo: Error {}

    /// What was read is shown, stored and written again.
    static func take(_ contents: ArchiveContents, _ app: TestApp, _ vault: Vault, _ what: String) async throws {
        let pending = PendingArchive(fileName: "x", source: "age", contents: contents, findings: [], now: TestApp.now)
        let document = try #require(pending.document, "\(what)")
        #expect(throws: Never.self, "\(what)") { try ArchiveReader.read(Array(document.utf8)) }
        let localization = app.services.localization
        let catalogue = app.services.catalogue.current
        let finder = app.services.finder(localization.fallback)
        let intake = ArchiveIntake(latestDay: TestApp.today, localization: localization)
        do {
            try await vault.write { records in
                let preview = try ArchivePreview(
                    contents, destinations: [], intake: intake, catalogue: catalogue,
                    beside: ArchivePreview.Present(in: records))
                for words in localization.languages {
                    _ = ImportPreviewPage(
                        id: .random(), pending: pending, preview: preview, choices: ImportChoices(), rejected: [],
                        questions: ImportQuestions(contents, asked: [], ImportChoices(), finder: finder),
                        catalogue: catalogue, errors: FormErrors()
                    ).values(words)
                }
                let changes = try ArchiveChanges(
                    preview, ImportChoices(),
                    judge: CertificateJudge(trust: TrustStore(signers: []), moment: TestApp.now), catalogue: catalogue)
                var store = try ArchiveStore(changes, in: records, today: TestApp.today)
                try store.store()
                for pass in try records.passes() {
                    let record = try HealthRecord(pass, in: records)
                    for words in localization.languages {
                        for vaccination in record.vaccinations {
                            _ = words.date(vaccination.date) + words.time(vaccination.createdAt)
                        }
                    }
                    // The engine reckons with dates alone; asking it each time would take minutes.
                    guard ["birthDate", "date", "from", "to", "value"].contains(what) else { continue }
                    _ = try record.answer(app.services.catalogue.release, on: TestApp.today)
                }
                throw Undo()
            }
        } catch is Undo {}
    }

    static func withVault(_ body: @escaping @Sendable (TestApp, Vault) async throws -> Void) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(app, try await person.vault(app))
        }
    }

    private static let pass = ArchivedPass(
        id: "a", Pass(kind: "person", name: "Ada Test", birthDate: PartialDate(ofRecord: "1987-04-12"), sex: .female),
        createdAt: TestApp.now,
        facts: [
            ArchivedFact(
                id: "f",
                Fact(
                    kind: "gestation-weeks", value: "37", from: PartialDate(ofRecord: "2020"),
                    to: PartialDate(ofRecord: "2021-05")))
        ],
        vaccinations: [
            ArchivedVaccination(
                id: "v",
                Vaccination(
                    target: "measles", vaccine: "priorix", vaccineName: "P",
                    date: PartialDate(ofRecord: "1998-05-20") ?? .any, batch: "A1", administeredBy: "Dr. Test",
                    country: "DE", note: "x", doseNumber: 1, seriesDoses: 2), createdAt: TestApp.now,
                updatedAt: TestApp.now
            )
        ], certificates: [ArchivedCertificate(id: "c", vaccination: "v", text: "HC1:NCF", addedAt: TestApp.now)])

    @Test func everyValueOfAnArchive() async throws {
        try await Self.withVault { app, vault in
            let pending = PendingArchive(
                fileName: "x", source: "age", contents: ArchiveContents(passes: [Self.pass]), findings: [],
                now: TestApp.now)
            var read = 0
            for variant in Extremes.variants(of: try #require(pending.document)) {
                guard let contents = try? ArchiveReader.read(Array(variant.text.utf8)) else { continue }
                read += 1
                try await Self.take(contents, app, vault, variant.name)
            }
            #expect(read > 100)
        }
    }

    @Test func everyValueOfFHIR() async throws {
        try await Self.withVault { app, vault in
            let codes = ClinicalCodes(app.services.catalogue.current)
            var random = SeededGenerator(seed: 1)
            let text = String(
                decoding: PatientSummary.write(Self.pass, codes: codes, at: TestApp.now, using: &random), as: UTF8.self)
            var read = 0
            for variant in Extremes.variants(of: text) {
                guard let found = try? FHIRReader.read(Array(variant.text.utf8), codes: codes) else { continue }
                read += 1
                try await Self.take(ArchiveContents(passes: found.passes), app, vault, variant.name)
            }
            #expect(read > 100)
        }
    }

    @Test func everyCellOfATable() async throws {
        try await Self.withVault { app, vault in
            let codes = ClinicalCodes(app.services.catalogue.current)
            let columns = VaccinationColumn.allCases
            var good = Vaccination.full
            (good.target, good.vaccine) = ("measles", "priorix")
            for column in columns.indices {
                for value in Extremes.numbers + Extremes.dates + Extremes.texts {
                    var cells = columns.map { $0.field[good]?.description ?? "" }
                    cells[column] = "\"" + value + "\""
                    let table = try VaccinationTable(
                        Array(cells.joined(separator: ";").utf8), encoding: .utf8, separator: .semicolon)
                    for format in TableDateFormat.allCases {
                        let mapping = VaccinationTable.Mapping(columns: columns, dateFormat: format, hasHeading: false)
                        let result = try TableImport(table, mapping: mapping, codes: codes, species: "person")
                        #expect(result.vaccinations.count + result.rejections.count == 1)
                        var pass = Self.pass
                        pass.vaccinations = result.vaccinations
                        if format == .yearMonthDay, !result.vaccinations.isEmpty {
                            try await Self.take(ArchiveContents(passes: [pass]), app, vault, value)
                        }
                    }
                }
            }
        }
    }
}

extension PartialDate {
    fileprivate static var any: PartialDate { PartialDate(year: 2021) ?? .any }
}
