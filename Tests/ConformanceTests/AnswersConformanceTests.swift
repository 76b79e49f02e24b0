import Foundation
import ImmunizationCases
import Testing

@testable import conformance

@Suite("Cases of answers", .timeLimit(.minutes(3)))
struct AnswersConformanceTests {
    private static let catalogue = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Catalogue").resolvingSymlinksInPath().path

    /// Judges cases, each by its name.
    private func outcomes(_ cases: [String: String]) throws -> (outcomes: [AnsweredCase], unreadable: [any Error]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in cases { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let read = try CaseFolder(catalogue: Self.catalogue, cases: folder.path)
        let check = AnswerCheck(read.release)
        return read.outcomes { path, bytes in
            let file = try check.read(bytes, name: path)
            return AnsweredCase(file, check.answer(file), check)
        }
    }

    private func text(_ head: String, expect: String) -> String {
        """
        {\(head)"patient": {"species": "person", "born": "1976-08-01", "sex": "male"}, "given": ["2018-05-04 boostrix"],
         "day": "2026-11-28", "expect": \(expect)}
        """
    }

    @Test("a case is printed as others compare it, one of a schedule without being compared")
    func printed() throws {
        let found = try outcomes([
            "a.json": text("", expect: #"{"td": {"state": "nowUnlessGiven", "question": true}}"#),
            "b.json": text("", expect: #"{"td": {"state": "complete"}}"#),
            "c.json": text(#""schedule": "de-stiko", "#, expect: #"{"td": {"status": "overdue"}}"#),
        ]).outcomes
        #expect(found.map(\.agrees) == [true, false, nil])
        #expect(found[1].differences == ["td: state complete expected, nowUnlessGiven found"])
        let json = try CaseFolder.json(found[2])
        #expect(json.contains(#""agrees":null"#) && json.contains(#""case":"c.json""#))
        #expect(json.contains(#""injectionsNow":0"#) && json.contains(#""pertussis":"counts""#))
        let line =
            #"{"antigens":["tetanus","diphtheria"],"day":null,"dose":2,"id":"td","question":true,"state":"nowUnlessGiven"}"#
        #expect(json.contains(line))
    }

    @Test("a vaccine that the catalogue doesn't have is a difference, and takes no other dose's place")
    func unknownVaccine() throws {
        let given = #""given": ["2018-05-04 boostrix"]"#
        let unknown = given.replacing("[", with: #"["2017-01-01 brandless", "#)
        let text = text("", expect: "{}").replacing(given, with: unknown)
        let found = try outcomes([
            "a.json": text, "b.json": text.replacing(#""patient""#, with: #""schedule": "de-stiko", "patient""#),
        ]).outcomes
        #expect(found.map(\.agrees) == [false, nil])
        #expect(found[0].differences == ["given: brandless is not in the catalogue"])
        for outcome in found {
            #expect(try CaseFolder.json(outcome).contains(#""doses":[{},{"pertussis":"counts","#))
        }
    }

    @Test("what can't be read is told, and hides no other case")
    func unreadable() throws {
        let found = try outcomes([
            "a.json": text("", expect: "{}"), "b.json": "{", "c.json": text(#""colour": 1, "#, expect: "{}"),
        ])
        #expect(found.outcomes.map(\.name) == ["a.json"] && found.unreadable.count == 2)
    }
}
