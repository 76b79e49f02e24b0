import CivilDates
import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import Vault
@testable import WebApp

@Suite("Tables are imported once their columns are explained", .timeLimit(.minutes(3)))
struct TableImportTests {
    private static let table = """
        Impfdatum;Impfstoff;Impfung gegen;Charge;Land
        20.05.1998;Priorix;Masern;A1;Deutschland
        31.02.2021;Encepur;FSME;'=1;
        03.04.2031;Encepur;FSME;;
        5.6.2020;Encepur;FSME;'=cmd;Utopia
        """

    private static func columns(_ pass: String, _ more: [String: String] = [:]) -> [String: String] {
        [
            "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName", "column-3": "target",
            "column-4": "batch", "column-5": "country", "date-format": "dayMonthYear", "separator": ";",
            "encoding": "UTF-8",
        ].merging(more) { $1 }
    }

    @Test func guessesTheColumnsAndListsWhatCannotBeTaken() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let path = try await person.upload(Array(Self.table.utf8), named: "booklet.csv")
            let page = try await person.get(path).body
            #expect(
                try page.contains("\(words("archive.table.column")) 1: <bdi>Impfdatum</bdi>")
                    && page.contains("20.05.1998"))
            #expect(page.contains("<option value=\"date\" selected>"))
            #expect(page.contains("value=\"dayMonthYear\" id=\"date-format-dayMonthYear\" checked"))
            let chosen = try await person.post(path + "/columns", Self.columns(pass))
            #expect(chosen.location == path)
            let preview = try await person.get(path).body
            #expect(
                preview.says("archive.count.new", ["count": "2"])
                    && preview.says("archive.preview.rejected", ["count": "2"]))
            #expect(preview.says("archive.rejected.date-in-future"))
            let rejected = try await person.get(path + "/rejected")
            #expect(
                try rejected.headers[.contentDisposition]?.contains("\(words("archive.rejected-name"))-2026-11-21.csv")
                    == true)
            #expect(
                try rejected.body.contains(
                    "3,\(words("archive.rejected.date-unreadable")),31.02.2021,Encepur,FSME,'=1,"))
            _ = try await person.post(path, ["pass-1": pass, "shown-1": pass])
            let doses = try await ArchiveFixtures.archive(person, app).passes.flatMap(\.vaccinations)
            #expect(doses.map(\.target) == ["tbe", "measles"])
            #expect(doses.map(\.vaccine) == ["encepur-erwachsene", "priorix"])
            #expect(doses.map(\.country) == [nil, "DE"] && doses.map(\.note) == ["Utopia", nil])
            #expect(doses.map(\.batch) == ["=cmd", "A1"])
            let again = try await person.upload(Array(Self.table.utf8))
            _ = try await person.post(again + "/columns", Self.columns(pass))
            #expect(try await person.get(again).body.says("archive.preview.rest-there"))
        }
    }

    @Test(
        "Says what is missing and keeps what was chosen",
        arguments: [
            (["column-1": ""], "date-missing"), (["column-2": "date"], "column-twice"),
            (["column-2": "", "column-3": ""], "target-missing"), (["pass": "x"], "pass-missing"),
            (["date-format": "x"], "format-missing"), (["encoding": "x"], "unreadable"),
            (["separator": "\t"], "other-columns"),
            (["column-1": "", "column-3": "vaccineName"], "date-missing"),
        ] as [([String: String], String)])
    func refusesColumns(change: [String: String], says message: String) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let path = try await person.upload(Array(Self.table.utf8))
            let answer = try await person.post(path + "/columns", Self.columns(pass, change))
            #expect(answer.status == .unprocessableContent && answer.body.says("archive.table.\(message)"))
            let links = answer.body.matches(of: /href="#(column-\d+)">/).compactMap {
                Int($0.1.dropFirst(7), radix: 10)
            }
            #expect(links == links.sorted(), "the summary has the order of the fields")
            if change["separator"] == nil { #expect(answer.body.contains("value=\"country\" selected")) }
        }
    }

    /// The latest year that isn't in the future, and not before the birth.
    @Test func takesYearsOfTwoDigitsWhereOneCenturyIsPossible() async throws {
        let table = "Impfdatum;Impfstoff\n3.5.19;Priorix\n20.05.98;Encepur\n1.2.86;Encepur\n03.05.2018;Boostrix\n"
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let chosen = [
                "pass": pass, "heading": "yes", "column-1": "date", "column-2": "vaccineName",
                "date-format": "dayMonthYear", "separator": ";", "encoding": "UTF-8",
            ]
            func preview(_ pass: String) async throws -> (path: String, body: String) {
                let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
                let page = try await person.get(path).body
                #expect(page.contains("id=\"date-format-dayMonthYear\" checked"))
                _ = try await person.post(path + "/columns", chosen.merging(["pass": pass]) { $1 })
                return (path, try await person.get(path).body)
            }
            let shown = try await preview(pass)
            #expect(
                shown.body.says("archive.count.new", ["count": "3"])
                    && shown.body.says("archive.preview.rejected", ["count": "1"]))
            _ = try await person.post(shown.path, ["pass-1": pass, "shown-1": pass])
            let doses = try await ArchiveFixtures.archive(person, app).passes.flatMap(\.vaccinations)
            #expect(Set(doses.map(\.date.description)) == ["2019-05-03", "1998-05-20", "2018-05-03"])
            // Of somebody of a hundred and ten both centuries are possible; so they are where the birth isn't known.
            let old = try await person.pass("Opa Test", birth: ("", "", "1916"))
            let asked = try await preview(old).body
            #expect(asked.says("archive.rejected.year-unclear"), "\(asked)")
            #expect(
                asked.says("archive.count.new", ["count": "3"])
                    && asked.says("archive.preview.rejected", ["count": "1"]))
            let unborn = try await person.pass("Unborn Test")
            try await person.vault(app).write { records in
                let id = try #require(PassID(unborn))
                var content = try #require(try records.pass(id)).content
                content.birthDate = nil
                try records.update(PassRecord(id: id, content, createdAt: TestApp.now))
            }
            let unknown = try await preview(unborn).body
            #expect(
                unknown.says("archive.rejected.year-unclear")
                    && unknown.says("archive.preview.rejected", ["count": "3"]))
        }
    }

    @Test func takesItsOwnExportBack() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            let table = try await person.get("/passes/\(pass)/export/csv").bytes
            let path = try await person.upload(table)
            let names = VaccinationColumn.allCases.map(\.rawValue)
            var fields = ["pass": pass, "heading": "yes", "date-format": "yearMonthDay", "separator": ","]
            fields["encoding"] = "UTF-8"
            for (index, name) in names.enumerated() { fields["column-\(index + 1)"] = name }
            #expect(try await person.post(path + "/columns", fields).status == .seeOther)
            #expect(try await person.get(path).body.says("archive.preview.all-there"))
        }
    }

    /// With its dates read again for each column this took minutes, and everybody waited.
    @Test(.timeLimit(.minutes(1))) func showsAWideTableAtOnce() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let line = { (date: String) in date + String(repeating: ";x", count: 190) + "\n" }
            let dates = (0..<1_400).map { line("\($0 % 28 + 1).03.20\(10 + $0 % 10)") }
            let path = try await person.upload(Array((line("Datum") + dates.joined()).utf8), named: "wide.csv")
            #expect(try await person.get(path).body.contains("1.03.2010 · 2.03.2011"))
            let answer = try await person.post(path + "/columns", Self.columns(pass, ["column-2": "date"]))
            #expect(answer.status == .unprocessableContent)
        }
    }
}
