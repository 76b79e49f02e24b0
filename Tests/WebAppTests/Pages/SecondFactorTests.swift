import Foundation
import HTTPTypes
import Testing

@testable import Vault
@testable import WebApp

@Suite("Two-factor sign-in", .timeLimit(.minutes(3)))
struct SecondFactorTests {
    @Test func asksForTheCodeBeforeAnythingOpens() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let totp = try await person.turnOnTwoFactor(app)
            let other = Person(client)
            #expect(try await other.signIn("ada").location == "/login/code")
            #expect(try await other.get("/").location == "/login/code")
            #expect(try await other.get("/login").location == "/login/code")
            #expect(try await other.get("/passes/\(pass)").location == "/login/code")
            #expect(try await other.get("/privacy").status == .ok)
            #expect(try await other.get("/nowhere").status == .notFound)
            let wrong = try await other.post("/login/code", ["code": "000000"], from: "/login/code")
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.code.wrong"))
            let empty = try await other.post("/login/code", ["code": " "], from: "/login/code")
            #expect(empty.status == .unprocessableContent && empty.body.says("error.code.empty"))
            let right = try await other.post("/login/code", ["code": totp.nextCode()], from: "/login/code")
            #expect(right.location == "/")
            #expect(try await other.get("/passes/\(pass)").body.contains("Ada Test"))
            #expect(try await other.get("/login/code").location == "/")
        }
    }

    @Test func takesAOneTimeCodeOnce() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let codes = try await person.turnOnTwoFactor(app).codes
            for isRight in [true, false] {
                let other = Person(client)
                _ = try await other.signIn("ada")
                let answer = try await other.post("/login/code", ["code": codes[0].lowercased()], from: "/login/code")
                #expect((answer.location == "/") == isRight)
            }
        }
    }

    @Test func letsNobodyGuess() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let totp = try await person.turnOnTwoFactor(app)
            let other = Person(client)
            _ = try await other.signIn("ada")
            for _ in 0..<5 { _ = try await other.post("/login/code", ["code": "12345"], from: "/login/code") }
            let answer = try await other.post("/login/code", ["code": totp.nextCode()], from: "/login/code")
            #expect(answer.status == .unprocessableContent && answer.body.says("error.attempts"))
        }
    }

    @Test func startsAgainWithAnotherAccount() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            _ = try await person.turnOnTwoFactor(app)
            let other = Person(client)
            _ = try await other.signIn("ada")
            let cookie = try await other.sessionCookie()
            #expect(try await other.post("/logout", from: "/login/code").location == "/?done=signed-out")
            #expect(try await other.get("/").status == .ok)
            #expect(try await app.accounts.sessions.session(cookie: cookie) == nil)
        }
    }

    @Test func theRecoveryCodeTurnsItOffAndSaysSo() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let page = try await person.get("/recovery-code").body
            let code = try #require(page.firstMatch(of: /<code>([A-Z0-9-]{39})<\/code>/))
            _ = try await person.turnOnTwoFactor(app)
            let other = Person(client)
            _ = try await other.signIn("ada")
            #expect(try await other.get("/recover").body.says("accounts.recover.lead"))
            let password = "nine tall herons wade"
            let answer = try await other.post(
                "/recover", ["username": "ada", "recovery-code": String(code.1), "password": password],
                from: "/recover")
            #expect(answer.status == .seeOther)
            #expect(try await other.get(answer.location).body.says("done.recovered"))
            #expect(try await other.signIn("ada", password: password).location == "/")
        }
    }
}

/// An authenticator app and the one-time codes that came with it.
struct Authenticator: Sendable {
    let totp: TOTP
    let codes: [String]
    /// The phone's clock.
    let now: @Sendable () -> Date

    /// The present code.
    func nextCode() -> String { totp.code(step: TOTP.step(at: now())) }
}
