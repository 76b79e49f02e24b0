import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// What counts as a try, and whose it is.
@Suite("How often something may be tried", .timeLimit(.minutes(3)))
struct TriesTests {
    private static let fields = ["username": "ada", "password": "seven quiet otters swim", "consent": "yes"]

    @Test func countsFailedSignInsAndNoOthers() async throws {
        try await TestApp.open(arguments: ["--sign-ins", "3"]) { _, client in
            try await Person(client).register("ada")
            for _ in 0..<8 { #expect(try await Person(client).signIn("ada").status == .seeOther) }
            for _ in 0..<3 {
                let wrong = try await Person(client).signIn("eve", password: "wrong wrong wrong")
                #expect(wrong.status == .unprocessableContent)
            }
            #expect(try await Person(client).signIn("ada").status == .tooManyRequests)
        }
    }

    @Test func countsThePasswordAskedAgainByTheSession() async throws {
        try await TestApp.open(arguments: ["--sign-ins", "3"]) { _, client in
            let (one, other) = (Person(client), Person(client))
            try await one.register("ada")
            try await other.register("eve")
            func renew(_ person: Person, _ password: String) async throws -> HTTPResponse.Status {
                try await person.post("/settings/recovery-code", ["password": password]).status
            }
            for _ in 0..<3 { #expect(try await renew(one, "wrong wrong wrong") == .unprocessableContent) }
            #expect(try await renew(one, "wrong wrong wrong") == .tooManyRequests)
            for _ in 0..<6 { #expect(try await renew(other, "seven quiet otters swim") == .seeOther) }
            #expect(try await Person(client).signIn("ada").status == .seeOther, "nor by the address")
        }
    }

    @Test func boundsTheAccountsOfANetwork() async throws {
        try await TestApp.open(arguments: ["--sign-ups", "2"]) { app, client in
            try await Person(client).register("one")
            // What fails doesn't count.
            for _ in 0..<3 {
                let taken = Self.fields.merging(["username": "one"]) { $1 }
                let answer = try await Person(client).post("/register", taken, from: "/register")
                #expect(answer.status == .unprocessableContent)
            }
            try await Person(client).register("two")
            let answer = try await Person(client).post("/register", Self.fields, from: "/register")
            #expect(answer.status == .tooManyRequests && answer.body.says("error.sign-up.many"))
            #expect(
                answer.body.contains("value=\"ada\"") && answer.body.contains("required checked"), "nothing is lost")
            #expect(try await Person(client).signIn("one").status == .seeOther)
        }
    }

    @Test func boundsTheAccountsOfAllNetworksTogether() async throws {
        let limit = SignUpLimit(burst: 2)
        for number in 0..<40 { try await limit.counting("network \(number)") {} }
        await #expect(throws: SignUpLimit.Exceeded.self) { try await limit.counting("another") {} }
    }

    @Test func remembersTheBrowserOnceItIsSignedInAndNotBefore() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let totp = try await person.turnOnTwoFactor(app)
            let other = Person(client)
            func remembers(_ answer: Person.Answer) -> Bool {
                answer.headers[values: .setCookie].contains { field in
                    field.hasPrefix("browser=") && field.contains("Max-Age=34560000")
                }
            }
            let half = try await other.signIn("ada")
            #expect(half.location == "/login/code" && !remembers(half), "the password alone isn't enough")
            let whole = try await other.post("/login/code", ["code": totp.codes[0]], from: "/login/code")
            #expect(whole.location == "/" && remembers(whole))
        }
    }
}
