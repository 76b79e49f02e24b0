import Foundation
import HTTPTypes
import Testing
import Vault

@testable import WebApp

@Suite("Signing up and in", .timeLimit(.minutes(3)))
struct SignUpTests {
    private static let fields = ["username": "ada", "password": "seven quiet otters swim", "consent": "yes"]

    @Test func keepsATickedConsentAndWhatWasTyped() async throws {
        try await TestApp.open { _, client in
            let weak = Self.fields.merging(["password": "short"]) { $1 }
            let answer = try await Person(client).post("/register", weak, from: "/register")
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains("value=\"ada\""))
            #expect(answer.body.contains("value=\"yes\" required checked"))
            let page = try await Person(client).get("/register").body
            #expect(page.contains("value=\"yes\" required>"))
        }
    }

    /// A password never comes back in a page, so the form says that it has to be typed again.
    @Test func asksForThePasswordAgainWhereSomethingElseIsWrong() async throws {
        try await TestApp.open { _, client in
            var fields = Self.fields
            fields["consent"] = nil
            let answer = try await Person(client).post("/register", fields, from: "/register").body
            #expect(answer.contains("id=\"consent-error\""))
            #expect(try answer.contains("id=\"password-error\">\(words("error.password.again"))"))
            #expect(!answer.contains("seven quiet otters"))
            let weak = try await Person(client).post(
                "/register", fields.merging(["password": "short"]) { $1 }, from: "/register"
            ).body
            #expect(weak.says("error.password.too-short") && !weak.says("error.password.again"))
        }
    }

    @Test func saysThatItIsClosed() async throws {
        try await TestApp.open(vault: { $0.signUp = .closed }) { _, client in
            let page = try await Person(client).get("/register").body
            #expect(page.says("error.sign-up.closed") && !page.contains("name=\"password\""))
            let answer = try await Person(client).post("/register", Self.fields, from: "/login")
            #expect(answer.status == .forbidden && answer.body.says("error.sign-up.closed"))
            for path in ["/", "/login"] { #expect(!(try await Person(client).get(path).body.contains("/register"))) }
        }
    }

    @Test func saysThatItIsFull() async throws {
        try await TestApp.open(vault: { $0.maxUsers = 1 }) { _, client in
            try await Person(client).register("first")
            let page = try await Person(client).get("/register").body
            #expect(page.says("error.sign-up.full") && !page.contains("name=\"password\""))
            let answer = try await Person(client).post("/register", Self.fields, from: "/login")
            #expect(answer.status == .forbidden && answer.body.says("error.sign-up.full"))
        }
    }

    @Test func takesAnInvitationOnce() async throws {
        try await TestApp.open(vault: { $0.signUp = .invitation }) { app, client in
            let invitation = try app.accounts.administration.invite(validSeconds: 60)
            let page = try await Person(client).get("/register?invitation=\(invitation)").body
            #expect(page.contains("name=\"invitation\" value=\"\(invitation)\""))
            for (text, fault) in [("", "empty"), ("nonsense", "wrong"), ("é", "wrong")] {
                let fields = Self.fields.merging(["invitation": text]) { $1 }
                let answer = try await Person(client).post("/register", fields, from: "/register")
                #expect(
                    answer.status == .unprocessableContent && answer.body.says("error.invitation.\(fault)"), "\(text)")
            }
            let fields = Self.fields.merging(["invitation": invitation.uppercased()]) { $1 }
            #expect(try await Person(client).post("/register", fields, from: "/register").status == .seeOther)
            let second = fields.merging(["username": "eve"]) { $1 }
            let refused = try await Person(client).post("/register", second, from: "/register")
            #expect(refused.status == .unprocessableContent && refused.body.says("error.invitation.wrong"))
        }
    }

    @Test func saysTheSameOfAnUnknownNameAsOfAWrongPassword() async throws {
        try await TestApp.open { _, client in
            try await Person(client).register("ada")
            let known = try await Person(client).signIn("ada", password: "wrong wrong wrong")
            let unknown = try await Person(client).signIn("eve", password: "wrong wrong wrong")
            let words = { (body: String) in
                // Tokens, and the question to passkeys, are random.
                body.replacing(/(value|data-challenge)="[^"]*"/, with: "")
            }
            #expect(known.status == .unprocessableContent && unknown.status == .unprocessableContent)
            #expect(words(known.body) == words(unknown.body))
            let recovery = ["recovery-code": String(repeating: "A", count: 32), "password": "nine tall herons wade"]
            let bodies = [
                try await Person(client).post(
                    "/recover", recovery.merging(["username": "ada"]) { $1 }, from: "/recover"),
                try await Person(client).post(
                    "/recover", recovery.merging(["username": "eve"]) { $1 }, from: "/recover"),
            ].map(\.body)
            #expect(words(bodies[0]) == words(bodies[1]))
        }
    }

    @Test func slowsGuessingDownButNotTheOwner() async throws {
        try await TestApp.open { _, client in
            let owner = Person(client)
            try await owner.register("ada")
            let guesser = Person(client)
            for _ in 0..<5 { _ = try await guesser.signIn("ada", password: "wrong wrong wrong") }
            let slowed = try await guesser.signIn("ada")
            #expect(slowed.status == .unprocessableContent && slowed.body.says("error.attempts"))
            // Who is signed in goes on, and the recovery code opens the account all the same.
            #expect(try await owner.get("/settings").status == .ok)
            let code = try await owner.shownRecoveryCode()
            let fields = ["username": "ada", "recovery-code": code, "password": "nine tall herons wade"]
            #expect(try await Person(client).post("/recover", fields, from: "/recover").status == .seeOther)
        }
    }
}
