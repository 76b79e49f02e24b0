import Foundation

@testable import Vault

/// All that the invented person of the fixtures has in their vault, as the tests expect it and as it is read.
struct FixtureContent: Equatable {
    struct Consented: Equatable {
        var version: String
        var time: Date
        var language: String
    }

    struct Logged: Equatable {
        var code: String
        var device: String
        var detail: String?
    }

    struct File: Equatable {
        var attachment: Attachment
        var content: [UInt8]
    }

    struct KeptPasskey: Equatable {
        var name: String
        var site: String
        var credentialID: [UInt8]
        var publicKey: [UInt8]
        var signCount: UInt32
        var opensVault: Bool
        var created: Date
        var lastUsed: Date?
    }

    var passes: [PassRecord]
    var vaccinations: [VaccinationRecord]
    var certificates: [Certificate]
    var facts: [FactRecord]
    var settings: [String: String]
    var consents: [Consented]
    /// The oldest first.
    var log: [Logged]
    var passkeys: [KeptPasskey]
    var files: [File]
    var oneTimeCodesLeft: Int
    /// What was begun and not saved.
    var drafts: [String]
}

// MARK: Reading

extension FixtureContent {
    /// Reads everything that a session reaches.
    init(of session: Session, in accounts: Accounts) async throws {
        let ids = try await session.vault.read { try $0.passes().map(\.id) }
        let attachments = try await session.vault.read { records in
            try ids.flatMap { try records.attachments(of: $0) }.sorted { $0.id < $1.id }
        }
        var files: [File] = []
        for kept in attachments {
            files.append(File(attachment: kept.attachment, content: try await session.vault.content(of: kept.id) ?? []))
        }
        let left = try await accounts.secondFactor.state(session).codesLeft
        let passkeys = try await accounts.passkeys.list(session)
        self = try await session.vault.read { [files] records in
            FixtureContent(
                passes: try records.passes(),
                vaccinations: try ids.flatMap { try records.vaccinations(of: $0) }.sorted { $0.id < $1.id },
                certificates: try ids.flatMap { try records.certificates(of: $0) },
                facts: try ids.flatMap { try records.facts(of: $0) }.sorted { $0.id < $1.id },
                settings: try records.settings(),
                consents: try records.consents().map {
                    Consented(version: $0.version, time: $0.time, language: $0.language)
                },
                log: try records.accessLog().reversed().map {
                    Logged(code: $0.code?.rawValue ?? "", device: $0.device, detail: $0.detail)
                },
                passkeys: passkeys.map(KeptPasskey.init), files: files, oneTimeCodesLeft: left,
                drafts: try records.drafts(at: FixturePerson.start).map(\.content))
        }
    }
}

extension FixtureContent.KeptPasskey {
    init(_ passkey: Passkey) {
        self.init(
            name: passkey.name, site: passkey.relyingParty, credentialID: passkey.credentialID,
            publicKey: passkey.publicKey, signCount: passkey.signCount, opensVault: passkey.opensVault,
            created: passkey.created, lastUsed: passkey.lastUsed)
    }
}
