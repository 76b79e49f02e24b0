import Foundation
import HTTPTypes
import Model
import PassArchive
import TestSupport
import Testing

@testable import IntakePages
@testable import Vault
@testable import WebApp

@Suite("Pages of the bin", .timeLimit(.minutes(3)))
struct BinPagesTests {
    private static func entry(_ page: String) throws -> String {
        String(try #require(page.firstMatch(of: /action="\/bin\/([a-z0-9]{26})\/restore"/)).1)
    }

    @Test func aDoseIsBroughtBackFromTheNoticeOrFromTheBin() async throws {
        try await TestApp.openWithPass { _, person, pass in
            for isNotice in [true, false] {
                let dose = try await person.dose(
                    pass, "tbe", "fsme-immun-erwachsene", ("9", "3", isNotice ? "2021" : "2020"))
                let place = "/passes/\(pass)/vaccinations/\(dose)"
                let question = try await person.get("\(place)/delete").body
                #expect(question.says("bin.kept") && !question.says("shared.delete.final"))
                let answer = try await person.post("\(place)/delete")
                #expect(try await person.get(place).status == .notFound)
                let page = try await person.get(isNotice ? answer.location : "/bin").body
                #expect(page.says("bin.restore") && page.says("undo.submit") != isNotice)
                #expect(isNotice || page.says("bin.days", ["count": "30"]) && page.contains("Ada Test"))
                let entry = try Self.entry(page)
                let back = try await person.post("/bin/\(entry)/restore", from: "/bin")
                #expect(back.location == "/passes/\(pass)?done=restored")
                #expect(try await person.get(place).status == .ok)
                #expect(try await person.post("/bin/\(entry)/restore", from: "/bin").status == .notFound)
            }
            #expect(try await person.get("/bin").body.says("bin.nothing"))
            #expect(try await person.get("/settings").body.contains("href=\"/bin\""))
        }
    }

    @Test func anEmptyOneOffersNothingToEmpty() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let answer = try await person.get("/bin/empty")
            #expect(answer.status == .seeOther && answer.location == "/bin")
        }
    }

    /// Its address leads to the bin as long as it is there; a form that was being edited is kept.
    @Test func whatWasDeletedSaysWhereItIs() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dose = try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("9", "3", "2021"))
            let place = "/passes/\(pass)/vaccinations/\(dose)"
            let typed = [
                "target": "tbe", "vaccine": "fsme-immun-erwachsene", "date-day": "9", "date-month": "3",
                "date-year": "2021", "note": "typed meanwhile", "form-token": try await person.token(),
            ]
            _ = try await person.post("\(place)/delete")
            for path in [place, "\(place)/edit", "\(place)/delete"] {
                let answer = try await person.get(path)
                #expect(answer.status == .notFound && answer.body.says("problem.in-bin.text"), "\(path)")
                #expect(answer.body.contains("href=\"/bin\"") && !answer.body.says("problem.not-found.text"))
            }
            let twice = try await person.post("\(place)/delete")
            #expect(twice.body.says("problem.in-bin.text") && !twice.body.says("shared.problem.again"))
            let kept = try await person.postRaw("\(place)/edit", Person.form(typed), headers: ResubmittedFormTests.own)
            #expect(kept.status == .notFound && kept.body.contains("href=\"/bin\" target=\"_blank\""))
            #expect(try ResubmittedFormTests.again(kept.body)["note"] == "typed meanwhile")
            _ = try await person.post("/passes/\(pass)/delete")
            #expect(try await person.get("/passes/\(pass)/health").body.says("problem.in-bin.text"))
            let other = Person(person.client)
            try await other.register("eve")
            #expect(try await other.get(place).body.says("problem.not-found.text"))
            _ = try await person.post("/bin/empty")
            for path in [place, "/passes/\(pass)"] {
                #expect(try await person.get(path).body.says("problem.not-found.text"))
            }
        }
    }

    @Test func whatIsInItCountsNowhere() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("9", "3", "2021"))
            _ = try await person.post("/passes/\(pass)/vaccinations/\(dose)/delete")
            for path in [
                "/", "/passes/\(pass)", "/passes/\(pass)/recommendations", "/passes/\(pass)/print",
                "/passes/\(pass)/export/fhir", "/passes/\(pass)/export/csv", "/passes/\(pass)/links",
            ] {
                #expect(try await person.get(path).body.contains("FSME-IMMUN Erwachsene") == false, "\(path)")
            }
            #expect(try await ArchiveFixtures.archive(person, app).passes.first?.vaccinations.isEmpty == true)
            _ = try await person.post("/passes/\(pass)/delete")
            #expect(try await person.get("/passes").body.contains("Ada Test") == false)
            #expect(try await ArchiveFixtures.archive(person, app).passes.isEmpty)
            let bin = try await person.get("/bin").body
            #expect(bin.contains("Ada Test") && bin.contains("FSME-IMMUN Erwachsene"))
        }
    }

    @Test func aPassComesBackThoughAnotherHasItsName() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dose = try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("9", "3", "2021"))
            _ = try await person.post("/passes/\(pass)/vaccinations/\(dose)/delete")
            let first = try Self.entry(try await person.get("/bin").body)
            _ = try await person.post("/passes/\(pass)/delete")
            let early = try await person.post("/bin/\(first)/restore", from: "/bin")
            #expect(early.location == "/bin?done=bin-without-pass")
            #expect(try await person.get(early.location).body.says("done.bin-without-pass"))
            let other = try await person.pass("Ada Test")
            let entry = try Self.entry(try await person.get("/bin").body)
            #expect(
                try await person.post("/bin/\(entry)/restore", from: "/bin").location == "/passes/\(pass)?done=restored"
            )
            for id in [pass, other] { #expect(try await person.get("/passes/\(id)").body.contains("Ada Test")) }
        }
    }

    @Test func deletingNowAndEmptyingAreForGoodAndLogged() async throws {
        try await TestApp.openWithPass { app, person, pass in
            for year in ["2019", "2020", "2021"] {
                let dose = try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("9", "3", year))
                _ = try await person.post("/passes/\(pass)/vaccinations/\(dose)/delete")
            }
            let entry = try Self.entry(try await person.get("/bin").body)
            #expect(try await person.post("/bin/\(entry)/delete", from: "/bin").location == "/bin?done=bin-removed")
            #expect(try await person.get("/bin/empty").body.says("bin.empty.what", ["count": "2"]))
            #expect(try await person.post("/bin/empty").location == "/bin?done=bin-emptied")
            #expect(try await person.get("/bin").body.says("bin.nothing"))
            let events = try await person.vault(app).read { try $0.accessLog() }
            #expect(events.filter { $0.code == .binEmptied }.count == 2)
            #expect(try await person.post("/bin/nothing/restore", from: "/bin").status == .notFound)
        }
    }

    @Test func liesInClearNowhereOnTheDisk() async throws {
        try await TestApp.openWithPass("Quokka Canary") { app, person, pass in
            _ = try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("9", "3", "2021"))
            _ = try await person.post("/passes/\(pass)/delete")
            #expect(try await person.get("/bin").body.contains("Quokka Canary"))
            let files = try #require(FileManager.default.enumerator(at: app.folder, includingPropertiesForKeys: nil))
            var looked = 0
            for case let file as URL in files {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                looked += 1
                for text in ["Quokka", "fsme-immun-erwachsene", "binItem"] {
                    #expect(!bytes.holds(Array(text.utf8)), "\(file.lastPathComponent)")
                }
            }
            #expect(looked > 1)
        }
    }
}
