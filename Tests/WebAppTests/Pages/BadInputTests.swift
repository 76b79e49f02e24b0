import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Bad input gets a clear answer and loses nothing", .timeLimit(.minutes(3)))
struct BadInputTests {
    @Test(
        "Refuses impossible passes, keeping what was typed",
        arguments: [
            (["birthdate-day": "31", "birthdate-month": "2"], "error.date.unreal"),
            (["birthdate-year": "2027"], "error.date.future"),
            (["birthdate-year": "1700"], "error.date.early"),
            (["birthdate-month": "Foo"], "error.date.month"),
            (["birthdate-year": ""], "error.date.no-year"),
            (["name": ""], "error.name.empty"),
            (["name": String(repeating: "x", count: 10_000)], "error.text.long"),
            (["name": "Eve\u{202E}txt"], "error.text.characters"),
            (["name": "Eve\0txt"], "error.text.characters"),
            (["kind": "dragon"], "error.kind"),
            (["sex": "perhaps"], "error.choice"),
        ] as [([String: String], String)])
    func refusesAPass(change: [String: String], says id: String) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let good = [
                "name": "Keep Me", "kind": "person", "birthdate-day": "12", "birthdate-month": "4",
                "birthdate-year": "1987", "sex": "female",
            ]
            let answer = try await person.post("/passes/new", good.merging(change) { $1 })
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says(id, ["maximum": "200"]))
            #expect(try answer.body.contains("<title>\(words("shared.title.failed"))"))
            if change["name"] == nil { #expect(answer.body.contains("Keep Me")) }
            #expect(!answer.body.utf8.contains(0))
            #expect(try await person.get("/").location == "/welcome")
        }
    }

    @Test(
        "Refuses impossible vaccinations",
        arguments: [
            (["target": ""], "error.target.empty"),
            (["target": "dog-rabies"], "error.species"),
            (["target": "dragon-pox"], "error.target.unknown"),
            (["vaccine": "nobivac-shp"], "error.species"),
            (["date-day": "", "date-month": "", "date-year": "1980"], "error.date.before-birth"),
            (["vaccine": "comirnaty"], "error.vaccine.unknown"),
            (["vaccine": ""], "error.vaccine.empty"),
            (["date-year": "1980"], "error.date.before-birth"),
            (["date-year": "2030"], "error.date.future"),
            (["country": "XX"], "error.country.unknown"),
            (["note": String(repeating: "n", count: 4_001)], "error.text.long"),
        ] as [([String: String], String)])
    func refusesAVaccination(change: [String: String], says id: String) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let good = [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5",
                "date-year": "1998", "batch": "KEPT-1",
            ]
            let path = "/passes/\(pass)/vaccinations/new"
            let answer = try await person.post(path, good.merging(change) { $1 })
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says(id, ["maximum": "4000"]))
            #expect(answer.body.contains("KEPT-1"))
        }
    }

    /// So what was imported can be edited, whatever one wants to change of it.
    @Test(
        "A form takes what a record holds, and no more",
        arguments: Vaccination.details.compactMap { field in
            if case .text(let limit, _) = field.kind { (field.formName, limit) } else { nil }
        })
    func takesWhatARecordHolds(field: String, limit: Int) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let good = [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
            ]
            for (text, isTaken) in [
                (String(repeating: "é", count: limit), true), (String(repeating: "💉", count: limit), true),
                (String(repeating: "n", count: limit + 1), false),
                (String(repeating: "e\u{301}\u{302}\u{303}", count: limit), false),
            ] {
                let fields = good.merging([field: text, "duplicate": "yes"]) { $1 }
                let answer = try await person.post("/passes/\(pass)/vaccinations/new", fields)
                #expect(answer.status == (isTaken ? .seeOther : .unprocessableContent))
            }
        }
    }

    @Test func keepsAPassFitForWhatItHolds() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            try await person.dose(pass, "measles", "priorix", ("", "", "1998"))
            let edit = "/passes/\(pass)/edit"
            let fields = ["name": "Ada Test", "birthdate-day": "1", "birthdate-month": "1", "sex": "female"]
            func change(_ kind: String, _ year: String) async throws -> Person.Answer {
                try await person.post(edit, fields.merging(["kind": kind, "birthdate-year": year]) { $1 })
            }
            let full = try words("error.kind.vaccinations", count: 1)
            #expect(try await change("dog", "1987").body.contains(full))
            let late = try await change("person", "1999").body
            #expect(late.says("error.birthdate.after-dose", ["date": "1998"]))
            #expect(try await change("person", "1998").status == .seeOther)
        }
    }

    @Test(
        "Says what is wrong with a text that is no certificate",
        arguments: [
            ("", "certificates.fault.empty"), ("hello", "certificates.fault.prefix"),
            ("HC1:abc!", "certificates.fault.base45"),
            ("HC1:NCF", "certificates.fault.zlib"), ("HC1:", "certificates.fault.zlib"),
        ])
    func refusesAText(text: String, says id: String) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let answer = try await person.post("/certificates/new", ["text": text])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says(id))
            if !text.isEmpty { #expect(answer.body.contains(HTMLText.escape(text))) }
        }
    }

    @Test func refusesBrokenFormsWithAPage() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let token = try await person.token()
            let bodies = [
                "form-token=\(token)&name=a&name=b", "form-token=\(token)&name=%ff%fe", "form-token=\(token)&name=%zz",
            ]
            for body in bodies {
                let answer = try await person.postRaw("/passes/new", body)
                #expect(answer.status == .badRequest)
                #expect(answer.body.contains("<h1>"))
            }
            let huge = "form-token=\(token)&text=" + String(repeating: "A", count: 1_000_000)
            #expect(try await person.postRaw("/certificates/new", huge).status == .contentTooLarge)
            #expect(try await person.get("/passes/zzz").status == .notFound)
            #expect(try await person.get("/nowhere").status == .notFound)
        }
    }

    @Test func refusesWeakPasswordsAndNoConsent() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            for (password, id) in [("short", "too-short"), ("passwordpassword", "common")] {
                let answer = try await person.post(
                    "/register", ["username": "ada", "password": password, "consent": "yes"], from: "/register")
                #expect(answer.status == .unprocessableContent)
                #expect(answer.body.says("error.password.\(id)"), "\(password)")
                #expect(answer.body.contains("value=\"ada\""))
                #expect(!answer.body.contains(password))
            }
            let answer = try await person.post(
                "/register", ["username": "ada", "password": "seven quiet otters swim"], from: "/register")
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says("error.consent"))
        }
    }
}
