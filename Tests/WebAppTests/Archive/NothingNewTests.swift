import Foundation
import HTTPTypes
import Testing

@testable import WebApp

/// What an import says that changes nothing: that all is there only of what could be read.
@Suite("Files with nothing new", .timeLimit(.minutes(3)))
struct NothingNewTests {
    private static let sentences = [
        "unread", "no-vaccination", "rest-there", "all-there", "all-there.several", "nothing",
    ]
    .map { "archive.preview.\($0)" }

    private static let dose = """
        {"resourceType": "Immunization", "status": "completed", "vaccineCode": {"text": "Priorix"},
         "patient": {"reference": "resource:0"}, "occurrenceDateTime": "2016-05-02"}
        """
    private static let patient = """
        {"fullUrl": "resource:0", "resource": {"resourceType": "Patient", "name": [{"text": "Ada Test"}],
         "birthDate": "1987-04-12"}}
        """

    private static func bundle(_ entries: [String]) -> [UInt8] {
        Array(#"{"resourceType": "Bundle", "entry": [\#(entries.joined(separator: ","))]}"#.utf8)
    }

    /// That the preview of an import says this sentence and none of the others.
    private static func expect(
        _ message: String, of path: String, by person: Person, _ values: [String: String] = [:]
    ) async throws {
        let page = try await person.get(path).body
        #expect(sentences.filter { page.says($0) } == ["archive.preview.\(message)"])
        #expect(page.says("archive.preview.\(message)", values))
        #expect(try !page.contains("<button>\(words("archive.preview.submit"))</button>"), "nothing is to be imported")
    }

    @Test(
        arguments: [
            (dose, "unread"), (#"{"resource": \#(dose)}"#, "unread"),
            (#"{"resource": {"resourceType": "AllergyIntolerance"}}"#, "no-vaccination"),
        ])
    func aFileWithoutADoseForAnybodySaysWhy(entry: String, message: String) async throws {
        try await TestApp.openWithPass { _, person, _ in
            let file = entry == Self.dose ? Array(entry.utf8) : Self.bundle([entry])
            try await Self.expect(message, of: person.upload(file, named: "a.json"), by: person)
        }
    }

    @Test func aTableOfWhichNoLineCanBeReadGivesThemBack() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let path = try await person.upload(Array("Datum;Impfstoff;Ort\n;;Ulm\n;;Bonn\n".utf8), named: "a.csv")
            let columns = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName", "column-3": "",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            #expect(try await person.post(path + "/columns", columns).location == path)
            try await Self.expect("unread", of: path, by: person)
            #expect(try await person.get(path + "/rejected").body.contains("Bonn"))
        }
    }

    @Test func aSecondTimeAllIsThereUnlessSomethingCouldNotBeRead() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let good = #"{"resource": \#(Self.dose)}"#
            let broken = good.replacing("2016-05-02", with: "soon")
            let first = try await person.upload(Self.bundle([Self.patient, good]), named: "a.json")
            #expect(try await person.post(first, ["pass-1": pass, "shown-1": pass]).status == .seeOther)
            let again = try await person.upload(Self.bundle([Self.patient, good]), named: "a.json")
            try await Self.expect("all-there", of: again, by: person, ["name": "Ada Test"])
            let partly = try await person.upload(Self.bundle([Self.patient, good, broken]), named: "a.json")
            try await Self.expect("rest-there", of: partly, by: person)
        }
    }
}
