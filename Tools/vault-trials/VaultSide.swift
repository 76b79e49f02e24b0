import CivilDates
import Foundation
import Model
import Vault
import VaultStorage

/// The vault's side: through the same calls as a page.
final class VaultSide {
    let accounts: Accounts
    private let cookie: String
    /// What a page holds from its beginning to its end.
    private var held: Session?

    init(directory: String, entries: Int) async throws {
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        configuration.idleSeconds = 0
        accounts = try Accounts(configuration)
        let registration = try await accounts.registration.register(
            username: "measured", password: "korrekt-Pferd-Batterie-7",
            consent: Consent(version: "1", time: Date(), language: "en"),
            client: ClientDescription(address: "127.0.0.1", device: "measurement"))
        cookie = registration.cookie
        let pass = try PassRecord(Pass(kind: "person", name: "Maria"), createdAt: Date())
        try await session().vault.write { records in
            try records.insert(pass)
            for number in 0..<entries {
                try records.insert(
                    VaccinationRecord(
                        passID: pass.id,
                        Vaccination(
                            target: "840539006", vaccine: "EU/1/20/1528",
                            date: PartialDate("2021-05-29") ?? .firstOfRecords,
                            batch: "LOT\(number)", note: String(repeating: "n", count: 60)), createdAt: Date(),
                        updatedAt: Date()))
            }
        }
    }

    private func session() async throws -> Session {
        guard let session = try await accounts.sessions.session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "no session")
        }
        return session
    }

    func close() async {
        held = nil
        await accounts.sweep()
    }

    /// From a cookie to the first answer, with the vault closed before.
    func open() async throws {
        let session = try await session()
        _ = try await session.vault.read { try $0.setting("a") }
        held = session
    }

    func commit() async throws {
        try await held?.vault.write { try $0.setSetting("a", to: "\(UInt64.random(in: 0...(.max)))") }
    }
}
