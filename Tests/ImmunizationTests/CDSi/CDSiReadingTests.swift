import CivilDates
import Foundation
import Immunization
import Testing

@testable import CDSiConverter

@Suite("Reading CDSi's cases and rules", .timeLimit(.minutes(3)))
struct CDSiReadingTests {
    private func list(_ text: String) throws -> [CDSiCase] {
        try CDSiCase.list(json: Data(text.utf8), file: "CASES.json")
    }

    @Test(
        "what can't be read is told with its place, in words",
        arguments: [
            ("nothing", "CASES.json: is no JSON"), ("", "CASES.json: is no JSON"),
            ("{}", "CASES.json: is no JSON list of cases"), ("\"a\"", "CASES.json: is no JSON list of cases"),
            ("[1]", "CASES.json: case 1 is of the wrong type"), ("[null]", "CASES.json: case 1 is null"),
            (#"[{"dob": "2020-01-01"}]"#, "CASES.json: case 1 has no 'id'"),
            (#"[{"id": "a", "vaccineGroup": "FLU", "dob": 3}]"#, "CASES.json: case 1, dob is of the wrong type"),
            (
                #"[{"id": "a", "vaccineGroup": "FLU", "dob": "x", "assessmentDate": "x", "doses": [{"cvx": "1"}]}]"#,
                "CASES.json: case 1, doses 1 has no 'date'"
            ),
        ])
    func unreadable(text: String, sentence: String) {
        let error = #expect(throws: CDSiError.self) { try list(text) }
        #expect(error?.description == sentence)
    }

    @Test("what may be left out may be; an empty list is one")
    func sparse() throws {
        #expect(try list("[]").isEmpty)
        let text = #"""
            [{"id": "a", "vaccineGroup": "FLU", "dob": "2020-01-01", "assessmentDate": "2026-01-01",
              "doses": [{"date": "2021-01-01", "cvx": 8}, {"date": "2021-02-01", "cvx": null}],
              "expected": {"forecastDose": 2}}]
            """#
        let one = try #require(try list(text).first)
        let (patient, day) = try one.patient()
        #expect(patient.doses.map(\.vaccine) == ["08", ""])
        #expect(day.description == "2026-01-01")
        #expect(one.expected.forecastDose == "2")
    }

    @Test(
        "a day that doesn't exist is named",
        arguments: [("2026-02-30", "2026-01-01", "dob"), ("2026-01-01", "soon", "assessmentDate")])
    func days(dob: String, day: String, name: String) throws {
        let text = #"[{"id": "a", "vaccineGroup": "FLU", "dob": "\#(dob)", "assessmentDate": "\#(day)"}]"#
        let one = try #require(try list(text).first)
        let error = #expect(throws: CDSiError.self) { try one.patient() }
        #expect(error?.description == "case a: \(name) '\(name == "dob" ? dob : day)' is no date")
    }

    @Test("an absolute minimum that isn't written lets every earlier dose pass as in grace (tables 6-14, 6-17)")
    func missingMinimum() throws {
        let text = """
            <seriesDose><age><minAge>5 years</minAge></age><age><absMinAge>4 years</absMinAge></age>
            <interval><fromPrevious>Y</fromPrevious><minInt>4 weeks</minInt></interval></seriesDose>
            """
        let element = try #require(XMLElement.read(Data(text.utf8)))
        let dose = try SeriesDoseReader(text: CDSiText(place: "test")).dose(element)
        #expect(dose.ages.map(\.absoluteMinimum?.description) == ["0 days", "4 years"])
        #expect(dose.ages.map(\.minimum?.description) == ["5 years", nil])
        #expect(dose.intervals.map(\.absoluteMinimum?.description) == ["0 days"])
    }

    @Test("XML in too many levels, or none at all, is refused")
    func badXML() {
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        for text in ["", "<a>", "<a></b>", deep] { #expect(XMLElement.read(Data(text.utf8)) == nil) }
    }

    @Test(
        "a sheet's name of a vaccine group is understood", .enabled(if: CDSiData.isPresent),
        arguments: [
            ("DTAP", "DTaP/Tdap/Td"), ("Td", "DTaP/Tdap/Td"), ("POL", "Polio"), ("IPOL", "Polio"), ("FLU", "Influenza"),
            ("MCV", "Meningococcal"), ("mcv4", nil), ("MENB", "Meningococcal B"), ("Meningococcal", "Meningococcal"),
            ("PCV", "Pneumococcal"), ("ROTA", "Rotavirus"), ("VAR", "Varicella"), ("HepB", "HepB"), ("HIB", "Hib"),
            ("JE", "Japanese Encephalitis"), ("YF", "Yellow Fever"), ("MMR", "MMR"), ("Measles", "MMR"),
            ("Mpox", "Orthopoxvirus"), ("COVID-19", "COVID-19"), ("Scurvy", nil), ("", nil),
        ] as [(String, String?)])
    func groups(name: String, group: String?) throws {
        #expect(try CDSiData.run().group(named: name) == group)
    }

    @Test(
        "the answer has the shape that was agreed on, with null where there is nothing",
        .enabled(if: CDSiData.isPresent))
    func shape() throws {
        let text = #"""
            [{"id": "a", "vaccineGroup": "MMR", "dob": "2020-01-01", "assessmentDate": "2020-01-02"},
             {"id": "b", "vaccineGroup": "Scurvy", "dob": "2020-01-01", "assessmentDate": "2026-01-02",
              "doses": [{"date": "2021-01-01", "cvx": "03"}, {"date": "2021-01-01", "cvx": "9999"}]}]
            """#
        let run = try CDSiData.run()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let answers = try list(text).map { String(decoding: try encoder.encode(try run.answer($0)), as: UTF8.self) }
        #expect(
            answers[0]
                == #"{"doses":[],"earliest":"2021-01-01","forecastDose":"1","id":"a","pastDue":"2021-05-28","#
                + #""recommended":"2021-01-01","seriesStatus":"Not Complete"}"#)
        #expect(
            answers[1]
                == #"{"doses":[{"status":"Valid"},{"status":null}],"earliest":null,"forecastDose":null,"id":"b","#
                + #""pastDue":null,"recommended":null,"seriesStatus":null}"#)
    }
}
