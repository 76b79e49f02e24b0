import Foundation
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdTesting
import SoftAuthenticator
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// A lost device has no way in any more, and leaves nothing behind that is read without one.
@Suite("A lost device", .timeLimit(.minutes(3)))
struct LostDeviceTests {
    private static let password = "seven quiet otters swim"
    private static let newPassword = "nine tall herons wade"
    private static let ticks = ["end-others": "yes", "passkeys": "yes", "second-factor": "yes", "end-shared": "yes"]

    private struct Scene: Sendable {
        let app: TestApp
        let clock: HandClock
        let owner: Person
        /// Signed in to the same account.
        let phone: Person
        let pass: String
        let authenticator: SoftAuthenticator
        let code: String
        /// Where a stranger reads.
        var addresses: [String] = []
    }

    /// Somebody with a passkey, an authenticator app, a phone, a calendar and a link.
    private static func open(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        let clock = HandClock()
        try await TestApp.open(
            arguments: ["--public-origin", SoftAuthenticator.origin], now: { clock.now },
            vault: { $0.throttle.freeTries = 100 }
        ) { app, client in
            let (owner, phone) = (Person(client), Person(client))
            try await owner.register("ada")
            let code = try await owner.shownRecoveryCode()
            _ = try await owner.post("/recovery-code", ["saved": "yes"], from: "/recovery-code")
            let pass = try await owner.pass("Ada Test")
            _ = try await phone.signIn("ada")
            let authenticator = try await owner.addPasskey(secret: Person.passkeySecret)
            _ = try await owner.turnOnTwoFactor(app)
            var scene = Scene(
                app: app, clock: clock, owner: owner, phone: phone, pass: pass, authenticator: authenticator,
                code: code)
            scene.addresses = try await share(owner, pass)
            try await body(scene)
        }
    }

    /// Makes a calendar and a link; where they are read.
    private static func share(_ person: Person, _ pass: String) async throws -> [String] {
        let (calendar, links) = ("/passes/\(pass)/calendar", "/passes/\(pass)/links")
        #expect(try await person.post(calendar, ["step": "make", "names": "yes"]).status == .seeOther)
        let made = try await person.post(links, ["days": "7", "label": "Practice Brown"])
        #expect(made.status == .seeOther)
        let feed = try #require(try await person.get(calendar).body.firstMatch(of: #/(/calendar/[^"]*\.ics)"/#)?.1)
        let page = try await person.get(String(made.location.prefix { $0 != "?" })).body
        let text = try #require(page.firstMatch(of: /value="([^"]*#shlink:\/[^"]*)"/)?.1)
        let address = try #require(SmartHealthLink(String(text)).address.components(separatedBy: "/link/").last)
        return [String(feed), "/link/\(address)?recipient=x"]
    }

    private static func statuses(_ scene: Scene) async throws -> [HTTPResponse.Status] {
        var statuses: [HTTPResponse.Status] = []
        for address in scene.addresses { statuses.append(try await Person(scene.owner.client).get(address).status) }
        return statuses
    }

