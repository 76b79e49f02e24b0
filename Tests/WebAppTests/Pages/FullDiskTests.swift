import Foundation
import HTTPTypes
import Testing
import Vault

@testable import WebApp

/// Nothing can be written: who reads may go on, who leaves has left, and whoever runs the server learns why.
@Suite("Pages on a full disk", .timeLimit(.minutes(3)))
struct FullDiskTests {
    @Test(arguments: FullApp.Part.allCases)
    func signingOutForgetsTheCookieAndSaysWhatIsLeft(_ part: FullApp.Part) async throws {
        try await FullApp.withAda { full, person in
            let cookie = try await person.sessionCookie()
            try await full.fill(part)
            let answer = try await person.post("/logout")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.body.says("problem.signed-out-here.title"))
            #expect(answer.body.says("problem.signed-out-here.text", ["date": "19 February 2027"]))
            #expect(!answer.body.contains(#"action="/logout""#))
            #expect(
                answer.headers[values: .setCookie].contains { $0.hasPrefix("session=;") && $0.contains("Max-Age=0") })
            #expect(try await person.get("/passes").location == "/login")
            // Its forms work for whoever uses the browser next.
            #expect(try await person.post("/language", ["language": "de", "return": "/"]).status == .seeOther)
            try await full.heal(part)
            // Books that could be written have ended it; else it goes on, and signing out elsewhere ends it.
            await full.other.use(session: cookie)
            #expect(try await full.other.get("/passes").status == (part == .accountsDatabase ? .ok : .seeOther))
            #expect(try await person.signIn("ada").status == .seeOther)
            _ = try await person.post("/settings/sessions/end-others")
            #expect(try await full.other.get("/passes").location == "/login")
        }
    }

    @Test func theAccountsLanguageSaysIt() async throws {
        try await FullApp.withAda { full, person in
            _ = try await person.post("/language", ["language": "de", "return": "/"])
            try await full.fill(.accountsDatabase)
            let answer = try await person.post("/logout")
            #expect(answer.body.says("problem.signed-out-here.title", in: "de"))
            #expect(answer.body.says("problem.signed-out-here.text", ["date": "19. Februar 2027"], in: "de"))
        }
    }

    @Test func endingOnesOwnSessionForgetsTheCookieToo() async throws {
        try await FullApp.withAda { full, person in
            let page = try await person.get("/settings/sessions").body
            let end = try #require(page.firstMatch(of: #/action="(/settings/sessions/[a-z0-9]+/end)"/#)?.1)
            try await full.fill(.accountsDatabase)
            let answer = try await person.post(String(end))
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.body.says("problem.signed-out-here.title"))
            #expect(try await person.get("/passes").location == "/login")
        }
    }

    /// The vault is damaged: nothing of the account opens, but who leaves has left.
    @Test func aVaultThatDoesNotOpenIsLeftToo() async throws {
        try await FullApp.withAda { full, person in
            let cookie = try await person.sessionCookie()
            let token = try await person.token()
            await full.closeVault()
            try await full.fill(.blobs)
            #expect(try await person.get("/passes").status == .serviceUnavailable)
            let answer = try await person.postRaw("/logout", "form-token=\(token)")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.body.says("problem.signed-out-here.title"))
            #expect(try await person.get("/passes").location == "/login")
            await full.other.use(session: cookie)
            #expect(try await full.other.get("/passes").location == "/login")
        }
    }

    @Test func nobodyIsSignedOutWithoutTheirFormsToken() async throws {
        try await FullApp.withAda { full, person in
            await full.closeVault()
            try await full.fill(.blobs)
            let answer = try await person.postRaw("/logout", "form-token=\(String(repeating: "a", count: 43))")
            #expect(answer.status == .forbidden)
            #expect(try await person.sessionCookie().count == 43)
        }
    }

    private static let newPassword = [
        "current": "seven quiet otters swim", "new": "nine loud badgers dive", "end-others": "yes",
    ]

    /// Told that nothing was saved, people go on with what they had: that must open.
    @Test(arguments: FullApp.Part.allCases)
    func keysThatCouldNotBeChangedStay(_ part: FullApp.Part) async throws {
        try await FullApp.withAda { full, person in
            let code = try #require(try await person.get("/recovery-code").body.firstMatch(of: Self.code)?.0)
            try await full.fill(part)
            let change = try await person.post("/settings/password", Self.newPassword)
            #expect(change.body.says("problem.storage.title"))
            let renewal = try await person.post("/settings/recovery-code", ["password": "seven quiet otters swim"])
            #expect(renewal.body.says("problem.storage.title"))
            try await full.heal(part)
            #expect(try await person.get("/settings").status == .ok)
            #expect(try await person.signIn("ada").status == .seeOther)
            let recovery = try await full.other.post(
                "/recover",
                ["username": "ada", "recovery-code": String(code), "password": "nine loud badgers dive"],
                from: "/recover")
            #expect(recovery.location == "/recovery-code?done=recovered")
        }
    }

    /// A code that opens nothing is not shown, and another is offered.
    @Test func aCodeThatOpensNothingIsNotShown() async throws {
        try await FullApp.withAda { full, person in
            let other = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"
            try await person.vault(full.app).write { try $0.keep(unconfirmedRecoveryCode: other) }
            #expect(try await person.get("/recovery-code").location == "/settings/recovery-code")
            _ = try await person.post("/settings/recovery-code", ["password": "seven quiet otters swim"])
            #expect(try await person.get("/recovery-code").body.contains(Self.code))
        }
    }

    private static var code: Regex<Substring> { /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){7}/ }

    /// Books that can't note when a session was last used keep nobody from reading.
    @Test func readingGoesOnForHours() async throws {
        try await FullApp.withAda { full, person in
            try await full.fill(.accountsDatabase)
            full.clock.pass(7_200)
            #expect(try await person.get("/passes/new").status == .ok)
            try await full.heal(.accountsDatabase)
        }
    }

    @Test func theLogSaysWhyAndOfNobody() async throws {
        try await FullApp.withAda { full, person in
            let pass = try await person.pass("Canary Kestrel")
            try await full.fill(.blobs)
            _ = try await person.post(
                "/passes/\(pass)/vaccinations/new",
                ["target": "measles", "vaccine": "unknown", "date-year": "2020", "batch": "CANARY-77"])
            _ = try? await person.pass("Canary Plover")
            _ = try await person.post("/settings/recovery-code", ["password": "seven quiet otters swim"])
            try await full.fill(.accountsDatabase)
            _ = try await full.other.post(
                "/register", ["username": "canary", "password": "wombats juggle nine teapots", "consent": "yes"],
                from: "/register")
            _ = try await person.post("/logout")
            let failed = full.lines.lines.filter { $0.contains("status=503") }
            #expect(failed.contains { $0.contains(#"reason="open to overwrite failed with errno 20""#) })
            #expect(failed.contains { $0.contains("problem=signedOutHere") && $0.contains("cause=storageFailed") })
            #expect(failed.contains { $0.contains(#"reason="SQLite result 1811 (constraint failed)""#) })
            #expect(failed.allSatisfy { $0.contains("cause=") && $0.contains("reason=") })
            let all = full.lines.lines.joined(separator: "\n").lowercased()
            for canary in ["canary", "kestrel", "ada", "otters", "wombats", pass.lowercased()] {
                #expect(!all.contains(canary), "\(canary)")
            }
        }
    }
}
