import Foundation
import Model
import Vault

/// Writes a name that nobody knows, closes the vault, and waits; a test then looks for it in this process's memory.
struct Holder {
    let directory: String

    func run() async throws {
        ProcessHardening.apply()
        var configuration = VaultConfiguration(directory: directory)
        configuration.argon2 = .weakForTests
        let accounts = try Accounts(configuration)
        try await visit(accounts)
        await accounts.close()
        FileHandle.standardOutput.write(Data("closed\n".utf8))
        // Until the test has looked.
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    private func visit(_ accounts: Accounts) async throws {
        let registration = try await accounts.registration.register(
            username: "holder", password: "korrekt-Pferd-Batterie-7",
            consent: Consent(version: "1", time: Date(), language: "en"),
            client: ClientDescription(address: "127.0.0.1", device: "torture"))
        guard let session = try await accounts.sessions.session(cookie: registration.cookie) else { return }
        for _ in 0..<50 {
            try await session.vault.write { records in
                let name = "canary-" + PassID.random().description
                try records.insert(
                    PassRecord(Pass(kind: "person", name: name), createdAt: Date()))
            }
        }
        // The test learns the names from here, in a spelling that it turns around.
        for pass in try await session.vault.read({ try $0.passes() }) {
            FileHandle.standardOutput.write(Data((String(pass.name.reversed()) + "\n").utf8))
        }
    }
}
