import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing
import VaultStorage

@testable import People
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("An account's own pages", .timeLimit(.minutes(3)))
struct AccountPagesTests {
    private static let password = "seven quiet otters swim"
    private static let newPassword = "nine tall herons wade"

    @Test func changesThePassword() async throws {
        try await TestApp.open { _, client in
            let (person, other) = (Person(client), Person(client))
            try await person.register("ada")
            #expect(try await other.signIn("ada").location == "/")
            let wrong = try await person.post(
                "/settings/password", ["current": "not this one at all", "new": Self.newPassword])
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.password.wrong"))
            let weak = try await person.post("/settings/password", ["current": Self.password, "new": "short"])
            #expect(weak.status == .unprocessableContent && weak.body.says("error.password.too-short"))
            let right = try await person.post(
                "/settings/password", ["current": Self.password, "new": Self.newPassword])
            #expect(right.location == "/settings?done=password-changed")
            #expect(try await person.get(right.location).body.says("done.password-changed"))
            #expect(try await other.get("/settings").status == .ok)
            #expect(try await Person(client).signIn("ada").status == .unprocessableContent)
            #expect(try await Person(client).signIn("ada", password: Self.newPassword).location == "/")
            #expect(try await person.get("/settings/access-log").body.says("access-log.event.password-changed"))
        }
    }

    @Test func changesThePasswordAndSignsOutEverywhereElse() async throws {
        try await TestApp.open { _, client in
            let (person, other) = (Person(client), Person(client))
            try await person.register("ada")
            #expect(try await !person.get("/settings/password").body.contains("end-others"))
            _ = try await other.signIn("ada")
            let others = try words("security.password.others", count: 1)
            #expect(try await person.get("/settings/password").body.contains(others))
            let fields = ["current": "not this one", "new": Self.newPassword, "end-others": "yes"]
            let wrong = try await person.post("/settings/password", fields)
            #expect(wrong.status == .unprocessableContent && wrong.body.contains(#"value="yes" checked"#))
            #expect(try await other.get("/settings").status == .ok)
            let right = try await person.post(
                "/settings/password", fields.merging(["current": Self.password]) { $1 })
            #expect(right.location == "/settings?done=password-changed-signed-out")
            #expect(try await person.get(right.location).body.says("done.password-changed-signed-out"))
            #expect(try await other.get("/settings").location == "/login")
        }
    }

