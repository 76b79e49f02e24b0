import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Immunization
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("An admin and the catalogue", .timeLimit(.minutes(3)))
struct AdminCatalogueTests {
    private static func file(_ name: String, _ old: String, _ new: String) throws -> (name: String, text: String) {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Catalogue/\(name)"), encoding: .utf8)
        #expect(text.contains(old), "the test itself is wrong")
        return (String(name.split(separator: "/").last ?? ""), text.replacing(old, with: new, maxReplacements: 1))
    }

    private static func renamed(_ name: String = "Comirnaty Neu") throws -> (name: String, text: String) {
        try file("vaccines-human.json", #""name": "Comirnaty","#, "\"name\": \"\(name)\",")
    }

    private static func admin(_ app: TestApp, _ client: any TestClientProtocol, _ name: String = "ada")
        async throws -> Person
    {
        let person = Person(client)
        try await person.register(name)
        try app.accounts.administration.setAdmin(username: name, true)
        return person
    }

    /// The value of a page's hidden field.
    private static func hidden(_ name: String, _ body: String) -> String {
        guard let range = body.range(of: "name=\"\(name)\" value=\"") else { return "" }
        return String(body[range.upperBound...].prefix { $0 != "\"" })
    }

    private static func confirm(_ path: String, _ person: Person) async throws -> Person.Answer {
        let base = hidden("base", try await person.get(path).body)
        return try await person.post(path, ["base": base, "choice": "confirm", "password": "seven quiet otters swim"])
    }

    @Test func showsWhatAFileWouldChangeBeforeItDoes() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let answer = try await person.uploadTexts("/admin/catalogue", [try Self.renamed()])
            #expect(answer.status == .seeOther && answer.location.hasPrefix("/admin/catalogue/proposals/"))
            let review = try await person.get(answer.location).body
            let count = try words("admin.review.count", count: 1)
            #expect(review.contains(count) && review.contains("<code>comirnaty</code>"))
            #expect(review.contains("<del>Comirnaty</del>") && review.contains("<ins>Comirnaty Neu</ins>"))
            #expect(try await !person.get("/update").body.contains("Comirnaty Neu"), "nothing goes live unseen")
            #expect(app.services.catalogue.inUse.name == CatalogueStore.shippedName)
        }
    }

    @Test func bringsAFileLiveAndStepsBack() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let tag = try #require(try await person.get("/update").headers[.eTag])
            let path = try await person.uploadTexts("/admin/catalogue", [try Self.renamed()]).location
            let answer = try await Self.confirm(path, person)
            #expect(answer.location == "/admin/catalogue?done=catalogue-live")
            let update = try await person.get("/update", headers: [.ifNoneMatch: tag])
            #expect(update.status == .ok && update.body.contains("Comirnaty Neu"))
            #expect(try await person.get(path).status == .notFound, "a confirmed proposal is gone")

            let page = try await person.get("/admin/catalogue").body
            #expect(page.says("admin.history.imported") && page.says("admin.history.you"))
            #expect(page.contains("/admin/catalogue/versions/shipped"))
            let back = "/admin/catalogue/versions/shipped"
            let review = try await person.get(back).body
            #expect(review.contains("<ins>Comirnaty</ins>") && review.says("admin.version.older"))
            let newer = app.services.catalogue.inUse.name
            #expect(try await Self.confirm(back, person).status == .seeOther)
            #expect(try await !person.get("/admin/catalogue/versions/\(newer)").body.says("admin.version.older"))
            #expect(try await person.get("/update", headers: [.ifNoneMatch: tag]).status == .notModified)
            let versions = app.services.catalogue.store.versions()
            #expect(versions.count == 2 && versions.last?.isCurrent == true, "what was live is kept")
        }
    }

    @Test func namesLineAndFaultOfABrokenFileAndChangesNothing() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let broken = try Self.file("vaccines-human.json", #""kind": "pcv20""#, #""kind": "pcv22""#)
            let line =
                broken.text.prefix(upTo: try #require(broken.text.range(of: "pcv22")).lowerBound).count { $0 == "\n" }
                + 1
            let answer = try await person.uploadTexts("/admin/catalogue", [broken])
            #expect(answer.status == .unprocessableContent)
            let reason = try words("admin.fault.unknown-kind")
            let place = ["file": "vaccines-human.json", "line": "\(line)", "reason": reason]
            #expect(answer.body.says("admin.place.at-value", place))
            for text in ["", "{", "[]", "nonsense \u{0}", String(repeating: "[", count: 100_000)] {
                #expect(try await person.uploadTexts("/admin/catalogue", [("targets.json", text)]).status.code == 422)
            }
            #expect(try await person.uploadTexts("/admin/catalogue", []).body.says("admin.files.empty"))
            let schedule = try Self.file(
                "schedules/de-stiko.json", #""minimum": "8 weeks""#, #""minimum": "0 days - 8 weeks""#)
            let refused = try await person.uploadTexts("/admin/catalogue", [schedule]).body
            #expect(refused.says("admin.fault.negative-period"))
            #expect(app.services.catalogue.inUse.name == CatalogueStore.shippedName)
            let left = try FileManager.default.contentsOfDirectory(atPath: app.folder.path)
            #expect(!left.contains("catalogue"), "nothing was written")
        }
    }

    @Test func showsMarkupOfAFileAsText() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let path = try await person.uploadTexts("/admin/catalogue", [try Self.renamed("<script>alert(1)</script>")])
                .location
            let review = try await person.get(path).body
            #expect(!review.contains("<script>alert") && review.contains("&lt;script&gt;"))
        }
    }

    @Test func comparesAgainWhenAnotherVersionCameIntoUse() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let (one, other) = (try await Self.admin(app, client), try await Self.admin(app, client, "eve"))
            let first = try await one.uploadTexts("/admin/catalogue", [try Self.renamed("Comirnaty A")]).location
            let second = try await other.uploadTexts("/admin/catalogue", [try Self.renamed("Comirnaty B")]).location
            let base = Self.hidden("base", try await other.get(second).body)
            #expect(try await Self.confirm(first, one).status == .seeOther)
            let late = try await other.post(
                second, ["base": base, "choice": "confirm", "password": "seven quiet otters swim"])
            #expect(late.status == .conflict && late.body.contains("<del>Comirnaty A</del>"))
            #expect(try await one.get("/update").body.contains("Comirnaty A"))
            #expect(try await Self.confirm(second, other).status == .seeOther)
            #expect(try await one.get("/update").body.contains("Comirnaty B"))
            #expect(try await one.get("/admin/catalogue").body.says("admin.history.admin"))
            // Stepping back is compared with what is in use as well.
            let back = "/admin/catalogue/versions/shipped"
            let old = try await one.post(
                back, ["base": base, "choice": "confirm", "password": "seven quiet otters swim"])
            #expect(old.status == .conflict && old.body.contains("<del>Comirnaty B</del>"))
            #expect(try await one.get("/update").body.contains("Comirnaty B"))
        }
    }

    @Test func keepsTheLastTwentyThatWait() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let (name, text) = try Self.renamed()
            let ids = try (0..<21).map { second in
                try app.services.catalogue.store.propose(
                    [CatalogueRelease.File(name: name, bytes: Array(text.utf8))], at: TestApp.now + Double(second)
                ).id
            }
            for (index, id) in ids.enumerated() {
                let status = try await person.get("/admin/catalogue/proposals/\(id)").status
                #expect(status == (index == 0 ? .notFound : .ok), "\(index)")
            }
        }
    }

    @Test func discardsFiles() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let path = try await person.uploadTexts("/admin/catalogue", [try Self.renamed()]).location
            #expect(try await person.post(path, ["choice": "drop"]).location.contains("catalogue-dropped"))
            #expect(try await person.get(path).status == .notFound)
        }
    }

    @Test(arguments: ["..", "nothing", "%2e%2e", "lock", "releases"])
    func findsNothingUnderANameThatIsNone(name: String) async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            for kind in ["files", "versions", "proposals"] {
                let status = try await person.get("/admin/catalogue/\(kind)/\(name)").status.code
                #expect(status == 404 || status == 400, "\(kind)")
            }
        }
    }

    @Test func handsOutTheFilesOfTheVersionInUse() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            for (name, bytes) in app.services.catalogue.release.files {
                let last = name.split(separator: "/").last ?? ""
                let answer = try await person.get("/admin/catalogue/files/\(last)")
                #expect(answer.status == .ok && Array(answer.body.utf8) == bytes, "\(name)")
                #expect(answer.headers[.contentDisposition]?.contains("attachment") == true)
            }
        }
    }

    /// Readers ask 400 times while admins bring ten versions live, one after the other.
    @Test func failsNoRequestDuringASwap() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = try await Self.admin(app, client)
            let pass = try await person.pass("Ada Test")
            let paths = [
                "/update", "/recommend/de", "/passes/\(pass)/recommendations", "/passes/\(pass)/vaccinations/new",
            ]
            try await withThrowingTaskGroup(of: Int.self) { group in
                for reader in 0..<4 {
                    group.addTask {
                        var failures = 0
                        for round in 0..<100 {
                            let answer = try await person.get(paths[(reader + round) % paths.count])
                            if answer.status != .ok { failures += 1 }
                        }
                        return failures
                    }
                }
                group.addTask {
                    for number in 0..<10 {
                        let file = try Self.renamed("Comirnaty \(number)")
                        let path = try await person.uploadTexts("/admin/catalogue", [file]).location
                        if try await Self.confirm(path, person).status != .seeOther { return 1 }
                    }
                    return 0
                }
                for try await failures in group { #expect(failures == 0) }
            }
            #expect(try await person.get("/update").body.contains("Comirnaty 9"))
        }
    }

    @Test func startsWithTheShippedReleaseWhenTheChosenOneIsBroken() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let store = app.services.catalogue.store
            let version = try store.adopt(app.services.catalogue.release, by: .commandLine, at: TestApp.now)
            let file = app.folder.appending(path: "catalogue/releases/\(version.name)/targets.json")
            try Data("{".utf8).write(to: file)
            let source = try CatalogueSource(store)
            #expect(source.inUse.name == CatalogueStore.shippedName)
            #expect(source.fault?.description.contains("targets.json:1") == true)
        }
    }
}

extension Person {
    /// Sends files of text.
    fileprivate func uploadTexts(_ path: String, _ files: [(name: String, text: String)]) async throws -> Answer {
        try await upload(path, files.map { (name: $0.name, bytes: Array($0.text.utf8)) })
    }
}
