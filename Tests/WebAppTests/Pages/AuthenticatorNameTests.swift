import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Web
@testable import WebApp

@Suite("What an authenticator app calls an account", .timeLimit(.minutes(3)))
struct AuthenticatorNameTests {
    private static let start = "/settings/second-factor/start"
    private static let password = "seven quiet otters swim"

    /// The link of the setup's page, which its QR code holds, too.
    private static func link(_ person: Person) async throws -> AuthenticatorLink {
        let page = try await person.get("/settings/second-factor/setup").body
        let found = try #require(page.firstMatch(of: /<a href="(otpauth:[^"]+)"/))
        return try AuthenticatorLink(String(found.1).replacing("&amp;", with: "&"))
    }

    @Test func threeAccountsHaveThreeNames() async throws {
        try await TestApp.open { app, client in
            var seen: [String] = []
            for (user, name) in [("ada", "Ada & Ole + Oma"), ("bob", "Zu Hause – Bücherei"), ("cleo", "")] {
                let person = Person(client)
                try await person.register(user)
                let answer = try await person.post(Self.start, ["password": Self.password, "name": name])
                #expect(answer.location == "/settings/second-factor/setup")
                let link = try await Self.link(person)
                #expect(link.issuerBefore == "Vaccinapp" && link.parameters["issuer"] == "Vaccinapp")
                seen.append(link.label)
            }
            let day = try Said.language("en").date(app.services.now())
            #expect(seen == ["Ada & Ole + Oma", "Zu Hause – Bücherei", "Vaccinapp \(day)"])
        }
    }

    @Test func aNameThatAppsMisreadIsAskedForAgain() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get(Self.start).body.says("security.start.name"))
            let long = String(repeating: "a", count: 41)
            for (name, error) in [("Home: Ada", "error.app-name.colon"), (long, "error.text.long")] {
                let answer = try await person.post(Self.start, ["password": Self.password, "name": name])
                #expect(answer.status == .unprocessableContent && answer.body.says(error))
                #expect(answer.body.contains("value=\"\(name)\""), "what was typed is lost")
            }
            let wrong = try await person.post(Self.start, ["password": "not this one", "name": "Phone"])
            #expect(wrong.status == .unprocessableContent && wrong.body.contains("value=\"Phone\""))
            #expect(try await person.get("/settings/second-factor/setup").location == "/settings/second-factor")
        }
    }
}
