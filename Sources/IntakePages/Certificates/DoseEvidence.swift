import CivilDates
import HealthCertificate
package import Immunization
import Intake
package import Model
package import Vault
import VaultStorage
import Web

/// What proves where the doses of a pass come from: the certificates that it holds.
package struct DoseEvidence: Sendable {
    /// A dose as a certificate tells it, and what that is worth.
    private struct Proof: Hashable {
        let dose: Vaccination
        let source: DoseSource
        let isRevoked: Bool
    }

    /// That it was made of other certificates or doses than there are by now.
    struct Outdated: Error {}

    /// The most different statements of one day that are held: nobody has more of the doses of a day.
    private static let mostOfDay = 60

    private let pass: PassRecord
    private let rule: TwinRule
    /// Those of the doses that may be proven: of others no proof is held.
    private let days: Set<PartialDate>
    private var proofs: [PartialDate: Set<Proof>] = [:]
    /// The texts of the certificates that were looked at.
    private var texts: Set<String> = []

    /// - Parameters:
    ///   - pass: Whose doses may be proven.
    ///   - doses: All of them; what certificates tell of others proves nothing here.
    package init(of pass: PassRecord, doses: some Sequence<Vaccination>, catalogue: Catalogue) {
        (self.pass, rule, days) = (pass, TwinRule(catalogue), Set(doses.map(\.date)))
    }

    /// Takes what one more certificate of the pass proves; one that was issued to somebody else proves nothing of it.
    mutating func add(_ certificate: JudgedCertificate) {
        add(certificate.record.text, certificate.content, certificate.judgement)
    }

    /// The same of a certificate's text.
    mutating func add(_ text: String, by judge: CertificateJudge) {
        let content = try? SignedCertificate(text: text)
        add(text, content, content.map { judge.trust.judge($0, at: judge.moment) })
    }

    /// The same of a certificate that was read already.
    mutating func add(_ text: String, _ content: SignedCertificate?, _ judgement: Judgement?) {
        texts.insert(text)
        guard let content, let judgement, PassMatch(content.holder, pass).mayProve else { return }
        for draft in VaccinationDraft.all(content, catalogue: rule.catalogue) {
            let day = draft.vaccination.date
            guard days.contains(day) else { continue }
            let proof = Proof(
                dose: draft.vaccination, source: judgement.doseSource, isRevoked: judgement.faults.contains(.revoked))
            if proofs[day]?.count ?? 0 < Self.mostOfDay { proofs[day, default: []].insert(proof) }
        }
    }

    /// What the certificates prove of a dose as of now; nil where none says all that its record says.
    func proven(_ dose: Vaccination) -> DoseSource? { proofs(of: dose).map(\.source).max() }

    /// Where a dose of the vault comes from: what was proven when it came, unless that was revoked since, or is gone.
    ///
    /// A certificate whose issuer becomes known later proves it from then on; one that was verified stays so when lists
    /// forget its issuer.
    func source(of dose: Vaccination) -> DoseSource {
        guard dose.source > .record else { return dose.source }
        let standing = proofs(of: dose).filter { !$0.isRevoked }
        guard let best = standing.map(\.source).max() else { return .record }
        return dose.source == .certified ? .certified : max(best, .record)
    }

    /// The certificates' doses that say all that a record says of a dose.
    private func proofs(of dose: Vaccination) -> [Proof] {
        (proofs[dose.date] ?? []).filter { rule.proves($0.dose, dose) }
    }
}

extension DoseEvidence {
    /// Raises the source of each dose of the pass to what its certificates prove.
    ///
    /// Reads no certificate: that was done before, without holding the vault.
    ///
    /// - Parameters:
    ///   - today: The day on which that is noted.
    ///   - days: Days on which sources were noted before, for doses that come back from an export.
    /// - Throws: ``Outdated`` where the pass has other certificates or doses by now.
    func raise(in records: Records, on today: CalendarDate, days: [VaccinationID: PartialDate] = [:]) throws {
        guard let holder = try records.pass(pass.id) else { return }
        let doses = try records.vaccinations(of: pass.id)
        guard holder.content == pass.content, Set(try records.certificates(of: pass.id).map(\.text)) == texts,
            doses.allSatisfy({ self.days.contains($0.date) })
        else { throw Outdated() }
        for record in doses {
            guard let proven = proven(record.content), proven > record.source else { continue }
            var content = record.content
            content.source = proven
            content.sourceDate = days[record.id] ?? PartialDate(today)
            try records.update(
                VaccinationRecord(
                    id: record.id, passID: pass.id, content, createdAt: record.createdAt, updatedAt: record.updatedAt))
        }
    }
}

extension SignedInRequest {
    /// What the certificates of a pass will prove once these doses are among its own: read on the request's own thread.
    func evidence(of pass: PassRecord, adding doses: [Vaccination]) async throws -> DoseEvidence {
        let (holder, kept, certificates) = try await vault.read { records in
            (
                try records.pass(pass.id) ?? pass, try records.vaccinations(of: pass.id).map(\.content),
                try records.certificates(of: pass.id)
            )
        }
        var evidence = DoseEvidence(of: holder, doses: kept + doses, catalogue: catalogue)
        try CertificateJudge(services).look(at: certificates) { evidence.add($0) }
        return evidence
    }

    /// Does what was worked out of the vault's content before it is written; once more where that has changed meanwhile.
    func untilCurrent<Value>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<4 {
            try Task.checkCancellation()
            do { return try await body() } catch is DoseEvidence.Outdated { continue }
        }
        throw VaultError(.busy, "what is written depends on what keeps changing", retryAfter: 1)
    }
}

extension Judgement {
    /// What a dose is worth that a certificate so judged tells of; its own expiry doesn't matter.
    fileprivate var doseSource: DoseSource {
        if !Set(faults).isDisjoint(with: [.badSignature, .revoked, .wrongKeyUsage, .invalidContent]) { return .record }
        return faults.contains(.unknownIssuer) ? .unknownIssuer : .certified
    }
}
