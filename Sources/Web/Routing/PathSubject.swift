package import Model
package import Vault

/// What has an id in paths.
package protocol PathSubject {
    /// What a member's handler gets for the id.
    associatedtype Found: Sendable = Identifier<Self>
    /// Nil where there is none, or none of the pass that the path names.
    static func found(_ id: Identifier<Self>, by finder: PathFinder) async throws -> Found?
}

extension Identifier: PathValue where Subject: PathSubject {
    package init?(pathText: String) { self.init(pathText) }
    package var pathText: String { description }

    package func found(by finder: PathFinder) async throws -> Subject.Found {
        if let found = try await Subject.found(self, by: finder) { return found }
        let (id, now) = (description, finder.member.now)
        throw try await finder.read { try $0.isInBin(id, at: now) } ? HTTPProblem.inBin : .notFound
    }
}

/// What is looked for in the turn in which it changes: there is only its id.
extension PathSubject where Found == Identifier<Self> {
    package static func found(_ id: Identifier<Self>, by finder: PathFinder) -> Identifier<Self>? { id }
}

extension Batch: PathSubject {}
extension BinItem: PathSubject {}
extension Session: PathSubject {}

extension Pass: PathSubject {
    package static func found(_ id: PassID, by finder: PathFinder) -> PassRecord? { finder.pass }
}

extension Vaccination: PathSubject {
    package static func found(_ id: VaccinationID, by finder: PathFinder) async throws -> VaccinationRecord? {
        try await finder.read { try $0.vaccination(id) }.flatMap { $0.passID == finder.pass?.id ? $0 : nil }
    }
}

extension Certificate: PathSubject {
    package static func found(_ id: CertificateID, by finder: PathFinder) async throws -> Certificate? {
        try await finder.read { try $0.certificate(id) }.flatMap { $0.passID == finder.pass?.id ? $0 : nil }
    }
}

extension Attachment: PathSubject {
    package static func found(_ id: AttachmentID, by finder: PathFinder) async throws -> StoredAttachment? {
        try await finder.read { try $0.attachment(id) }.flatMap { $0.attachment.passID == finder.pass?.id ? $0 : nil }
    }
}

extension HealthLink: PathSubject {
    package static func found(_ id: HealthLinkID, by finder: PathFinder) async throws -> HealthLink? {
        try await finder.read { try $0.healthLink(id) }.flatMap { $0.pass == finder.pass?.id ? $0 : nil }
    }
}

/// A journey: the only fact that has an address.
extension Fact: PathSubject {
    package static func found(_ id: FactID, by finder: PathFinder) async throws -> PassFacts.Journey? {
        guard let pass = finder.pass else { return nil }
        return PassFacts(try await finder.read { try $0.facts(of: pass.id) }).journeys.first { $0.id == id }
    }
}

extension Passkey: PathSubject {
    package static func found(_ id: PasskeyID, by finder: PathFinder) async throws -> Passkey? {
        try await finder.member.services.accounts.passkeys.list(finder.member.session).first { $0.id == id }
    }
}
