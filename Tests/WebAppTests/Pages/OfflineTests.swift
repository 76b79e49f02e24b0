import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

/// A certificate's page that browsers keep: asked for, until a day, ended.
@Suite("A certificate that is shown without a network", .timeLimit(.minutes(3)))
struct OfflineTests {
    private static let day = 86_400.0

    /// Somebody with a certificate, and the page that has it kept.
    private static func open(
        _ body: @escaping @Sendable (TestApp, Person, HandClock, _ place: String) async throws -> Void
    ) async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            let id = try #require(PassID(pass))
            let certificate = try await person.vault(app).read { try $0.certificates(of: id) }.first
            try await body(app, person, clock, "/passes/\(pass)/certificates/\(try #require(certificate).id)/offline")
        }
    }

    @Test func itIsThereUntilItsLastDay() async throws {
        try await Self.open { app, person, clock, place in
            #expect(try await person.get(place).body.says("offline.clear"))
            #expect(try await person.get(place + "/page").status == .notFound)
            let kept = try await person.post(place, ["step": "keep", "days": "7"])
            #expect(kept.status == .seeOther && kept.location == place + "?done=offline-kept")
            // In the browser that asked for it, and in no other.
            #expect(try await person.get(kept.location).body.contains("data-new"))
            let choice = try await person.get(place).body
            #expect(choice.contains(#"data-last-day="2026-11-28""#) && !choice.contains("data-new"))
            let page = try await person.get(place + "/page").body
            #expect(
                page.contains("Ada Test") && page.contains("qr.svg")
                    && page.says("offline.kept", ["until": "28 November 2026"]))
            #expect(!page.contains("<form") && !page.contains("form-token") && !page.contains("<script"))
            #expect(try await person.get("/settings").body.contains(#"href="\#(place)""#))
            let log = try await person.vault(app).read { try $0.accessLog() }
            #expect(log.contains { $0.code == .keptOffline })
            clock.pass(7 * Self.day)
            _ = try await person.signIn("ada")
            #expect(try await person.get(place + "/page").status == .ok, "the last day is one of them")
            clock.pass(Self.day)
            _ = try await person.signIn("ada")
            #expect(try await person.get(place + "/page").status == .notFound)
            let settings = try await person.get("/settings").body
            #expect(!settings.contains(#"href="\#(place)""#))
        }
    }

    @Test func endedOrDeletedItIsGone() async throws {
        try await Self.open { _, person, _, place in
            for _ in 1...2 {
                #expect(try await person.post(place, ["step": "keep", "days": "90"]).status == .seeOther)
            }
            #expect(try await person.post(place, ["step": "end"]).location == place + "?done=offline-ended")
            #expect(try await person.get(place + "/page").status == .notFound)
            #expect(try await person.post(place, ["step": "keep", "days": "30"]).status == .seeOther)
            let certificate = place.replacing("/offline", with: "/delete")
            #expect(try await person.post(certificate).status == .seeOther)
            #expect(try await person.get(place + "/page").status == .notFound)
            let settings = try await person.get("/settings").body
            #expect(!settings.contains(place))
        }
    }

    @Test(arguments: ["", "8", "-7", "7.0", "700000000000000000000"])
    func aLengthThatIsNotOfferedIsAskedForAgain(_ days: String) async throws {
        try await Self.open { _, person, _, place in
            let answer = try await person.post(place, ["step": "keep", "days": days])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says("offline.days.missing"))
            #expect(try await person.post(place, ["step": "later"]).status == .badRequest)
            #expect(try await person.get(place + "/page").status == .notFound)
        }
    }

    @Test func anotherPersonFindsNothing() async throws {
        try await Self.open { _, person, _, place in
            _ = try await person.post(place, ["step": "keep", "days": "7"])
            let other = Person(person.client)
            try await other.register("eve")
            for path in [place, place + "/page"] { #expect(try await other.get(path).status == .notFound, "\(path)") }
            #expect(try await other.post(place, ["step": "keep", "days": "7"]).status == .notFound)
        }
    }

    @Test func signingOutTakesItFromTheBrowser() async throws {
        try await Self.open { _, person, _, place in
            let clear = try #require(HTTPField.Name("Clear-Site-Data"))
            #expect(try await person.get(place).headers[clear] == nil)
            #expect(try await person.post("/logout").headers[clear] == "\"storage\"")
        }
    }

    @Test func theListNamesNobody() async throws {
        try await Self.open { _, person, _, place in
            _ = try await person.post(place, ["step": "keep", "days": "7"])
            let own = try await Self.list(person)
            #expect(try await Self.list(Person(person.client)) == own)
            #expect(own.says("offline.list.title"))
            #expect(!own.contains("form-token"))
        }
    }

    /// The list as it is but for the padding behind it, which hides the length of pages.
    private static func list(_ person: Person) async throws -> String {
        String(try await person.get("/offline").body.split(separator: "<!--").first ?? "")
    }

    @Test func theWorkerMayAskThisServerAlone() async throws {
        try await TestApp.open { _, client in
            let worker = try await Person(client).get("/worker.js")
            let policy = try #require(HTTPField.Name("Content-Security-Policy"))
            #expect(worker.status == .ok && worker.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(worker.headers[policy] == "default-src 'none'; connect-src 'self'")
            let manifest = try await Person(client).get("/manifest.webmanifest")
            #expect(manifest.headers[.contentType] == "application/manifest+json")
            for icon in manifest.body.matches(of: /"src": "([^"]+)"/) {
                #expect(try await Person(client).get(String(icon.1)).status == .ok, "\(icon.1)")
            }
            #expect(try await Person(client).get("/login").body.contains("manifest.webmanifest"))
        }
    }
}
