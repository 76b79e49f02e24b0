import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

@Suite("The same vaccination twice", .timeLimit(.minutes(3)))
struct DuplicateTests {
    private static let first = [
        "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
        "batch": "A69CB", "administered-by": "Dr. Test",
    ]
    private static let second = first.merging(["batch": "B2", "administered-by": ""]) { $1 }

    private static func batches(_ person: Person, _ app: TestApp, _ pass: String) async throws -> [String?] {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { try $0.vaccinations(of: id).map(\.content.batch) }
    }

    @Test(arguments: [
        ("keep", ["A69CB"]), ("replace", ["B2"]), ("yes", ["A69CB", "B2"]),
    ])
    func isShownSideBySideAndDecided(answer: String, batches: [String]) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            #expect(try await person.post(path, Self.first).status == .seeOther)
            for unknown in [nil, "", "perhaps"] {
                let fields = Self.second.merging(unknown.map { ["duplicate": $0] } ?? [:]) { $1 }
                let asked = try await person.post(path, fields)
                #expect(asked.status == .unprocessableContent)
                // Disease, vaccine and date are alike; batch and doctor aren't.
                let table = try #require(
                    asked.body.firstMatch(of: /<table class="comparison">[\s\S]*<\/table>/)?.output)
                #expect(table.ranges(of: "<tr class=\"differs\">").count == 2 && table.ranges(of: "<tr").count == 6)
                #expect(table.contains("<td><bdi>A69CB</bdi></td><td><bdi>B2</bdi></td>"))
                #expect(table.contains("<td><bdi>Dr. Test</bdi></td><td><bdi>–</bdi></td>"))
                #expect(asked.body.contains("href=\"#duplicate\"") && asked.body.contains("id=\"duplicate\""))
            }
            let id = try await Self.batches(person, app, pass)
            #expect(id == ["A69CB"])
            let answered = try await person.post(path, Self.second.merging(["duplicate": answer]) { $1 })
            #expect(answered.status == .seeOther)
            #expect(try await Self.batches(person, app, pass).compactMap(\.self).sorted() == batches)
        }
    }

    /// Two days later is a slip of the pen; capsules that are taken every other day aren't, nor is another vaccine.
    @Test(arguments: [
        ("priorix", "measles", "22", "", true), ("priorix", "measles", "22", "OTHER", false),
        ("priorix", "measles", "26", "", false), ("varilrix", "varicella", "22", "", false),
    ])
    func aFewDaysLaterIsAskedFor(vaccine: String, target: String, day: String, batch: String, isAsked: Bool)
        async throws
    {
        try await TestApp.openWithPass { _, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            #expect(try await person.post(path, Self.first).status == .seeOther)
            let fields = ["vaccine": vaccine, "target": target, "date-day": day, "batch": batch]
            let answer = try await person.post(path, Self.first.merging(fields) { $1 })
            #expect(answer.status == (isAsked ? .unprocessableContent : .seeOther))
            #expect(answer.body.says("vaccinations.table.duplicate") == isAsked)
        }
        try await TestApp.openWithPass { _, person, pass in
            for day in ["20", "23"] { try await person.dose(pass, "rabies", "rabipur", (day, "5", "2020")) }
            for day in ["20", "27"] { try await person.dose(pass, "cholera", "dukoral", (day, "5", "2020")) }
        }
    }

    @Test func anImmunoglobulinIsNoSecondVaccination() async throws {
        try await TestApp.openWithPass { app, person, pass in
            for vaccine in ["engerix-b-kinder", "hepatitis-b-immunglobulin-p-behring"] {
                try await person.dose(pass, "hepatitis-b", vaccine, ("20", "5", "2020"))
            }
            #expect(try await Self.batches(person, app, pass).count == 2)
        }
    }

    @Test func anEditedOneTakesNoOthersPlace() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations"
            _ = try await person.post(path + "/new", Self.first)
            _ = try await person.post(path + "/new", Self.second.merging(["date-day": "21"]) { $1 })
            let list = try await person.get("/passes/\(pass)").body
            let id = try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
            let asked = try await person.post(
                path + "/\(id)/edit", Self.second.merging(["duplicate": "replace"]) { $1 })
            #expect(asked.status == .unprocessableContent && !asked.body.contains("value=\"replace\""))
            #expect(try await Self.batches(person, app, pass).count == 2)
            let both = try await person.post(path + "/\(id)/edit", Self.second.merging(["duplicate": "yes"]) { $1 })
            #expect(both.status == .seeOther)
        }
    }

    @Test(arguments: [
        // A day in a month of which no more is known, and the same vaccine.
        (["date-day": "", "batch": ""], true), (["date-day": "", "batch": "A69CB"], true),
        // A batch is one product's.
        (["target": "tetanus", "vaccine": "unknown"], true),
        // The same vaccine a day later is a slip of the pen.
        (["date-day": "21"], true),
        // Another batch, or a day that is further away, tells them apart.
        (["date-day": "", "batch": "B2"], false), (["date-day": "26"], false),
    ])
    func whatMayBeTheSameIsAskedFor(change: [String: String], isAsked: Bool) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            _ = try await person.post(path, Self.first)
            let second = Self.first.merging(change) { $1 }
            let answer = try await person.post(path, second)
            #expect((answer.status == .unprocessableContent) == isAsked)
            if isAsked {
                #expect(answer.body.says("vaccinations.table.duplicate.record", ["date": "20 May 1998"]))
                let both = try await person.post(path, second.merging(["duplicate": "yes"]) { $1 })
                #expect(both.status == .seeOther)
            }
            #expect(try await Self.batches(person, app, pass).count == 2)
        }
    }

    @Test func aTableAsksTheSame() async throws {
        try await TestApp.openWithPass { _, person, pass in
            _ = try await person.post("/passes/\(pass)/vaccinations/new", Self.first)
            let rows = [
                "date-1": "5/1998", "vaccine-1": "priorix", "batch-1": "a69cb", "date-2": "5/1998",
                "vaccine-2": "priorix", "batch-2": "B2",
            ]
            let answer = try await person.post("/passes/\(pass)/vaccinations/table", rows)
            #expect(answer.body.contains(#"name="duplicate-1""#) && !answer.body.contains(#"name="duplicate-2""#))
        }
    }

    @Test func whatWasAnsweredIsNotAskedAgainByAnEditOfSomethingElse() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/vaccinations"
            _ = try await person.post(path + "/new", Self.first)
            let other = Self.second.merging(["duplicate": "yes"]) { $1 }
            _ = try await person.post(path + "/new", other)
            let list = try await person.get("/passes/\(pass)").body
            let id = try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
            let edited = Self.second.merging(["note": "left arm", "batch": "A69CB"]) { $1 }
            #expect(try await person.post(path + "/\(id)/edit", edited).status == .seeOther)
        }
    }

    /// A second pass of one name may be meant: it is saved, and said.
    @Test(arguments: [
        ("Nora", "person", "1990", "pass-twin"), ("nora", "person", "1990", "pass-twin"),
        ("Nora", "person", "1991", "pass-saved"),
        ("Nora", "dog", "1990", "pass-saved"), ("Ida", "person", "1990", "pass-saved"),
    ])
    func aSecondPassOfOneNameIsSaid(name: String, kind: String, year: String, notice: String) async throws {
        try await TestApp.openWithPass { _, person, _ in
            _ = try await person.pass("Nora", birth: ("", "", "1990"))
            let answer = try await person.post(
                "/passes/new", ["name": name, "kind": kind, "birthdate-year": year, "sex": "female"])
            #expect(answer.location.hasSuffix("?done=\(notice)"))
        }
    }
}
