import Foundation
import SoftAuthenticator
import Testing

@testable import Vault

/// A data directory that an older release wrote, with a backup of that release: see `Fixtures/README.md`.
struct FormatFixture: Sendable, CustomTestStringConvertible {
    let folder: String
    var hasPasskeys = true
    var hasFiles = true

    static let all = [
        FormatFixture(folder: "format-1b", hasPasskeys: false, hasFiles: false),
        FormatFixture(folder: "format-2", hasFiles: false),
        FormatFixture(folder: "format-3"), FormatFixture(folder: "format-4"), FormatFixture(folder: "format-5"),
        FormatFixture(folder: "format-6"),
    ]

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures").path

    var testDescription: String { folder }
    var data: String { "\(Self.root)/\(folder)/data" }
    var backup: String { "\(Self.root)/\(folder)/backup.tar" }

    func secrets() throws -> FixtureSecrets {
        let json = try Data(contentsOf: URL(fileURLWithPath: "\(Self.root)/\(folder)/secrets.json"))
        return try JSONDecoder().decode(FixtureSecrets.self, from: json)
    }

    /// What is in the vault, as its owner left it.
    func content() throws -> FixtureContent {
        FixtureContent(
            passes: try FixturePerson.passes(), vaccinations: try FixturePerson.vaccinations(),
            certificates: try FixturePerson.certificates(), facts: try FixturePerson.facts(),
            settings: FixturePerson.settings,
            consents: [.init(version: "1", time: FixturePerson.start, language: "de")], log: log,
            passkeys: try passkeys(), files: hasFiles ? try FixturePerson.files() : [], oneTimeCodesLeft: 7)
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
        return [.init(code: "sign-up", device: desk)] + (hasPasskeys ? added : [])
            + [.init(code: "second-factor-on", device: desk)] + signIn(codesLeft: 9)
            + [.init(code: "sessions-ended", device: desk)] + signIn(codesLeft: 8) + signIn(codesLeft: 7)
    }

    private func passkeys() throws -> [FixtureContent.KeptPasskey] {
        guard hasPasskeys else { return [] }
        return try (0...1).map { number in
            let authenticator = try FixturePerson.authenticator(number, userHandle: [])
            return FixtureContent.KeptPasskey(
                name: FixturePerson.passkeyNames[number], site: "vaccinations.example",
                credentialID: authenticator.credentialID, publicKey: authenticator.key.coseKey, signCount: 0,
                opensVault: number == 0, created: FixturePerson.start + 60 * Double(number + 1))
        }
    }
}
