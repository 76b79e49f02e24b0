import CivilDates
import Foundation
import HTTPTypes
import Intake
import Model
import TestSupport
import Testing

@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// Nothing that is typed is lost, whatever somebody does before they save it.
@Suite("What is typed is kept", .timeLimit(.minutes(3)))
struct TypingTests {
    private struct Scene: Sendable {
        let app: TestApp
        let clock: HandClock
        let person: Person
        let pass: String

        static func open(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
            let clock = HandClock()
            try await TestApp.open(now: { clock.now }) { app, client in
                let person = Person(client)
                try await person.register("ada")
                let pass = try await person.pass("Ada Test", birth: ("12", "4", "1987"))
                try await body(Scene(app: app, clock: clock, person: person, pass: pass))
            }
        }

        var path: String { "/passes/\(pass)/vaccinations/table" }

        func post(_ rows: [String], _ more: [String: String] = [:]) async throws -> Person.Answer {
            let fields = rows.enumerated().reduce(into: more) { fields, row in
                let texts = row.element.components(separatedBy: "|")
                fields["date-\(row.offset + 1)"] = texts[0]
                fields["vaccine-\(row.offset + 1)"] = texts[1]
            }
            return try await person.post(path, fields)
        }

        func kept() async throws -> KeptDraft? {
            let (id, now) = (try #require(PassID(pass)), clock.now)
            return try await person.vault(app).read { records in
                try KeptDraft.find(of: try #require(try records.pass(id)), in: records, at: now)
            }
        }

        /// The texts of the rows that are kept.
        func texts() async throws -> [String] {
            try await kept()?.draft.proposals.map { "\($0[Vaccination.date])|\($0[Vaccination.vaccine])" } ?? []
        }

        func saved() async throws -> [String] {
            let id = try #require(PassID(pass))
            return try await person.vault(app).read { try $0.vaccinations(of: id) }.compactMap(\.vaccine).sorted()
        }
    }

    private static let five = [
        "5.5.2016|Priorx", "6.5.2016|Varilrix", "7.5.2016|Boostrix", "8.6.2016|Bexsero", "8.7.2018|Stamaril",
    ]

    /// INTAKE's case 32.
    @Test func tableWithAnErrorIsThereOnReturnAndTheGoodRowsCanBeSaved() async throws {
        try await Scene.open { scene in
            let wrong = try await scene.post(Self.five)
            #expect(wrong.status == .unprocessableContent)
            #expect(try await scene.saved().isEmpty)
            #expect(
                try await scene.person.get("/passes/\(scene.pass)").body.says(
                    "vaccinations.typing.waiting", ["count": "5"]))
            let back = try await scene.person.get(scene.path)
            #expect(back.status == .ok && !back.body.contains(#"class="error""#))
            for row in Self.five {
                #expect(back.body.contains("value=\"\(row.components(separatedBy: "|")[1])\""), "\(row)")
            }
            let clear = try await scene.post(Self.five, ["step": "clear"])
            #expect(clear.status == .seeOther)
            #expect(try await scene.saved() == ["bexsero", "boostrix", "stamaril", "varilrix"])
            #expect(try await scene.texts() == ["5.5.2016|Priorx"])
            #expect(try await scene.post(["5.5.2016|Priorix"]).status == .seeOther)
            #expect(try await scene.saved().count == 5)
            #expect(try await scene.kept() == nil)
            #expect(!(try await scene.person.get("/passes/\(scene.pass)")).body.says("vaccinations.typing.go-on"))
        }
    }

    /// INTAKE's case 31.
    @Test func dayOfTheRowAboveIsWrittenOut() async throws {
        try await Scene.open { scene in
            let rows = ["5.5.2016|Priorix", "\"|Varilrix", "|Bexsero"]
            let shown = try await scene.post(rows, ["step": "details"])
            #expect(shown.body.says("vaccinations.typing.above", ["date": "5 May 2016"]))
            #expect(try await scene.post(rows).status == .seeOther)
            let id = try #require(PassID(scene.pass))
            let days = try await scene.person.vault(scene.app).read { try $0.vaccinations(of: id) }.map(
                \.date.description)
            #expect(days == ["2016-05-05", "2016-05-05", "2016-05-05"])
        }
    }