    @Test func hasNoWayInAnyMoreAndThePageNamesWhatEnded() async throws {
        try await Self.open { scene in
            let page = try await scene.owner.get("/settings/lost").body
            for tick in Self.ticks.keys { #expect(page.contains(#"name="\#(tick)" value="yes" checked"#), "\(tick)") }
            #expect(page.contains("Ada’s phone") && page.says("lost.stays.files"))
            #expect(try await Self.statuses(scene) == [.ok, .ok])
            let fields = Self.ticks.merging(["current": Self.password, "new": Self.newPassword]) { $1 }
            let answer = try await scene.owner.post("/settings/lost", fields)
            #expect(answer.location == "/settings/lost?done=device-blocked")
            let done = try await scene.owner.get(answer.location).body
            #expect(done.says("ended.title") && done.says("ended.passkey", ["name": "Ada’s phone"]))
            #expect(try done.contains(words("ended.sessions", count: 1)) && done.contains("Practice Brown"))
            #expect(done.contains(#"href="/passes/\#(scene.pass)/calendar""#) && !done.contains("<fieldset"))
            #expect(try await Self.statuses(scene) == [.notFound, .notFound])
            #expect(try await scene.phone.get("/settings").location == "/login")
            #expect(try await scene.phone.signIn(scene.authenticator).status == .unprocessableContent)
            #expect(try await Person(scene.owner.client).signIn("ada").status == .unprocessableContent)
            #expect(try await Person(scene.owner.client).signIn("ada", password: Self.newPassword).location == "/")
            #expect(try await scene.owner.get("/settings").status == .ok)
            let log = try await scene.owner.vault(scene.app).read { try $0.accessLog().map(\.code) }
            #expect(log.contains(.sharedEnded) && log.contains(.passkeyRemoved) && log.contains(.secondFactorOff))
        }
    }

    @Test func aWrongPasswordKeepsTheTicksAndEndsNothing() async throws {
        try await Self.open { scene in
            var fields = ["passkeys": "yes", "end-shared": "yes", "current": "not this one", "new": Self.newPassword]
            for (change, id) in [
                ([:], "error.password.wrong"), (["current": ""], "error.password.own"),
                (["new": "short"], "error.password.too-short"), (["new": ""], "error.password.new"),
            ] {
                fields.merge(change) { $1 }
                let wrong = try await scene.owner.post("/settings/lost", fields)
                #expect(wrong.status == .unprocessableContent && wrong.body.says(id), "\(id)")
                for tick in Self.ticks.keys {
                    let isTicked = wrong.body.contains(#"name="\#(tick)" value="yes" checked"#)
                    #expect(isTicked == (fields[tick] != nil), "\(tick)")
                }
            }
            #expect(try await Self.statuses(scene) == [.ok, .ok])
            #expect(try await scene.phone.get("/settings").status == .ok)
            #expect(try await scene.phone.signIn(scene.authenticator).location == "/")
        }
    }

    /// What isn't there is no choice; it is ended all the same if it comes before the form does.
    @Test func onlyWhatIsThereIsAskedFor() async throws {
        try await TestApp.openWithPass { _, person, pass in
            func ticks(_ page: String) -> Set<String> {
                Set(page.matches(of: /<input type="checkbox" id="([a-z-]+)"/).map { String($0.1) })
            }
            let page = try await person.get("/settings/lost").body
            #expect(page.says("lost.nothing") && ticks(page).isEmpty)
            for tick in Self.ticks.keys {
                #expect(page.contains(#"<input type="hidden" name="\#(tick)" value="yes">"#), "\(tick)")
            }
            #expect(try await person.post("/passes/\(pass)/calendar", ["step": "make"]).status == .seeOther)
            let shared = try await person.get("/settings/lost").body
            #expect(ticks(shared) == ["end-shared"] && !shared.says("lost.nothing"))
            #expect(shared.says("lost.calendars") && !shared.contains(#"type="hidden" name="end-shared""#))
        }
    }

    @Test func whatIsNotTickedGoesOn() async throws {
        try await Self.open { scene in
            let fields = ["current": Self.password, "new": Self.newPassword]
            let answer = try await scene.owner.post("/settings/lost", fields)
            #expect(answer.status == .seeOther)
            #expect(try await Self.statuses(scene) == [.ok, .ok])
            #expect(try await scene.phone.get("/settings").status == .ok)
            #expect(try await scene.phone.signIn("ada", password: Self.newPassword).location == "/login/code")
            #expect(try await scene.phone.signIn(scene.authenticator).location == "/")
        }
    }

    /// Who signed in by a passkey and knows no password any more.
    @Test func aPasskeyStandsInForThePasswordAndStays() async throws {
        try await Self.open { scene in
            let person = Person(scene.owner.client)
            #expect(try await person.signIn(scene.authenticator).location == "/")
            #expect(try await person.get("/settings/lost").body.says("lost.passkeys.here"))
            let sessions = Self.ticks.merging(["new": Self.newPassword]) { $1 }
            // An answer for another purpose is none.
            let foreign = try scene.authenticator.sign(
                try await Person(scene.owner.client).question(on: "/login").challenge)
            let refused = try await person.post(
                "/settings/lost",
                sessions.merging(Person.fields(of: foreign, secret: Person.passkeySecret)) { $1 })
            #expect(refused.status == .unprocessableContent && refused.body.says("error.passkey.refused"))
            let question = try await person.question(on: "/settings/lost")
            #expect(question.known == [scene.authenticator.credentialID])
            let response = try scene.authenticator.sign(question.challenge)
            let answer = try await person.post(
                "/settings/lost",
                sessions.merging(Person.fields(of: response, secret: Person.passkeySecret)) { $1 })
            #expect(answer.location == "/settings/lost?done=device-blocked")
            #expect(try await Self.statuses(scene) == [.notFound, .notFound])
            #expect(try await scene.owner.get("/settings").location == "/login")
            #expect(try await person.get("/settings").status == .ok)
            #expect(try await person.signIn(scene.authenticator).location == "/")
            #expect(try await Person(scene.owner.client).signIn("ada", password: Self.newPassword).location == "/")
        }
    }

    @Test func theRecoveryCodesPageNamesWhatItTookAway() async throws {
        try await Self.open { scene in
            let person = Person(scene.owner.client)
            let answer = try await person.post(
                "/recover", ["username": "ada", "recovery-code": scene.code, "password": Self.newPassword],
                from: "/recover")
            #expect(answer.location == "/recovery-code?done=recovered")
            let page = try await person.get(answer.location).body
            #expect(page.says("ended.passkey", ["name": "Ada’s phone"]) && page.contains("Practice Brown"))
            #expect(page.contains(#"href="/passes/\#(scene.pass)/links""#))
            #expect(try await Self.statuses(scene) == [.notFound, .notFound])
            #expect(try await !person.get("/recovery-code").body.says("ended.title"))
        }
    }

    /// The page of sessions and the one of a new password do the same by a tick.
    @Test func otherPagesEndThemByATick() async throws {
        try await Self.open { scene in
            let page = try await scene.owner.get("/settings/sessions").body
            #expect(page.says("security.shared.title") && page.contains("Practice Brown"))
            #expect(
                page.contains(#"href="/settings/lost""#) && page.contains(#"name="end-shared" value="yes" checked"#))
            _ = try await scene.owner.post("/settings/sessions/end-others")
            #expect(try await Self.statuses(scene) == [.ok, .ok])
            let ended = try await scene.owner.post("/settings/sessions/end-others", ["end-shared": "yes"])
            #expect(try await Self.statuses(scene) == [.notFound, .notFound])
            let after = try await scene.owner.get(ended.location).body
            #expect(after.says("ended.title") && after.says("security.shared.none"))
            #expect(try await !scene.owner.get("/settings/sessions").body.says("ended.title"))
            var again = scene
            again.addresses = try await Self.share(scene.owner, scene.pass)
            let form = try await scene.owner.get("/settings/password").body
            #expect(form.contains(#"name="end-shared" value="yes" checked"#))
            let fields = ["current": Self.password, "new": Self.newPassword, "end-shared": "yes"]
            let changed = try await scene.owner.post("/settings/password", fields)
            #expect(changed.location == "/settings/sessions?done=password-changed")
            #expect(try await Self.statuses(again) == [.notFound, .notFound])
            #expect(try await scene.owner.get(changed.location).body.contains("Practice Brown"))
        }
    }

    /// A session that somebody borrows shares nothing: it is asked who has it.
    @Test func sharingAsksAgainAfterAQuarterOfAnHour() async throws {
        try await Self.open { scene in
            let (person, client) = (scene.owner, scene.owner.client)
            let (calendar, links) = ("/passes/\(scene.pass)/calendar", "/passes/\(scene.pass)/links")
            let link = ["days": "1", "label": "Practice Green"]
            #expect(try await !person.get(links).body.contains(#"name="password""#))
            scene.clock.pass(901)
            for path in [calendar, links] { #expect(try await person.get(path).body.contains(#"name="password""#)) }
            for step in ["make", "names"] {
                let refused = try await person.post(calendar, ["step": step, "names": "yes"])
                #expect(refused.status == .unprocessableContent && refused.body.says("error.password.own"))
                #expect(refused.body.contains(#"name="names" value="yes" checked"#))
            }
            let refused = try await person.post(links, link.merging(["password": "not this one"]) { $1 })
            #expect(refused.status == .unprocessableContent && refused.body.says("error.password.wrong"))
            #expect(refused.body.contains("Practice Green"))
            #expect(try await Self.statuses(scene) == [.ok, .ok], "nothing was replaced")
            // Ending asks for nothing.
            #expect(try await person.post(calendar, ["step": "end"]).status == .seeOther)
            // A passkey does too, and counts for what follows.
            let response = try scene.authenticator.sign(try await person.question(on: links).challenge)
            let made = try await person.post(
                links, link.merging(Person.fields(of: response, secret: Person.passkeySecret)) { $1 })
            #expect(made.status == .seeOther)
            #expect(try await person.post(calendar, ["step": "make"]).status == .seeOther)
            // For this session alone.
            #expect(try await scene.phone.post(calendar, ["step": "make"]).status == .unprocessableContent)
            let other = Person(client)
            #expect(try await other.signIn(scene.authenticator).location == "/")
            #expect(try await other.post(calendar, ["step": "make"]).status == .seeOther)
            #expect(
                try await scene.phone.post(calendar, ["step": "make", "password": Self.password]).status == .seeOther)
        }
    }

    /// What the parts of addresses name: something of an account, or nothing of anybody.
    private static let ofAccounts: [String: SharedAccess] = [
        "feed": .calendars, "address": .links, "ticket": .links, "token": .mail,
    ]
    private static let ofNobody: Set<String> = [
        "country", "species", "language", "question", "n", "text", "indicator", "area", "graph",
    ]

    @Test func theListHasEveryRouteThatReadsAnAccountsRowWithoutASession() throws {
        var (kinds, secret): (Set<SharedAccess>, Set<String>) = ([], [])
        for route in Route.table where [.public, .api].contains(route.access) {
            let parts = route.path.matches(of: /\{([a-z]+)\}/).map { String($0.1) }
            for part in parts where !Self.ofNobody.contains(part) {
                let kind = try #require(Self.ofAccounts[part], "\(route.path): say in SharedAccess what ends it")
                kinds.insert(kind)
                if route.method != .options { secret.insert(AccessTable.name(route)) }
            }
        }
        #expect(kinds == Set(SharedAccess.allCases))
        #expect(secret == AccessTable.secret)
    }
}
