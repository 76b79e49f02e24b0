import HTTPTypes
import Testing

@testable import Vault
@testable import WebApp

/// What changes about how an account is signed in to: who sees its code, which cookie counts, who stays signed in.
@Suite("When a way to sign in changes", .timeLimit(.minutes(3)))
struct FactorChangeTests {
    private static let password = "seven quiet otters swim"

    @Test func anotherSessionSeesTheRecoveryCodeByThePasswordAlone() async throws {
        try await TestApp.open { app, client in
            let (owner, thief) = (Person(client), Person(client))
            try await owner.register("ada")
            let code = try await owner.shownRecoveryCode()
            _ = try await thief.signIn("ada")
            let asked = try await thief.get("/recovery-code")
            #expect(asked.status == .ok && !asked.body.contains(code) && asked.body.says("accounts.code.password"))
            // Nor may they say that it is kept.
            #expect(try await thief.post("/recovery-code", ["saved": "yes"]).location == "/recovery-code")
            for password in ["", "not this one at all"] {
                let wrong = try await thief.post("/recovery-code", ["password": password])
                #expect(wrong.status == .unprocessableContent && !wrong.body.contains(code))
            }
            #expect(try await !thief.get("/recovery-code").body.contains(code))
            #expect(try await owner.get("/settings").body.contains("/recovery-code"))
            let right = try await thief.post("/recovery-code", ["password": Self.password])
            #expect(right.location == "/recovery-code")
            #expect(try await thief.get("/recovery-code").body.contains(code))
        }
    }

    @Test func theAnswerToAWrongCopyShowsTheCodeToWhoMaySeeIt() async throws {
        try await TestApp.open { _, client in
            let (owner, thief) = (Person(client), Person(client))
            try await owner.register("ada")
            let code = try await owner.shownRecoveryCode()
            _ = try await thief.signIn("ada")
            for person in [owner, thief] {
                let wrong = try await person.post("/recovery-code", ["recovery-code": "ABCD-EFGH"])
                #expect(wrong.status == .unprocessableContent && wrong.body.contains("ABCD-EFGH"))
                #expect(wrong.body.contains(code) == (person === owner))
                #expect(wrong.body.contains(#"href="/recovery-code""#) == (person === thief))
            }
            // Whoever types it has it.
            #expect(try await thief.post("/recovery-code", ["recovery-code": code]).location == "/")
            #expect(try await owner.get("/recovery-code").location == "/")
        }
    }

    @Test func theCookieBeforeTheSecondFactorIsNoneAfterIt() async throws {
        try await TestApp.open { app, client in
            let (owner, other, thief) = (Person(client), Person(client), Person(client))
            try await owner.register("ada")
            let totp = try await owner.turnOnTwoFactor(app)
            _ = try await other.signIn("ada")
            let before = try await other.sessionCookie()
            let answer = try await other.post("/login/code", ["code": totp.nextCode()], from: "/login/code")
            #expect(answer.location == "/")
            #expect(try await other.sessionCookie() != before)
            #expect(try await other.get("/settings").status == .ok)
            await thief.use(session: before)
            #expect(try await thief.get("/settings").location == "/login")
            // The session stays the one that its owner sees in the list.
            let page = try await owner.get("/settings/sessions").body
            #expect(page.matches(of: /\/settings\/sessions\/([a-z0-9]{26})\/end/).count == 2)
        }
    }

    @Test func offersToEndTheOthersWhereAFactorChanges() async throws {
        try await TestApp.open { app, client in
            let (owner, other) = (Person(client), Person(client))
            try await owner.register("ada")
            let pages = ["/settings/second-factor", "/settings/passkeys"]
            for page in pages { #expect(try await !owner.get(page).body.contains("end-others"), "\(page)") }
            _ = try await other.signIn("ada")
            for page in pages { #expect(try await owner.get(page).body.contains("sessions/end-others"), "\(page)") }
            _ = try await owner.turnOnTwoFactor(app)
            let codes = try await owner.post("/settings/second-factor/codes", ["password": Self.password])
            #expect(codes.status == .ok && codes.body.contains("sessions/end-others"))
            _ = try await owner.post("/settings/sessions/end-others", from: "/settings/passkeys")
            #expect(try await other.get("/settings").location == "/login")
        }
    }
}
