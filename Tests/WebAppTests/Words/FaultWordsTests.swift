import Foundation
import HealthCertificate
import Immunization
import Testing

@testable import Operators
@testable import Web
@testable import WebApp

@Suite("Words for faults of catalogue files", .timeLimit(.minutes(3)))
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

    @Test(
        arguments: [
            (
                DataFault(file: "a.json", line: 3, path: "vaccines[2]", .lacksKey, ["name": "kind"]),
                "at-value lacks-key", ["name": "kind"]
            ),
            (
                DataFault(file: "a.json", line: 1, .tooLarge, ["count": 4_194_304]),
                "at-line too-large", ["count": "4194304"]
            ),
            (DataFault(file: "b.json", .scheduleTwice), "in-file schedule-twice", [:]),
            (
                DataFault(
                    file: "b.json", path: "mmr", .doseAges, ["number": 2, "older": "1 year", "younger": "4 years"]),
                "in-part dose-ages", ["number": "2", "older": "1 year", "younger": "4 years"]
            ),
            (
                DataFault(file: "b.json", line: 8, .seriesCycle, ["group": "a", "antigen": "measles"]),
                "at-line series-cycle", ["group": "a", "antigen": "measles"]
            ),
        ] as [(DataFault, String, [String: String])])
    func germanPagesSayItInGerman(fault: DataFault, ids: String, gaps: [String: String]) throws {
        let parts = ids.components(separatedBy: " ")
        let reason = try words("admin.fault.\(parts[1])", gaps, in: "de")
        let places = ["file": fault.file, "line": "\(fault.line)", "path": fault.path, "reason": reason]
        #expect(try german.fault(fault) == words("admin.place.\(parts[0])", places, in: "de"))
    }

    @Test func daysAndMomentsAreWrittenAsTheLanguageDoes() throws {
        let fault = DataFault(
            file: "catalogue.sig", .older, ["signed": "2026-11-25", "newest": "2026-12-01T10:15:00Z"])
        let moment = Date(timeIntervalSince1970: 1_796_120_100)
        let gaps = ["signed": german.date("2026-11-25"), "newest": german.time(moment)]
        let reason = try words("admin.fault.older", gaps, in: "de")
        #expect(
            try german.fault(fault)
                == words("admin.place.in-file", ["file": "catalogue.sig", "reason": reason], in: "de"))
    }

    @Test func theCommandLineSpeaksEnglish() throws {
        let fault = DataFault(file: "a.json", line: 3, path: "vaccines[2].kind", .unknownKind)
        let reason = try words("admin.fault.unknown-kind")
        let gaps = ["file": "a.json", "line": "3", "path": "vaccines[2].kind", "reason": reason]
        #expect(try english.fault(fault) == words("admin.place.at-value", gaps))
        #expect(try fault.sentence(resources: Self.root.path) == english.fault(fault))
    }

    @Test func aMessageIsNamedAfterItsCode() {
        #expect(DataFault.Code.notTrueOrFalse.messageID() == "admin.fault.not-true-or-false")
        #expect(Verdict.unknownIssuer.messageID("detail") == "verdict.unknown-issuer.detail")
    }
}