    /// A row that waits keeps the day of the one above, which is stored and gone.
    @Test func rowThatWaitsKeepsItsDay() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(["5.5.2016|Priorix", "|Varilrx"], ["step": "clear"])
            #expect(try await scene.texts() == ["05.05.2016|Varilrx"])
        }
    }

    @Test func scriptKeepsWithoutAPage() async throws {
        try await Scene.open { scene in
            let first = try await scene.post(["5.5.2016|Priorx"], ["step": "keep", "changed": ""])
            #expect(first.status == .noContent && first.bytes.isEmpty)
            let mark = try #require(first.headers[.eTag])
            #expect(try await scene.kept().map { "\"\($0.mark)\"" } == mark)
            // Of many at once most aren't taken.
            var answers: [HTTPResponse.Status] = []
            for _ in 1...12 {
                answers.append(
                    try await scene.post(
                        ["5.5.2016|Priorx"], ["step": "keep", "changed": String(mark.dropFirst().dropLast())]
                    ).status)
            }
            #expect(answers.contains(.tooManyRequests), "\(answers)")
            #expect(try await scene.texts() == ["5.5.2016|Priorx"])
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test func scriptNeverKeepsTooMuchOrOverAnotherWindow() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(["5.5.2016|Priorx"])
            let other = try await scene.post(["6.6.2016|Boostrix"], ["step": "keep", "changed": "1"])
            #expect(other.status == .conflict)
            #expect(try await scene.texts() == ["5.5.2016|Priorx"])
            let many = try await scene.post((1...51).map { "\($0 % 28 + 1).5.2016|Priorix" }, ["step": "keep"])
            #expect(many.status == .contentTooLarge)
            let large = try await scene.post(["x|" + String(repeating: "y", count: 66_000)], ["step": "keep"])
            #expect(large.status == .contentTooLarge)
            #expect(try await scene.texts() == ["5.5.2016|Priorx"])
        }
    }

    @Test func twoWindowsLoseNothing() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(["5.5.2016|Priorix", "6.6.2016|Boostrx"])
            let stale = ["5.5.2016|Priorix", "7.7.2017|Stamaril"]
            let both = try await scene.post(stale, ["changed": ""])
            #expect(both.status == .conflict && both.body.says("vaccinations.typing.elsewhere"))
            for text in ["Priorix", "Stamaril", "Boostrx"] {
                #expect(both.body.contains("value=\"\(text)\""), "\(text)")
            }
            #expect(both.body.components(separatedBy: #"value="Priorix""#).count == 2)
            #expect(try await scene.saved().isEmpty)
            let mark = try #require(try await scene.kept()).mark
            #expect(both.body.contains(#"name="changed" value="\#(mark)""#))
            let all = stale + ["6.6.2016|Boostrix"]
            #expect(try await scene.post(all, ["changed": mark]).status == .seeOther)
            #expect(try await scene.saved() == ["boostrix", "priorix", "stamaril"])
        }
    }

    /// Rows of two windows keep their days: none takes that of another window's row.
    @Test func twoWindowsKeepTheirDays() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(["1.2.2021|Priorix", "|Varilrx"])
            let both = try await scene.post(["1.2.2021|Priorix", "9.9.2021|NeisVac-C"], ["changed": ""])
            #expect(both.status == .conflict)
            #expect(
                both.body.contains(#"name="date-4" value="01.02.2021""#)
                    || both.body.contains(#"name="date-3" value="01.02.2021""#))
            let mark = try #require(try await scene.kept()).mark
            let rows = ["1.2.2021|Priorix", "9.9.2021|NeisVac-C", "01.02.2021|Varilrix"]
            #expect(try await scene.post(rows, ["changed": mark]).status == .seeOther)
            let id = try #require(PassID(scene.pass))
            let doses = try await scene.person.vault(scene.app).read { try $0.vaccinations(of: id) }
            #expect(doses.first { $0.vaccine == "varilrix" }?.date == PartialDate("2021-02-01"))
            // A row that has no day isn't given one either.
            _ = try await scene.post(["|Boostrx"])
            let open = try await scene.post(["5.5.2021|Stamarl"], ["changed": ""])
            #expect(open.status == .conflict && open.body.contains(#"value="?""#))
        }
    }

    /// A form that was sent twice, or before drafts were known of.
    @Test func whatIsGoneOrUnknownIsNoOtherWindow() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(["5.5.2016|Priorx"])
            #expect(try await scene.post(["5.5.2016|Priorix"]).status == .seeOther)
            #expect(try await scene.post(["5.5.2016|Priorix"], ["changed": "17"]).status == .seeOther)
            #expect(try await scene.saved() == ["priorix"])
        }
    }

    @Test func draftIsDiscardedOnceThatIsConfirmed() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(Self.five)
            let asked = try await scene.post(Self.five, ["step": "discard"])
            #expect(asked.status == .ok && asked.body.says("vaccinations.typing.discard.sure", ["count": "5"]))
            #expect(try await scene.texts().count == 5)
            #expect(try await scene.post(Self.five, ["step": "discard", "sure": "yes"]).status == .seeOther)
            #expect(try await scene.kept() == nil)
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test func draftGoesThirtyDaysAfterItsLastChange() async throws {
        try await Scene.open { scene in
            func wait(_ days: Double) async throws {
                scene.clock.pass(days * 86_400)
                _ = try await scene.person.signIn("ada")
            }
            _ = try await scene.post(Self.five)
            try await wait(29)
            _ = try await scene.post(Self.five)
            try await wait(29)
            #expect(try await scene.texts().count == 5)
            try await wait(1.01)
            #expect(try await scene.kept() == nil)
            #expect(!(try await scene.person.get(scene.path)).body.contains("Priorx"))
        }
    }

    /// INTAKE's case 7, typed in a table.
    @Test func otherAgeIsAskedOnceWithTheSibling() async throws {
        try await TestApp.openWithPass(birth: ("3", "4", "2023")) { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/table"
            var fields = ["date-1": "5.5.2025", "vaccine-1": "FSME-IMMUN Erwachsene"]
            let asked = try await person.post(path, fields)
            #expect(asked.status == .unprocessableContent)
            #expect(asked.body.contains(#"name="found-1" value="fsme-immun-junior""#))
            let right = try #require(asked.body.firstMatch(of: /name="right-1" value="([^"]+)"/)).1
            fields["right-1"] = String(right)
            #expect(try await person.post(path, fields).status == .seeOther)
            fields["date-1"] = "6.6.2026"
            #expect(try await person.post(path, fields).status == .unprocessableContent)
        }
    }

    @Test func whatMayBeThereTakesTheNewDetails() async throws {
        try await Scene.open { scene in
            _ = try await scene.post(["2.5.2020|Priorix"])
            let asked = try await scene.post(["3.5.2020|Priorix"])
            #expect(asked.status == .unprocessableContent && asked.body.contains(#"name="duplicate-1" value="take""#))
            let against = try #require(asked.body.firstMatch(of: /name="against-1" value="([^"]+)"/)).1
            let taken = ["duplicate-1": "take", "against-1": String(against)]
            #expect(
                try await scene.post(["3.5.2020|Priorix"], taken.merging(["against-1": "another"]) { $1 }).status
                    == .unprocessableContent)
            #expect(try await scene.post(["3.5.2020|Priorix"], taken).status == .seeOther)
            let id = try #require(PassID(scene.pass))
            let days = try await scene.person.vault(scene.app).read { try $0.vaccinations(of: id) }.map(
                \.date.description)
            #expect(days == ["2020-05-03"])
        }
    }
}
