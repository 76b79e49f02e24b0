import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

/// The switch of the language is a button of the page's form, which comes back as it was typed.
@Suite("Another language loses nothing that was typed", .timeLimit(.minutes(3)))
struct LanguageSwitchTests {
    /// The contents of a page's text fields.
    private func values(_ body: String) -> [String: String] {
        body.matches(of: /<(?:input|textarea)[^>]*name="([^"]+)"[^>]*>/).reduce(into: [:]) { values, match in
            values[String(match.1)] = match.0.firstMatch(of: /value="([^"]*)"/).map { String($0.1) }
        }
    }

    private func expectKept(
        _ person: Person, _ path: String, _ typed: [String: String], in page: String? = nil
    ) async throws {
        let before = try await person.get(page ?? path).body
        #expect(before.contains("<form id=\"entry\" method=\"post\" action=\"\(path)\""), "\(path)")
        let button = try #require(before.firstMatch(of: /<button name="language" value="de"[^>]*>/)?.0)
        #expect(button.contains("form=\"entry\" formnovalidate"), "\(button)")
        let answer = try await person.post(path, typed.merging(["language": "de"]) { $1 })
        #expect(answer.status == .ok && answer.body.contains("<html lang=\"de\">"), "\(path) \(answer.status)")
        #expect(!answer.body.contains("id=\"errors\""), "\(path)")
        let kept = values(answer.body)
        for (name, value) in typed where value != "yes" { #expect(kept[name] == value, "\(path) \(name)") }
        // The account speaks it from now on.
        #expect(try await person.get("/settings").body.contains("<html lang=\"de\">"))
        _ = try await person.post("/language", ["language": "en"])
    }

    @Test func aVaccinationsFormIsKept() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            try await expectKept(person, path, ["batch": "A1", "date-year": "1830", "administered-by": "Dr. Test"])
            let id = try #require(PassID(pass))
            #expect(try await person.vault(app).read { try $0.vaccinations(of: id) }.isEmpty)
            let dose = try await person.dose(pass, "measles", "priorix", ("3", "5", "2021"))
            let edit = "/passes/\(pass)/vaccinations/\(dose)/edit"
            try await expectKept(person, edit, ["batch": "changed", "date-day": "32"])
            #expect(try await !person.get("/passes/\(pass)/vaccinations/\(dose)").body.contains("changed"))
        }
    }

    @Test func theTableOfABookletIsKept() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/table"
            let typed = [
                "date-1": "3.5.19", "vaccine-1": "nothing like it", "batch-1": "A1", "date-20": "x", "batch-2": "B",
            ]
            try await expectKept(person, path, typed)
            let whole = ["date-1": "3.5.19", "batch-1": "A1"]
            let answer = try await person.post(path, whole.merging(["vaccine-1": "priorix", "language": "de"]) { $1 })
            #expect(answer.status == .ok && answer.body.contains("Priorix"))
            let id = try #require(PassID(pass))
            #expect(try await person.vault(app).read { try $0.vaccinations(of: id) }.isEmpty)
        }
    }

    @Test func formsOfAPassOfItsHealthAndOfTripsAreKept() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await expectKept(person, "/passes/new", ["name": "Neu", "birthdate-year": "3000"])
            try await expectKept(person, "/passes/\(pass)/edit", ["name": "", "birthdate-day": "5"])
            try await expectKept(person, "/passes/\(pass)/journeys", ["from-day": "5", "from-year": "27"])
            try await expectKept(person, "/passes/\(pass)/health", ["due-day": "5", "due-year": "2029"])
            #expect(try await person.get("/passes").body.contains("Ada Test"))
        }
    }

    @Test func theReviewOfAnImportIsKept() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let table = "Impfdatum;Impfstoff\n20.05.1998;Priorix\n"
            let path = try await person.upload(Array(table.utf8), named: "booklet.csv")
            let chosen = [
                "pass": pass, "column-1": "date", "column-2": "vaccineName", "date-format": "monthDayYear",
                "separator": ";", "encoding": "UTF-8", "heading": "yes", "language": "de",
            ]
            let columns = try await person.post(path + "/columns", chosen)
            #expect(columns.status == .ok && columns.body.contains("<html lang=\"de\">"))
            #expect(columns.body.contains("id=\"date-format-monthDayYear\" checked"))
            _ = try await person.post(
                path + "/columns", chosen.merging(["language": "", "date-format": "dayMonthYear"]) { $1 })
            let preview = try await person.post(path, ["pass-1": pass, "shown-1": pass, "language": "en"])
            #expect(preview.status == .ok && preview.body.contains("<html lang=\"en\">"))
            #expect(preview.body.contains("form=\"entry\" formnovalidate"))
            let id = try #require(PassID(pass))
            #expect(try await person.vault(app).read { try $0.vaccinations(of: id) }.isEmpty)
        }
    }

    @Test func withoutAnyFormItLeadsBackAsBefore() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let page = try await person.get("/passes/\(pass)").body
            #expect(!page.contains("form=\"entry\""))
            let answer = try await person.post("/language", ["language": "de", "return": "/passes/\(pass)"])
            #expect(answer.location == "/passes/\(pass)")
            #expect(
                try await person.post("/passes/new", ["language": "xx", "name": ""]).status == .unprocessableContent)
        }
    }
}
