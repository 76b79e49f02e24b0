import Foundation
import Vault
import VaultStorage

/// Writes, and says on standard output what was acknowledged; the torture tests kill it.
///
/// `registered` once there is an account, `ok N` for each commit that returned, `done` at the end.
struct Writer {
    let directory: String
    /// How many commits; nil = without end.
    let count: Int?

    private static let client = ClientDescription(address: "127.0.0.1", device: "torture")
    private static let password = "korrekt-Pferd-Batterie-7"

    func run() async throws {
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        let accounts = try Accounts(configuration)
        let session = try await signIn(accounts)
        say("registered")
        var number = try await session.vault.read { Int(try $0.setting("number") ?? "0") ?? 0 }
        let end = count.map { number + $0 } ?? .max
        while number < end {
            number += 1
            let next = number
            do {
                try await session.vault.write { records in
                    try records.setSetting("number", to: "\(next)")
                    // Some commits grow the database and some shrink it.
                    try records.setSetting("filler", to: String(repeating: "x", count: next % 7 * 3000))
                }
                say("ok \(number)")
            } catch let error as VaultError {
                say("refused \(error.code)")
            }
            if number % 3 == 0 { try? await accounts.sessions.endAll(by: session, exceptCurrent: true) }
        }
        await accounts.close()
        say("done")
    }

    private func signIn(_ accounts: Accounts) async throws -> Session {
        let cookie: String
        do {
            cookie = try await accounts.signIn.withPassword(
                username: "torture", password: Self.password, client: Self.client
            ).cookie
        } catch  where error.code == .wrongCredentials {
            cookie = try await accounts.registration.register(
                username: "torture", password: Self.password,
                consent: Consent(version: "1", time: Date(), language: "en"), client: Self.client
            ).cookie
        }
        guard let session = try await accounts.sessions.session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "no session")
        }
        return session
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