    @Test func endsASessionOfTheList() async throws {
        try await TestApp.open { app, client in
            let (person, other) = (Person(client), Person(client))
            try await person.register("ada")
            _ = try await other.signIn("ada")
            let page = try await person.get("/settings/sessions").body
            let ends = page.matches(of: /\/settings\/sessions\/([a-z0-9]{26})\/end/).map { String($0.1) }
            let mark = "<strong class=\"tag\">\(try words("security.sessions.current"))</strong>"
            #expect(ends.count == 2 && page.components(separatedBy: mark).count == 2)
            let own = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie())).id
                .description
            let foreign = try #require(ends.first { $0 != own })
            let answer = try await person.post("/settings/sessions/\(foreign)/end")
            #expect(answer.location == "/settings/sessions?done=session-ended")
            #expect(try await other.get("/settings").location == "/login")
            let left = try await person.get("/settings/sessions").body
            #expect(left.matches(of: /\/settings\/sessions\/([a-z0-9]{26})\/end/).count == 1)
            #expect(!left.contains("end-others"))
        }
    }

    @Test func endsAllOtherSessionsAndRotatesTheKey() async throws {
        try await TestApp.open { app, client in
            let (person, other) = (Person(client), Person(client))
            try await person.register("ada")
            _ = try await other.signIn("ada")
            let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
            let before = try await session.shared.withLock { try $0.currentKey().epoch }
            let answer = try await person.post("/settings/sessions/end-others")
            #expect(answer.location == "/settings/sessions?done=sessions-ended")
            #expect(try await session.shared.withLock { try $0.currentKey().epoch } == before + 1)
            #expect(try await other.get("/settings").location == "/login")
            #expect(try await person.get("/settings").status == .ok)
        }
    }

    @Test func theCookieLastsAsLongAsTheSession() async throws {
        try await TestApp.open(vault: { $0.sessionAbsoluteSeconds = 1000 }) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let cookies = try await person.signIn("ada").headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("session=") && $0.contains("Max-Age=1000") })
        }
    }

    @Test func endsItsOwnSessionByTheList() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
            let answer = try await person.post("/settings/sessions/\(session.id)/end")
            #expect(answer.location == "/?done=signed-out")
            #expect(try await person.get("/settings").location == "/login")
        }
    }

    @Test func setsTheSecondFactorUpAndTurnsItOff() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get("/settings/second-factor/setup").location == "/settings/second-factor")
            #expect(try await person.get("/settings/second-factor/qr.svg").status == .notFound)
            let wrong = try await person.post("/settings/second-factor/start", ["password": "not this one"])
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.password.wrong"))
            let start = try await person.post("/settings/second-factor/start", ["password": Self.password])
            #expect(start.location == "/settings/second-factor/setup")
            let setup = try await person.get("/settings/second-factor/setup").body
            let secret = try await person.pendingSecret(app)
            #expect(setup.replacing(" ", with: "").contains(secret.base32))
            #expect(setup.contains("<a href=\"otpauth://totp/Vaccinapp:"))
            let picture = try await person.get("/settings/second-factor/qr.svg")
            #expect(picture.headers[.contentType] == "image/svg+xml" && picture.body.hasPrefix("<svg"))
            let refused = try await person.post("/settings/second-factor/setup", ["code": "12345"])
            #expect(refused.status == .unprocessableContent && refused.body.says("error.code.setup"))
            let now = TOTP.step(at: TestApp.now)
            let on = try await person.post("/settings/second-factor/setup", ["code": secret.code(step: now)])
            #expect(on.status == .ok)
            let codes = Self.codes(in: on.body)
            #expect(Set(codes).count == 10)
            let left = try words("security.factor.left", count: 10)
            #expect(try await person.get("/settings/second-factor").body.contains(left))
            let renewed = try await person.post("/settings/second-factor/codes", ["password": Self.password])
            #expect(Set(Self.codes(in: renewed.body)).union(codes).count == 20)
            #expect(try await person.get("/settings/second-factor/setup").status == .seeOther)
            let off = try await person.post("/settings/second-factor/off", ["password": Self.password])
            #expect(off.location == "/settings/second-factor?done=second-factor-off")
            #expect(try await Person(client).signIn("ada").location == "/")
            let log = try await person.get("/settings/access-log").body
            for event in ["second-factor-on", "one-time-codes-renewed", "second-factor-off"] {
                #expect(log.says("access-log.event.\(event)"))
            }
        }
    }

    @Test func renewsTheRecoveryCode() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let old = try await person.shownRecoveryCode()
            _ = try await person.post("/recovery-code", ["saved": "yes"])
            let wrong = try await person.post("/settings/recovery-code", ["password": ""])
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.password.own"))
            let renewed = try await person.post("/settings/recovery-code", ["password": Self.password])
            #expect(renewed.location == "/recovery-code")
            let new = try await person.shownRecoveryCode()
            #expect(new != old)
            for (code, isRight) in [(old, false), (new, true)] {
                let fields = ["username": "ada", "recovery-code": code, "password": Self.newPassword]
                let answer = try await Person(client).post("/recover", fields, from: "/recover")
                #expect((answer.status == .seeOther) == isRight)
            }
        }
    }

    @Test func deletesEverything() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            _ = try await person.pass("Ada Test")
            let page = try await person.get("/settings/delete").body
            let (passes, backups) = (
                try words("security.delete.passes", count: 1), try words("security.delete.backups", count: 30)
            )
            #expect(page.contains(passes) && page.contains(backups))
            let wrong = try await person.post("/settings/delete", ["password": "not this one"])
            #expect(wrong.status == .unprocessableContent)
            #expect(try await person.get("/settings").status == .ok)
            let gone = try await person.post("/settings/delete", ["password": Self.password])
            #expect(gone.location == "/?done=account-deleted")
            #expect(try await person.get(gone.location).body.says("done.account-deleted"))
            #expect(try await Person(client).signIn("ada").status == .unprocessableContent)
            let vaults = app.folder.appending(path: "vaults").path
            #expect(try FileManager.default.subpathsOfDirectory(atPath: vaults).filter { $0.contains(".vault") } == [])
            try await Person(client).register("ada")
        }
    }

    @Test func whoAgreedToAnOlderPolicyIsAskedAgain() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await !person.get("/settings").body.says("settings.consent.old"))
            let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
            let older = try ConsentRecord(version: "2025-01-01", time: TestApp.now, language: "en")
            try await session.vault.write { try $0.insert(older) }
            #expect(try await person.get("/settings").body.says("settings.consent.old"))
            for _ in 1...2 {
                _ = try await person.post("/settings/consent", ["consent": "yes"], from: "/settings")
            }
            let versions = try await session.vault.read { try $0.consents().map(\.version) }
            #expect(versions.filter { $0 == Privacy.version }.count == 2 && versions.count == 3)
        }
    }

    @Test func withdrawingConsentShutsTheAccountUntilItIsDeletedOrGivenAgain() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let withdrawn = try await person.post("/settings/consent", ["consent": "withdrawn"], from: "/settings")
            #expect(withdrawn.location == "/settings/delete")
            let page = try await person.get("/settings/delete").body
            let days = ["date": "21 November 2026", "end": "21 December 2026"]
            #expect(page.says("security.delete.withdrawn", days))
            // The server was cut short before it noted when.
            try await app.accounts.database.write { try $0.execute("DELETE FROM withdrawal", []) }
            let unfinished = try await person.get("/settings/delete").body
            #expect(unfinished.says("security.delete.later") && !unfinished.says("security.delete.withdrawn"))
            _ = try await person.post("/settings/consent", ["consent": "withdrawn"], from: "/settings/delete")
            #expect(try await person.get("/settings/delete").body.says("security.delete.withdrawn", days))
            for path in ["/settings", "/passes/\(pass)", "/passes", "/certificates/new"] {
                #expect(try await person.get(path).location == "/settings/delete", "\(path)")
            }
            #expect(try await person.post("/passes/new", ["name": "x"]).location == "/settings/delete")
            // A code that is made meanwhile can be seen and confirmed.
            let password = ["password": "seven quiet otters swim"]
            #expect(try await person.post("/settings/recovery-code", password).location == "/recovery-code")
            #expect(try await person.get("/recovery-code").status == .ok)
            #expect(try await person.get("/passes/\(pass)/export").status == .ok)
            #expect(try await person.post("/settings/consent", ["consent": "maybe"]).status == .badRequest)
            let again = try await person.post("/settings/consent", ["consent": "yes"], from: "/settings/delete")
            #expect(again.location == "/settings?done=consent-given")
            #expect(try await person.get("/passes/\(pass)").body.contains("Ada Test"))
            let log = try await person.get("/settings/access-log").body
            #expect(log.says("access-log.event.consent-withdrawn") && log.says("access-log.event.consent-given"))
        }
    }

    @Test func timesSayTheirZone() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada", zone: "Pacific/Auckland")
            let there = try Said.language("en").local(in: #require(TimeZone(identifier: "Pacific/Auckland")))
            for path in ["/settings/access-log", "/settings/sessions"] {
                let page = try await person.get(path).body
                let time = try #require(
                    page.firstMatch(
                        of: /<time datetime="([-:TZ\d]+)">([^<]+)<\/time>/)
                ).output
                #expect(time.2 == there.time(try #require(Timestamp(String(time.1)).date)))
                #expect(page.says("shared.zone", ["place": "Auckland"]) && !page.contains("UTC"))
            }
        }
    }

    @Test func pagesTheAccessLog() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
            try await session.vault.write { records in
                let later = TestApp.now + 86_400
                for number in 1...60 {
                    try records.log(AccessEvent(time: later + Double(number), device: "?", code: .exported))
                }
                try records.log(AccessEvent(time: later + 100, device: "Firefox, Linux", code: nil))
                try records.execute("UPDATE accessEvent SET code = 'unheard-of' WHERE code = ''")
            }
            let first = try await person.get("/settings/access-log").body
            #expect(first.says("shared.pages.position", ["page": "1", "pages": "3"]) && first.contains("page=2"))
            #expect(first.says("security.device.unknown"))
            #expect(first.says("access-log.other") && !first.contains("unheard-of"))
            let last = try await person.get("/settings/access-log?page=3").body
            #expect(last.says("access-log.event.sign-up") && last.contains("page=2") && !last.contains("page=4"))
            for odd in ["99", "-1", "x", "99999999999999999999"] {
                #expect(try await person.get("/settings/access-log?page=\(odd)").status == .ok)
            }
        }
    }

    private static func codes(in page: String) -> [String] {
        page.matches(of: /<code>([A-Z0-9]{4}(?:-[A-Z0-9]{4}){3})<\/code>/).map { String($0.1) }
    }
}

extension Person {
    func shownRecoveryCode() async throws -> String {
        let page = try await get("/recovery-code").body
        return String(try #require(page.firstMatch(of: /<code>([A-Z0-9-]{39})<\/code>/)).1)
    }

    func pendingSecret(_ app: TestApp) async throws -> TOTP {
        let session = try #require(try await app.accounts.sessions.session(cookie: sessionCookie()))
        return TOTP(secret: try #require(try await session.vault.read { try $0.secret("totp-pending") }))
    }
}
