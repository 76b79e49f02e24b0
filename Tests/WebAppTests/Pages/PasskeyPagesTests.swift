import ByteCoding
import Foundation
import HealthCertificate
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Passkeys
import SoftAuthenticator
import Testing
import Vault

@testable import WebApp

@Suite("Passkeys' pages", .timeLimit(.minutes(3)))
struct PasskeyPagesTests {
    static let wrong = "error.passkey.login"
    static let stale = "error.passkey.refused"
    static let foreign = "error.passkey.factor"

    /// An app at the address that ``SoftAuthenticator`` makes passkeys for; it takes more wrong answers than usual.
    private func open(
        _ body: @escaping @Sendable (TestApp, any TestClientProtocol) async throws -> Void
    ) async throws {
        try await TestApp.open(
            arguments: ["--public-origin", SoftAuthenticator.origin], vault: { $0.throttle.freeTries = 100 }, body)
    }

    /// The same, where Ada has added a passkey; without a secret it opens no vault.
    private func openWithPasskey(
        secret: [UInt8]? = Person.passkeySecret,
        _ body: @escaping @Sendable (any TestClientProtocol, Person, SoftAuthenticator) async throws -> Void
    ) async throws {
        try await open { _, client in
            let person = Person(client)
            try await person.registerKeepingTheCode("ada")
            try await body(client, person, try await person.addPasskey(secret: secret))
        }
    }

    @Test func oneThatOpensTheVaultSignsInAlone() async throws {
        try await open { _, client in
            let person = Person(client)
            try await person.registerKeepingTheCode("ada")
            let pass = try await person.pass("Ada Test")
            let question = try await person.questionForNewPasskey()
            #expect(question.site == SoftAuthenticator.relyingParty && question.known.isEmpty)
            let authenticator = try SoftAuthenticator(userHandle: question.userHandle)
            let added = try await person.addPasskey(
                authenticator, challenge: question.challenge, secret: Person.passkeySecret)
            #expect(added.location == "/settings/passkeys?done=passkey-added")
            let list = try await person.get(added.location).body
            #expect(list.contains("Ada’s phone") && list.says("passkeys.opens"))
            #expect(list.says("passkeys.unused"))

            let other = Person(client)
            let signedIn = try await other.signIn(authenticator)
            #expect(signedIn.status == .seeOther && signedIn.location == "/")
            #expect(try await other.get("/passes/\(pass)").body.contains("Ada Test"))
            #expect(try await other.get("/settings/access-log").body.says("access-log.event.passkey-sign-in"))
            #expect(try await !other.get("/settings/passkeys").body.says("passkeys.unused"))
            // Whoever is signed in is led on.
            #expect(try await other.send(authenticator.sign(SoftAuthenticator.challenge)).location == "/")
        }
    }

    @Test func oneThatDoesNotOpenItIsAskedForAfterThePassword() async throws {
        try await openWithPasskey(secret: nil) { client, person, authenticator in
            let pass = try await person.pass("Ada Test")
            #expect(try await person.get("/settings/passkeys").body.says("passkeys.factor"))

            let other = Person(client)
            #expect(try await other.signIn(authenticator, secret: nil).body.says(Self.wrong))
            #expect(try await other.signIn("ada").location == "/login/code")
            let question = try await other.question(on: "/login/code")
            #expect(question.known == [authenticator.credentialID])
            #expect(try await other.get("/passes/\(pass)").location == "/login/code")
            // The step before is over.
            #expect(try await other.send(authenticator.sign(question.challenge)).location == "/login/code")
            let strange = try SoftAuthenticator(
                credentialID: authenticator.credentialID, userHandle: authenticator.userHandle)
            let refused = try await other.send(strange.sign(question.challenge), to: "/login/code/passkey")
            #expect(refused.status == .unprocessableContent && refused.body.says(Self.foreign))
            // That answer has used the question up.
            let late = try await other.send(authenticator.sign(question.challenge), to: "/login/code/passkey")
            #expect(late.status == .unprocessableContent && late.body.says(Self.stale))
            #expect(try await other.get("/passes/\(pass)").location == "/login/code")
            // Somebody was there: that is enough after the password.
            let next = try await other.question(on: "/login/code").challenge
            let answer = try authenticator.sign(next, .init { $0.flags = 1 })
            #expect(try await other.send(answer, to: "/login/code/passkey").location == "/")
            #expect(try await other.get("/passes/\(pass)").body.contains("Ada Test"))
        }
    }

