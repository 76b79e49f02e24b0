import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

@Suite("What was read of a page is looked at and stored", .timeLimit(.minutes(3)))
struct ScanReviewTests {
    private func saved(_ scene: ScanScene, _ pass: String) async throws -> [String] {
        let id = try #require(PassID(pass))
        return try await scene.person.vault(scene.app).read { try $0.vaccinations(of: id) }
            .map { "\($0.vaccine ?? $0.target) \($0.date)" }.sorted()
    }

    private func fields(_ scene: ScanScene, _ path: String) async throws -> [String: String] {
        ScanReader.fields(try await scene.person.get(path).body)
    }

    /// A row without a day waits, the others needn't.
    @Test func whatIsClearIsSavedAndTheRestWaits() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            var sent = try await fields(scene, path)
            #expect(try await scene.person.post(path, sent).status == .unprocessableContent)
            #expect(try await saved(scene, scene.pass).isEmpty)
            sent["step"] = "clear"
            let answer = try await scene.person.post(path, sent)
            #expect(answer.location.hasPrefix("\(path)?done=vaccinations-saved&batch="))
            #expect(try await saved(scene, scene.pass) == ["priorix 2019-05-03", "varilrix 2019-06-07"])
            let rest = try await fields(scene, path)
            #expect(rest["date-3"] == "" && rest["date-1"] == nil && rest["date-2"] == nil)
            // Its day comes, and the photo goes.
            let last = rest.merging(["date-3": "1.8.20"]) { $1 }
            #expect(try await scene.person.post(path, last).location.hasPrefix("/passes/\(scene.pass)?"))
            #expect(try await saved(scene, scene.pass).last == "varilrix 2019-06-07")
            #expect(try await saved(scene, scene.pass).first == "encepur-erwachsene 2020-08-01")
            #expect(try await scene.person.get(path).status == .notFound)
        }
    }

    /// What isn't sure is asked once more, without a word about what is.
    @Test func whatNobodyHasLookedAtIsAskedFor() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let sent = try await fields(scene, path).merging(["date-3": "1.8.20"]) { $1 }
            let refused = try await scene.person.post(path, sent.filter { !$0.key.hasPrefix("row-") })
            #expect(refused.status == .unprocessableContent && refused.body.says("scans.row.unsure"))
            #expect(try await saved(scene, scene.pass).isEmpty)
            #expect(try await scene.person.post(path, sent).status == .seeOther)
        }
    }

    @Test func whatWasDecidedIsThereOnTheWayBack() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let sent = try await fields(scene, path).merging(["row-1": "skip", "step": "another"]) { $1 }
            #expect(try await scene.person.post(path, sent).location == scene.path)
            let page = try await scene.person.get(path).body
            #expect(ScanReader.fields(page)["row-1"] == "skip" && page.says("scans.check.left-out"))
        }
    }

    /// It wins over a field that nobody has changed, and loses to one that somebody has.
    @Test func anotherReadingIsPicked() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            var sent = try await fields(scene, path)
            sent.merge(["pick-batch-1": "A69CB55OA", "step": "check"]) { $1 }
            #expect(ScanReader.fields(try await scene.person.post(path, sent).body)["batch-1"] == "A69CB55OA")
            // As a browser sends it that was led back to the page before.
            #expect(ScanReader.fields(try await scene.person.post(path, sent).body)["batch-1"] == "A69CB55OA")
            sent["batch-1"] = "typed"
            #expect(ScanReader.fields(try await scene.person.post(path, sent).body)["batch-1"] == "typed")
        }
    }

    /// A vaccine that its field names as people read it is the one that was read.
    @Test func aNameThatWasNotChangedIsStillWhatWasRead() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            for shown in ["Priorix", "priorix"] {
                let sent = try await fields(scene, path).merging(["vaccine-1": shown, "step": "check"]) { $1 }
                #expect(try await scene.person.post(path, sent).status == .ok)
                let draft = try #require(DraftID(String(path.suffix(26))))
                let record = try await scene.person.vault(scene.app).read { try $0.draft(draft, at: scene.clock.now) }
                #expect(try #require(record).content.contains("typed") == false, "\(shown)")
            }
        }
    }

    @Test func aPageCanBeSomebodyElses() async throws {
        try await ScanReader.open { scene in
            let other = try await scene.person.pass("Bo Test")
            let path = try await scene.scan(files: 2)
            let page = try await scene.person.get(path).body
            #expect(page.contains(#"name="pass-1""#) && page.contains(#"name="pass-2""#))
            var sent = try await fields(scene, path)
            sent.merge(["pass-2": other, "date-3": "1.8.20", "date-6": "1.8.20", "step": "check"]) { $1 }
            let both = try await scene.person.post(path, sent).body
            #expect(both.contains("<bdi>Bo Test</bdi>") && ScanReader.fields(both)["pass-2"] == other)
            sent = ScanReader.fields(both)
            #expect(try await scene.person.post(path, sent).status == .seeOther)
            let doses = ["encepur-erwachsene 2020-08-01", "priorix 2019-05-03", "varilrix 2019-06-07"]
            for pass in [scene.pass, other] { #expect(try await saved(scene, pass) == doses) }
        }
    }

    /// Nobody's page becomes that of another account's pass.
    @Test func anotherAccountsPassIsNoHolder() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let other = Person(scene.person.client)
            try await other.register("bob")
            let foreign = try await other.pass("Bob Test")
            var sent = try await fields(scene, path)
            sent.merge(["pass-1": foreign, "row-3": "skip"]) { $1 }
            #expect(try await scene.person.post(path, sent).location.hasPrefix("/passes/\(scene.pass)?"))
            #expect(try await saved(scene, scene.pass).count == 2)
        }
    }
}
