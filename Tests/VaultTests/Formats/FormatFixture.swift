import Foundation
import SoftAuthenticator

@testable import Vault

/// What a release leaves for later ones to open: a data folder, a backup of it, and what its owner knows.
struct FormatFixture: Sendable {
    let folder: String
    let secrets: FixtureSecrets

    var data: String { "\(folder)/data" }
    var backup: String { "\(folder)/backup.tar" }

    /// What is in the vault, as its owner left it.
    func content() throws -> FixtureContent {
        FixtureContent(
            passes: try FixturePerson.passes(), vaccinations: try FixturePerson.vaccinations(),
            certificates: try FixturePerson.certificates(), facts: try FixturePerson.facts(),
            settings: FixturePerson.settings,
            consents: [.init(version: "1", time: FixturePerson.start, language: "de")], log: log,
            passkeys: try passkeys(), files: try FixturePerson.files(), oneTimeCodesLeft: 7,
            drafts: [FixturePerson.draft])
    }

    private var log: [FixtureContent.Logged] {
        let (desk, phone) = (FixturePerson.desk.device, FixturePerson.phone.device)
        func signIn(codesLeft: Int) -> [FixtureContent.Logged] {
            [
                .init(code: "sign-in-pending", device: phone),
                .init(code: "one-time-code-used", device: phone, detail: "\(codesLeft)"),
                .init(code: "sign-in", device: phone),
            ]
        }
        let added = FixturePerson.passkeyNames.map {
            FixtureContent.Logged(code: "passkey-added", device: desk, detail: $0)
        }
        return [.init(code: "sign-up", device: desk)] + added
            + [.init(code: "second-factor-on", device: desk)] + signIn(codesLeft: 9)
            + [.init(code: "sessions-ended", device: desk)] + signIn(codesLeft: 8) + signIn(codesLeft: 7)
    }

    private func passkeys() throws -> [FixtureContent.KeptPasskey] {
        try (0...1).map { number in
            let authenticator = try FixturePerson.authenticator(number, userHandle: [])
            return FixtureContent.KeptPasskey(
                name: FixturePerson.passkeyNames[number], site: "vaccinations.example",
                credentialID: authenticator.credentialID, publicKey: authenticator.key.coseKey, signCount: 0,
                opensVault: number == 0, created: FixturePerson.start + 60 * Double(number + 1))
        }
    }
}
