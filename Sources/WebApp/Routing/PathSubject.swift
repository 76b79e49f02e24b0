import Model
import Vault

/// What has an id in paths.
protocol PathSubject {
    /// What a member's handler gets for the id.
    associatedtype Found: Sendable = Identifier<Self>
    /// Nil where there is none, or none of this pass.
    static func found(_ id: Identifier<Self>, in pass: PassRecord?, by member: SignedInRequest) async throws -> Found?
}

extension Identifier: PathValue where Subject: PathSubject {
    init?(pathText: String) { self.init(pathText) }
    var pathText: String { description }

    func found(in pass: PassRecord?, by member: SignedInRequest) async throws -> Subject.Found {
        guard let found = try await Subject.found(self, in: pass, by: member) else { throw HTTPProblem.notFound }
        return found
    }
}

/// What is looked for in the turn in which it changes: there is only its id.
extension PathSubject where Found == Identifier<Self> {
    static func found(_ id: Identifier<Self>, in pass: PassRecord?, by member: SignedInRequest) -> Identifier<Self>? {
        id
    }
}

extension BinItem: PathSubject {}
extension Session: PathSubject {}
/// The last import, to be taken back.
extension PendingImport: PathSubject {}

extension Pass: PathSubject {
    static func found(_ id: PassID, in pass: PassRecord?, by member: SignedInRequest) -> PassRecord? { pass }
}

extension Vaccination: PathSubject {
    static func found(
        _ id: VaccinationID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> VaccinationRecord? {
        try await member.vault.read { try $0.vaccination(id) }.flatMap { $0.passID == pass?.id ? $0 : nil }
    }
}

extension Certificate: PathSubject {
    static func found(
        _ id: CertificateID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> Certificate? {
        try await member.vault.read { try $0.certificate(id) }.flatMap { $0.passID == pass?.id ? $0 : nil }
    }
}

extension Attachment: PathSubject {
    static func found(
        _ id: AttachmentID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> StoredAttachment? {
        try await member.vault.read { try $0.attachment(id) }.flatMap { $0.attachment.passID == pass?.id ? $0 : nil }
    }
}

extension HealthLink: PathSubject {
    static func found(
        _ id: HealthLinkID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> HealthLink? {
        try await member.vault.read { try $0.healthLink(id) }.flatMap { $0.pass == pass?.id ? $0 : nil }
    }
}

/// A journey: the only fact that has an address.
extension Fact: PathSubject {
    static func found(
        _ id: FactID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> PassFacts.Journey? {
        guard let pass else { return nil }
        return PassFacts(try await member.vault.read { try $0.facts(of: pass.id) }).journeys.first { $0.id == id }
    }
}

extension Passkey: PathSubject {
    static func found(_ id: PasskeyID, in pass: PassRecord?, by member: SignedInRequest) async throws -> Passkey? {
        try await member.services.accounts.passkeys.list(member.session).first { $0.id == id }
    }
}

typealias ScanID = Identifier<PendingScan>
typealias ImportID = Identifier<PendingArchive>

/// What waits to be confirmed.
struct Waiting<Content: Sendable>: Sendable {
    let id: Identifier<Content>
    let content: Content
}

extension PendingScan: PathSubject {
    static func found(
        _ id: ScanID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> Waiting<PendingScan>? {
        guard let pass else { return nil }
        let now = member.now
        let found = try await member.vault.read { try PendingScan.find(id, of: pass.id, in: $0, now: now) }
        guard let found else { throw HTTPProblem.scanOver }
        return Waiting(id: id, content: found)
    }
}

extension PendingArchive: PathSubject {
    static func found(
        _ id: ImportID, in pass: PassRecord?, by member: SignedInRequest
    ) async throws -> Waiting<PendingArchive>? {
        let now = member.now
        return try await member.vault.read { try PendingArchive.find(id, in: $0, now: now) }
            .map { Waiting(id: id, content: $0) }
    }
}
