import CivilDates
import Foundation
import Immunization
import Model
import PassArchive

/// What `Fixtures/export-1.1.age` holds, which was sealed once.
enum Fixtures {
    static let passphrase = "gentle river stone lantern copper meadow"

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: "Fixtures/\(name)")))
    }

    static var directory: URL { URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent() }

    static var root: URL { directory.deletingLastPathComponent().deletingLastPathComponent() }

    /// The catalogue that the program ships.
    static func catalogue() throws -> Catalogue {
        let directory = Fixtures.root.appending(path: "Catalogue")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".json") }
        let files = try names.map { ($0, Array(try Data(contentsOf: directory.appending(path: $0)))) }
        return try Catalogue(files: Dictionary(uniqueKeysWithValues: files))
    }

    private static func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + seconds) }

    static let passes: [ArchivedPass] = [
        ArchivedPass(
            id: "01k0erikamuster000000000aa",
            Pass(
                kind: "person", name: "Erika Müller-Beispiel", birthDate: PartialDate(ofRecord: "1984-05-17"),
                sex: .female), createdAt: time(0),
            facts: [
                ArchivedFact(
                    id: "01k0fact0000000000000000aa",
                    Fact(
                        kind: "condition", value: "pregnant", from: PartialDate(ofRecord: "2026-02"),
                        to: PartialDate(ofRecord: "2026-11-03")))
            ],
            vaccinations: [
                ArchivedVaccination(
                    id: "01k0vacc0000000000000000aa",
                    Vaccination(
                        target: "covid-19", vaccine: "comirnaty",
                        date: PartialDate(ofRecord: "2021-06-01") ?? .fallback, batch: "AB1234",
                        administeredBy: "Dr. Beispiel", country: "DE", note: "Left arm\n\"no reaction\"", doseNumber: 1,
                        seriesDoses: 2), createdAt: time(1), updatedAt: time(2)),
                ArchivedVaccination(
                    id: "01k0vacc0000000000000000ab",
                    Vaccination(
                        target: "measles", vaccineName: "MMR, brand unreadable",
                        date: PartialDate(ofRecord: "1986") ?? .fallback, otherTargets: "mumps rubella")),
            ],
            certificates: [
                ArchivedCertificate(
                    id: "01k0cert0000000000000000aa", vaccination: "01k0vacc0000000000000000aa",
                    text: "HC1:NOT A REAL CERTIFICATE", addedAt: time(3))
            ],
            attachments: [
                ArchivedAttachment(
                    id: "01k0file0000000000000000aa", vaccination: "01k0vacc0000000000000000ab", name: "booklet.png",
                    mediaType: "image/png", addedAt: time(4), content: [0x89, 0x50, 0x4E, 0x47, 0, 255])
            ]),
        ArchivedPass(
            id: "01k0bello0000000000000000a",
            Pass(kind: "dog", name: "Bello 🐶", birthDate: PartialDate(ofRecord: "2023"), sex: .male),
            vaccinations: [
                ArchivedVaccination(
                    id: "01k0vacc0000000000000000ac",
                    Vaccination(target: "dog-rabies", date: PartialDate(ofRecord: "2024-03") ?? .fallback))
            ]),
    ]
}

extension PartialDate {
    /// For dates in tests, which exist.
    static let fallback = PartialDate(year: 2000) ?? { preconditionFailure("the year 2000 exists") }()
}
