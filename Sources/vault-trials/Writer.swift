import Foundation
import Vault

/// Writes without end, and says on standard output what was acknowledged; the torture tests kill it.
///
/// Line `cookie …` once; then `ok N` for each commit that returned, `rotated N` when the keys changed.
struct Writer {
    let directory: String

    func run() async throws {
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        let accounts = try Accounts(configuration)
        let client = ClientDescription(address: "127.0.0.1", device: "torture")
        let password = "korrekt-Pferd-Batterie-7"
        if (try? await accounts.signIn(username: "torture", password: password, client: client)) == nil {
            _ = try await accounts.register(
                username: "torture", password: password,
                consent: Consent(version: "1", time: Date(), language: "en"), client: client)
        }
        let signIn = try await accounts.signIn(username: "torture", password: password, client: client)
        guard let session = try await accounts.session(cookie: signIn.cookie) else { return }
        var number = try await session.vault.read { Int(try $0.setting("number") ?? "0") ?? 0 }
        say("start \(number)")
        while true {
            number += 1
            let next = number
            try await session.vault.write { records in
                try records.setSetting("number", to: "\(next)")
                // Some commits grow the database and some shrink it.
                try records.setSetting("filler", to: String(repeating: "x", count: next % 7 * 3000))
            }
            say("ok \(number)")
            if number % 10 == 0 { try await accounts.endAllSessions(session, exceptCurrent: true) }
        }
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
