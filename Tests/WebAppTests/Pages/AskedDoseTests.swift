import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import IntakePages
@testable import Vault
@testable import WebApp

/// The form of one dose and its edit ask what the table asks, and lose nothing that was typed.
@Suite("What the form of one dose asks", .timeLimit(.minutes(3)))
struct AskedDoseTests {
    private static let adults = [
        "search": "FSME-IMMUN Erwachsene", "date-day": "5", "date-month": "5", "date-year": "2025", "batch": "A69",
        "note": "left arm",
    ]

    private static func doses(_ person: Person, _ app: TestApp, _ pass: String) async throws -> [VaccinationRecord] {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { try $0.vaccinations(of: id) }
    }

    /// A child who isn't of age for what is entered.
    private static func open(_ body: @escaping @Sendable (TestApp, Person, String) async throws -> Void) async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "4", "2023"), body)
    }

    /// INTAKE's case 7.
    @Test func aProductForAnotherAgeIsAskedAndStoredWhereItIsRight() async throws {
        try await Self.open { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let asked = try await person.post(path, Self.adults)
            #expect(asked.status == .unprocessableContent)
            #expect(try await Self.doses(person, app, pass).isEmpty)
            let buttons = asked.body.matches(of: /<button[^>]* name="(found-vaccine|right)" value="([^"]+)"/)
            #expect(buttons.map { String($0.1) } == ["found-vaccine", "right"], "the sibling comes first")
            #expect(buttons.first.map { String($0.2) } == "fsme-immun-junior")
            // Enter saves: no other button comes before one that does.
            let first = try #require(asked.body.firstMatch(of: /<form id="entry"[\s\S]*?<button[^>]*>/)).output
            #expect(first.contains("visually-hidden"))
            for typed in ["FSME-IMMUN Erwachsene", "A69", "left arm"] { #expect(asked.body.contains(typed)) }
            #expect(asked.body.contains("href=\"#right\"") && asked.body.contains("id=\"right\""))
            let right = String(try #require(buttons.last).2)
            let other = Self.adults.merging(["right": right, "date-day": "6"]) { $1 }
            #expect(try await person.post(path, other).status == .unprocessableContent, "it was said of another day")
            #expect(try await person.post(path, Self.adults.merging(["right": right]) { $1 }).status == .seeOther)
            let dose = try #require(try await Self.doses(person, app, pass).first)
            #expect(dose.vaccine == "fsme-immun-erwachsene")
            // Its note changes: nothing is asked again. Its day changes: it is.
            let edit = "/passes/\(pass)/vaccinations/\(dose.id)/edit"
            let fields = VaccinationForm.values(dose).merging(["note": "right arm"]) { $1 }
            #expect(try await person.post(edit, fields).status == .seeOther)
            let moved = fields.merging(["date-month": "6"]) { $1 }
            #expect(try await person.post(edit, moved).status == .unprocessableContent)
            #expect(try await person.post(edit, moved.merging(["right": "age"]) { $1 }).status == .seeOther)
            let after = try #require(try await Self.doses(person, app, pass).first)
            #expect(after.content.note == "right arm" && after.date.description == "2025-06-05")
        }
    }

    @Test func itsSiblingIsOneTap() async throws {
        try await Self.open { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let sibling = Self.adults.merging(["found-vaccine": "fsme-immun-junior"]) { $1 }
            // Where something else is wrong, the form has the sibling.
            let wrong = try await person.post(path, sibling.merging(["date-day": "32"]) { $1 })
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.body.contains(#"<option value="fsme-immun-junior" selected>"#))
            #expect(wrong.body.contains(#"value="FSME-IMMUN Junior""#))
            #expect(try await person.post(path, sibling).status == .seeOther)
            let doses = try await Self.doses(person, app, pass)
            #expect(doses.map(\.vaccine) == ["fsme-immun-junior"])
            #expect(doses.map(\.content.batch) == ["A69"] && doses.map(\.content.note) == ["left arm"])
            for unknown in ["gibtesnicht", "dog-rabies"] {
                let fields = Self.adults.merging(["found-vaccine": unknown]) { $1 }
                #expect(try await person.post(path, fields).status == .unprocessableContent)
            }
        }
    }

    /// INTAKE's case 8, by the lists of the form.
    @Test func aBoosterAtTenWeeksIsAsked() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "4", "2025")) { app, person, pass in
            let fields = [
                "target": "tetanus", "vaccine": "boostrix-polio", "date-day": "12", "date-month": "6",
                "date-year": "2025",
            ]
            let asked = try await person.post("/passes/\(pass)/vaccinations/new", fields)
            #expect(asked.status == .unprocessableContent && asked.body.contains(#"name="right""#))
            #expect(!asked.body.contains(#"name="found-vaccine""#), "its brand has none for that age")
            #expect(try await Self.doses(person, app, pass).isEmpty)
        }
    }

    /// INTAKE's case 17, and both questions at once.
    @Test func bothQuestionsAreAskedAtOnce() async throws {
        try await Self.open { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let junior = Self.adults.merging(["search": "FSME-IMMUN Junior"]) { $1 }
            #expect(try await person.post(path, junior).status == .seeOther)
            let next = Self.adults.merging(["date-day": "6", "batch": ""]) { $1 }
            let asked = try await person.post(path, next)
            for name in ["duplicate", "against", "right"] { #expect(asked.body.contains("name=\"\(name)\"")) }
            let right = next.merging(["right": "age"]) { $1 }
            let half = try await person.post(path, right)
            #expect(half.status == .unprocessableContent)
            #expect(half.body.contains(#"name="right" value="age" checked"#), "what was answered is kept")
            #expect(try await person.post(path, right.merging(["duplicate": "yes"]) { $1 }).status == .seeOther)
            #expect(try await Self.doses(person, app, pass).count == 2)
        }
    }

    @Test(arguments: ["replace", "take"])
    func newDetailsKeepWhatWasNotSaid(answer: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let first = [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
                "administered-by": "Dr. Test",
            ]
            #expect(try await person.post(path, first).status == .seeOther)
            let second = first.merging(["date-day": "21", "batch": "B2", "administered-by": ""]) { $1 }
            let other = second.merging(["duplicate": answer, "against": VaccinationID.random().description]) { $1 }
            #expect(try await person.post(path, other).status == .unprocessableContent, "it was said of another")
            #expect(try await person.post(path, second.merging(["duplicate": answer]) { $1 }).status == .seeOther)
            let doses = try await Self.doses(person, app, pass).map(\.content)
            #expect(doses.map(\.batch) == ["B2"] && doses.map(\.administeredBy) == ["Dr. Test"])
            #expect(doses.map(\.date.description) == ["1998-05-21"])
        }
    }

    @Test func anEditThatBecomesLikeAnotherIsAskedWithTheWayToIt() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await person.dose(pass, "measles", "priorix", ("20", "5", "1998"))
            try await person.dose(pass, "measles", "priorix", ("", "", "2010"))
            let doses = try await Self.doses(person, app, pass)
            let edited = try #require(doses.first { $0.date.year == 2010 })
            let other = try #require(doses.first { $0.date.year == 1998 })
            let path = "/passes/\(pass)/vaccinations/\(edited.id)/edit"
            // What is partly known stays so.
            let fields = VaccinationForm.values(edited).merging(["note": "x"]) { $1 }
            #expect(try await person.post(path, fields).status == .seeOther)
            let same = fields.merging(["date-day": "20", "date-month": "5", "date-year": "1998"]) { $1 }
            let asked = try await person.post(path, same)
            #expect(asked.status == .unprocessableContent && asked.body.contains(#"name="duplicate" value="yes""#))
            #expect(asked.body.contains("href=\"/passes/\(pass)/vaccinations/\(other.id)\""))
            #expect(try await person.post(path, same.merging(["duplicate": "yes"]) { $1 }).status == .seeOther)
            #expect(try await Self.doses(person, app, pass).count == 2)
        }
    }
}