    @Test func addingTakesThePasswordAKeptCodeAndAName() async throws {
        try await open { _, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get("/settings/passkeys").body.says("passkeys.code"))
            #expect(try await person.get("/settings/passkeys/new").location == "/settings/passkeys")
            let fields = ["name": "Ada’s phone", "password": "seven quiet otters swim"]
            #expect(try await person.post("/settings/passkeys/new", fields).location == "/settings/passkeys")
            _ = try await person.post("/recovery-code", ["saved": "yes"], from: "/recovery-code")
            for (name, password) in [
                ("Ada’s phone", "not the password"), ("Ada’s phone", ""), ("", "seven quiet otters swim"),
                (String(repeating: "x", count: 61), "seven quiet otters swim"),
            ] {
                let answer = try await person.post("/settings/passkeys/new", ["name": name, "password": password])
                #expect(answer.status == .unprocessableContent && PasskeyQuestion(on: answer.body) == nil)
                #expect(answer.body.contains("id=\"errors\"") && answer.body.contains("value=\"\(name)\""))
            }
            let authenticator = try SoftAuthenticator()
            for name in ["", String(repeating: "x", count: 61)] {
                let challenge = try await person.questionForNewPasskey().challenge
                let answer = try await person.addPasskey(authenticator, challenge: challenge, secret: nil, name: name)
                #expect(answer.status == .unprocessableContent)
            }
            #expect(try await person.get("/settings/passkeys").body.says("passkeys.none"))
        }
    }

    @Test func nothingIsAddedThatAnswersAnotherQuestion() async throws {
        try await open { _, client in
            let person = Person(client)
            try await person.registerKeepingTheCode("ada")
            let authenticator = try SoftAuthenticator()
            func refuses(
                _ case: Comment, challenge: [UInt8]? = nil,
                _ change: (inout SoftAuthenticator.Saying) -> Void = { _ in }
            ) async throws {
                let asked = try await person.questionForNewPasskey().challenge
                let answer = try await person.addPasskey(
                    authenticator, challenge: challenge ?? asked, secret: Person.passkeySecret,
                    saying: .init(change))
                #expect(answer.status == .unprocessableContent && answer.body.says(Self.stale), `case`)
                #expect(answer.body.contains("value=\"Ada’s phone\""), `case`)
            }
            try await refuses("made up", challenge: SoftAuthenticator.challenge)
            try await refuses("a sign-in's", challenge: try await Person(client).question(on: "/login").challenge)
            let other = Person(client)
            try await other.registerKeepingTheCode("bob")
            try await refuses("somebody else's", challenge: try await other.questionForNewPasskey().challenge)
            try await refuses("another origin") { $0.origin = "https://vaccinations.example.org" }
            try await refuses("another domain") { $0.relyingParty = "example" }
            try await refuses("in a frame of another site") { $0.crossOrigin = "true" }
            try await refuses("a signature, not a registration") { $0.type = "webauthn.get" }
            try await refuses("nobody there") { $0.flags = 0 }
            let challenge = try await person.questionForNewPasskey().challenge
            for broken in ["", "!", "AAAA"] {
                let answer = try await person.post(
                    "/settings/passkeys",
                    [
                        "name": "x", "attestation": broken,
                        "client-data": Base64URL.encode(authenticator.clientData("webauthn.create", challenge)),
                    ])
                #expect(answer.status == .unprocessableContent && answer.body.says(Self.stale))
            }
            #expect(try await person.get("/settings/passkeys").body.says("passkeys.none"))

            // A good answer is taken once, and the same passkey once.
            let good = try await person.questionForNewPasskey().challenge
            let added = try await person.addPasskey(authenticator, challenge: good, secret: Person.passkeySecret)
            #expect(added.status == .seeOther)
            let again = try await person.addPasskey(authenticator, challenge: good, secret: Person.passkeySecret)
            #expect(again.status == .unprocessableContent)
            let next = try await person.questionForNewPasskey()
            #expect(next.known == [authenticator.credentialID])
            let twice = try await person.addPasskey(authenticator, challenge: next.challenge, secret: nil)
            #expect(twice.status == .unprocessableContent && twice.body.says(Self.stale))
        }
    }

    @Test func nobodySignsInWithAnAnswerThatDoesNotFit() async throws {
        try await openWithPasskey { client, person, authenticator in
            let thief = Person(client)
            func refuses(
                _ id: String, _ case: Comment, challenge: [UInt8]? = nil, secret: [UInt8]? = Person.passkeySecret,
                by signer: SoftAuthenticator? = nil, fields: [String: String] = [:],
                _ change: (inout SoftAuthenticator.Saying) -> Void = { _ in }
            ) async throws {
                let asked = try await thief.question(on: "/login").challenge
                let response = try (signer ?? authenticator).sign(challenge ?? asked, .init(change))
                let answer = try await thief.send(response, secret: secret, changed: fields)
                #expect(answer.status == .unprocessableContent && answer.body.says(id), `case`)
                #expect(answer.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("session=") }, `case`)
            }
            try await refuses(Self.stale, "made up", challenge: SoftAuthenticator.challenge)
            try await refuses(
                Self.stale, "to add one", challenge: try await person.questionForNewPasskey().challenge)
            try await refuses(
                Self.stale, "another browser's", challenge: try await Person(client).question(on: "/login").challenge)
            for part in ["credential", "client-data", "authenticator-data", "signature"] {
                try await refuses(Self.stale, "no \(part)", fields: [part: ""])
                try await refuses(Self.stale, "\(part) is no base64url", fields: [part: "%%%"])
            }
            try await refuses(Self.wrong, "another origin") { $0.origin = "https://vaccinations.example.org" }
            try await refuses(Self.wrong, "another domain") { $0.relyingParty = "example" }
            try await refuses(Self.wrong, "in a frame of another site") { $0.crossOrigin = "true" }
            try await refuses(Self.wrong, "a registration, not a signature") { $0.type = "webauthn.create" }
            try await refuses(Self.wrong, "nobody was checked") { $0.flags = 1 }
            try await refuses(Self.wrong, "another secret", secret: [UInt8](repeating: 8, count: 32))
            try await refuses(Self.wrong, "no secret", secret: nil)
            try await refuses(Self.wrong, "a short secret", secret: [1, 2, 3])
            try await refuses(Self.wrong, "no user", fields: ["user-handle": ""])
            try await refuses(Self.wrong, "a bent signature", fields: ["signature": "AAAA"])
            let copy = try SoftAuthenticator(
                credentialID: authenticator.credentialID, userHandle: authenticator.userHandle)
            try await refuses(Self.wrong, "another key", by: copy)
            #expect(try await thief.signIn(authenticator).location == "/")
        }
    }

    @Test func anAnswerIsTakenOnce() async throws {
        try await openWithPasskey { client, person, authenticator in
            let other = Person(client)
            let response = try authenticator.sign(try await other.question(on: "/login").challenge)
            #expect(try await other.send(response, secret: Person.passkeySecret).location == "/")
            await other.use(session: nil)
            let replayed = try await other.send(response, secret: Person.passkeySecret)
            #expect(replayed.status == .unprocessableContent && replayed.body.says(Self.stale))
            #expect(try await other.get("/passes").location.hasPrefix("/login"))
        }
    }

    @Test func oneThatCountsBackIsRefusedAndItsOwnerTold() async throws {
        try await openWithPasskey { client, person, authenticator in
            let other = Person(client)
            #expect(try await other.signIn(authenticator, count: 5).location == "/")
            for count: UInt32 in [5, 4, 0] {
                let answer = try await other.signIn(authenticator, count: count)
                #expect(answer.status == .unprocessableContent && answer.body.says(Self.wrong), "\(count)")
            }
            #expect(try await other.signIn(authenticator, count: 6).location == "/")
            #expect(try await person.get("/settings/access-log").body.says("access-log.event.passkey-copied"))
        }
    }

    @Test func aRemovedOneOpensNothing() async throws {
        try await openWithPasskey { client, person, authenticator in
            let list = try await person.get("/settings/passkeys").body
            let path = String(try #require(list.firstMatch(of: /\/settings\/passkeys\/[0-9a-z]{26}\/delete/)).output)
            #expect(try await person.get(path).body.says("passkeys.remove.title", ["name": "Ada’s phone"]))
            let wrong = try await person.post(path, ["password": "not the password"])
            #expect(wrong.status == .unprocessableContent)
            // Nobody removes another's.
            let other = Person(client)
            try await other.registerKeepingTheCode("bob")
            #expect(try await other.get(path).status == .notFound)
            #expect(try await other.post(path, ["password": "seven quiet otters swim"]).status == .notFound)
            #expect(try await Person(client).signIn(authenticator).location == "/")

            let removed = try await person.post(path, ["password": "seven quiet otters swim"])
            #expect(removed.location == "/settings/passkeys?done=passkey-removed")
            #expect(try await person.get(removed.location).body.says("passkeys.none"))
            #expect(try await person.get("/settings/access-log").body.says("access-log.event.passkey-removed"))
            #expect(try await Person(client).signIn(authenticator).body.says(Self.wrong))
            #expect(try await Person(client).signIn("ada").location == "/")
        }
    }

    @Test func onesOfAnotherAccountOpenNothingHere() async throws {
        try await open { _, client in
            let (ada, bob) = (Person(client), Person(client))
            try await ada.registerKeepingTheCode("ada")
            try await bob.registerKeepingTheCode("bob")
            let pass = try await bob.pass("Bob Test")
            let factor = try await ada.addPasskey(id: "ada’s factor", secret: nil)
            let own = try await bob.addPasskey(id: "bob’s own", secret: Person.passkeySecret)
            let other = try await bob.addPasskey(id: "bob’s factor", secret: nil)

            // After Ada's password.
            let thief = Person(client)
            _ = try await thief.signIn("ada")
            for passkey in [own, other] {
                let challenge = try await thief.question(on: "/login/code").challenge
                let answer = try await thief.send(passkey.sign(challenge), to: "/login/code/passkey")
                #expect(answer.status == .unprocessableContent && answer.body.says(Self.foreign))
            }
            // Alone, as somebody else's.
            let bent = SoftAuthenticator(
                key: own.key, credentialID: own.credentialID, userHandle: factor.userHandle)
            #expect(try await Person(client).signIn(bent).body.says(Self.wrong))
            // Nor can Ada take Bob's for her own.
            let question = try await ada.questionForNewPasskey()
            #expect(question.known == [factor.credentialID])
            let taken = try await ada.addPasskey(own, challenge: question.challenge, secret: Person.passkeySecret)
            #expect(taken.status == .unprocessableContent)
            let last = Person(client)
            #expect(try await last.signIn(own).location == "/")
            #expect(try await last.get("/passes/\(pass)").body.contains("Bob Test"))
        }
    }
}
