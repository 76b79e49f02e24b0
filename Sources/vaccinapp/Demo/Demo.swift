import Foundation
import HealthCertificate
import People
import Vault
import VaultStorage

/// Fills an empty data folder with an invented family, so that everything can be looked at at once.
enum Demo {
    static let username = "demo"
    /// Public, as everyone who runs the demo should know it: it protects invented data.
    static let password = "seven friendly otters"

    /// Makes the demo account with its family and its issuer, unless it is there already.
    ///
    /// - Returns: How to sign in.
    static func prepare(accounts: Accounts, trust: TrustDirectory) async throws -> String {
        let how = "Demo: sign in as '\(username)' with the password '\(password)'. The family is invented."
        guard let registration = try await register(accounts) else { return how }
        guard let session = try await accounts.sessions.session(cookie: registration.cookie) else { return how }
        try await accounts.recovery.confirmSaved(session)
        let now = accounts.configuration.now()
        let issuer = try DemoIssuer(now: now)
        try trust.save(issuer.trustEntry, as: "demo-issuer")
        let family = try DemoFamily(issuer: issuer, now: now)
        try await session.vault.write { records in try family.store(in: records) }
        try await accounts.sessions.signOut(cookie: registration.cookie)
        return how
    }

    /// The new account; nil where there is one already.
    private static func register(_ accounts: Accounts) async throws -> NewCredentials? {
        do {
            return try await accounts.registration.register(
                username: username, password: password,
                consent: Consent(version: Privacy.version, time: accounts.configuration.now(), language: "en"),
                client: ClientDescription(address: "demo", device: "demo"))
        } catch {
            if error.code == .usernameTaken { return nil }
            throw error
        }
    }
}
