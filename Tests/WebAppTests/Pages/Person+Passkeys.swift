import ByteCoding
import Foundation
import HealthCertificate
import HTTPTypes
import Passkeys
import SoftAuthenticator

@testable import WebApp

/// What the script finds on a page that asks for a passkey: the attributes of its form.
struct PasskeyQuestion: Sendable {
    let site: String
    let challenge: [UInt8]
    let known: [[UInt8]]
    let userHandle: [UInt8]

    /// Nil where the page asks for none.
    init?(on page: String) {
        func attribute(_ name: String) -> String? {
            page.range(of: "data-\(name)=\"").map { page[$0.upperBound...].prefix { $0 != "\"" } }.map { String($0) }
        }
        guard page.contains("data-passkey="), let site = attribute("site"),
            let challenge = attribute("challenge").flatMap(Base64URL.decode)
        else { return nil }
        self.site = site
        self.challenge = challenge
        known = (attribute("known") ?? "").split(separator: " ").compactMap { Base64URL.decode(String($0)) }
        userHandle = attribute("user").flatMap(Base64URL.decode) ?? []
    }
}

extension Person {
    static let passkeySecret = [UInt8](repeating: 9, count: 32)

    /// Makes an account that has kept its recovery code, as passkeys ask for.
    func registerKeepingTheCode(_ username: String) async throws {
        try await register(username)
        _ = try await post("/recovery-code", ["saved": "yes"], from: "/recovery-code")
    }

    /// What a page asks passkeys.
    func question(on path: String) async throws -> PasskeyQuestion {
        guard let question = PasskeyQuestion(on: try await get(path).body) else { throw PersonError.refused(404) }
        return question
    }

    /// The question that follows the password, to make a new passkey.
    func questionForNewPasskey(named name: String = "Ada’s phone") async throws -> PasskeyQuestion {
        let answer = try await post(
            "/settings/passkeys/new", ["name": name, "password": "seven quiet otters swim"],
            from: "/settings/passkeys/new")
        guard let question = PasskeyQuestion(on: answer.body) else {
            throw PersonError.refused(answer.status.code)
        }
        return question
    }

    /// Adds a passkey, with the secret of its PRF extension if it has one.
    func addPasskey(
        _ authenticator: SoftAuthenticator, challenge: [UInt8], secret: [UInt8]?, name: String = "Ada’s phone",
        saying: SoftAuthenticator.Saying = .init()
    ) async throws -> Answer {
        try await post(
            "/settings/passkeys",
            Self.fields(of: authenticator.register(challenge, saying), secret: secret, name: name))
    }

    /// Adds a passkey as it should be, and gives its authenticator.
    func addPasskey(id: String = "a credential’s id", secret: [UInt8]?) async throws -> SoftAuthenticator {
        let question = try await questionForNewPasskey()
        let authenticator = try SoftAuthenticator(credentialID: Array(id.utf8), userHandle: question.userHandle)
        let answer = try await addPasskey(authenticator, challenge: question.challenge, secret: secret)
        guard answer.status == .seeOther else { throw PersonError.refused(answer.status.code) }
        return authenticator
    }

    /// Sends a passkey's answer from the sign-in page, or from the page after the password.
    func send(
        _ response: AssertionResponse, secret: [UInt8]? = nil, to path: String = "/login/passkey",
        changed fields: [String: String] = [:]
    ) async throws -> Answer {
        try await post(path, Self.fields(of: response, secret: secret).merging(fields) { $1 })
    }

    /// A new passkey as the script fills it in.
    static func fields(of response: RegistrationResponse, secret: [UInt8]?, name: String) -> [String: String] {
        [
            "name": name, "client-data": Base64URL.encode(response.clientData),
            "attestation": Base64URL.encode(response.attestationObject), "secret": secret.map(Base64URL.encode) ?? "",
        ]
    }

    /// A passkey's answer as the script fills it in.
    static func fields(of response: AssertionResponse, secret: [UInt8]? = nil) -> [String: String] {
        [
            "credential": Base64URL.encode(response.credentialID),
            "client-data": Base64URL.encode(response.clientData),
            "authenticator-data": Base64URL.encode(response.authenticatorData),
            "signature": Base64URL.encode(response.signature),
            "user-handle": response.userHandle.map(Base64URL.encode) ?? "",
            "secret": secret.map(Base64URL.encode) ?? "",
        ]
    }

    /// Signs in by a passkey alone, from a browser that isn't signed in.
    func signIn(
        _ authenticator: SoftAuthenticator, secret: [UInt8]? = Person.passkeySecret, count: UInt32 = 0
    ) async throws -> Answer {
        use(session: nil)
        let challenge = try await question(on: "/login").challenge
        return try await send(try authenticator.sign(challenge, .init { $0.signCount = count }), secret: secret)
    }
}
