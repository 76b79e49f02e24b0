import Foundation
import HealthCertificate
import Immunization
import Testing

@testable import WebApp

@Suite("Words for faults of catalogue files")
struct FaultWordsTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let english: Localizer
    private let german: Localizer

    init() throws {
        let localization = try Localization(directory: Self.root.appending(path: "Localization"))
        english = try #require(localization.words("en"))
        german = try #require(localization.words("de"))
    }

    @Test(arguments: [
        (
            DataFault(file: "a.json", line: 3, path: "vaccines[2]", .lacksKey, ["name": "kind"]),
            "a.json, Zeile 3, vaccines[2]: „kind“ fehlt"
        ),
        (
            DataFault(file: "a.json", line: 1, .tooLarge, ["count": 4_194_304]),
            "a.json, Zeile 1: ist größer als 4194304 Byte"
        ),
        (
            DataFault(file: "b.json", .scheduleTwice),
            "Datei b.json: einen Impfkalender mit dieser Kennung gibt es schon"
        ),
        (
            DataFault(file: "b.json", path: "mmr", .doseAges, ["number": 2, "older": "1 year", "younger": "4 years"]),
            "Datei b.json, mmr: Dosis 2 nennt das Alter „1 year“ nach „4 years“"
        ),
        (
            DataFault(file: "b.json", line: 8, .seriesCycle, ["group": "a", "antigen": "measles"]),
            "b.json, Zeile 8: ein Kreis: Die Impfserien der Gruppe „a“ gegen „measles“ warten auf ihren eigenen Abschluss"
        ),
    ])
    func germanPagesSayItInGerman(fault: DataFault, words: String) {
        #expect(german.fault(fault) == words)
    }

    @Test func theCommandLineSpeaksEnglish() throws {
        let fault = DataFault(file: "a.json", line: 3, path: "vaccines[2].kind", .unknownKind)
        #expect(english.fault(fault) == "a.json:3: vaccines[2].kind: is a kind that does not exist")
        #expect(try fault.sentence(resources: Self.root.path) == english.fault(fault))
    }

    @Test func aMessageIsNamedAfterItsCode() {
        #expect(DataFault.Code.notTrueOrFalse.messageID() == "admin.fault.not-true-or-false")
        #expect(Verdict.unknownIssuer.messageID("detail") == "verdict.unknown-issuer.detail")
    }
}
