import CivilDates
import HealthCertificate
import Immunization
import Model
import Vault
import Web

/// What proves where the doses of a pass come from: the certificates that it holds.
package struct DoseEvidence: Sendable {
    /// A dose as a certificate tells it, and what that is worth.
    private struct Proof: Sendable {
        let dose: Vaccination
        let source: DoseSource
        let isRevoked: Bool
    }

    /// What is against one disease, on one day.
    private struct Place: Hashable {
        let target: String
        let date: PartialDate

        init(_ dose: Vaccination) { (target, date) = (dose.target, dose.date) }
    }

    private let proofs: [Place: [Proof]]

    /// - Parameters:
    ///   - certificates: All of the pass; those that were issued to somebody else prove nothing of it.
    ///   - pass: Whose doses they may prove.
    init(_ certificates: [JudgedCertificate], of pass: PassRecord, catalogue: Catalogue) {
        let proofs = certificates.flatMap { certificate -> [Proof] in
            guard let content = certificate.content, let judgement = certificate.judgement,
                PassMatch(content.holder, pass).mayProve
            else { return [] }
            return VaccinationDraft.all(content, catalogue: catalogue).map {
                Proof(
                    dose: $0.vaccination, source: judgement.doseSource,
                    isRevoked: judgement.faults.contains(.revoked))
            }
        }
        self.proofs = Dictionary(grouping: proofs) { Place($0.dose) }
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

    /// The certificates' doses that say all that a record says of a dose but its note: what somebody adds isn't proven.
    private func proofs(of dose: Vaccination) -> [Proof] {
        let told = Vaccination.compared.filter { $0.name != Vaccination.note.name && $0[dose] != nil }
        return (proofs[Place(dose)] ?? []).filter { proof in told.allSatisfy { $0[proof.dose] == $0[dose] } }
    }
}

extension DoseEvidence {
    /// Raises the source of each dose of a pass to what its certificates prove.
    ///
    /// - Parameters:
    ///   - today: The day on which that is noted.
    ///   - days: Days on which sources were noted before, for doses that come back from an export.
    static func raise(
        in pass: PassID, _ records: Records, judge: CertificateJudge, catalogue: Catalogue, on today: CalendarDate,
        days: [VaccinationID: PartialDate] = [:]
    ) throws {
        guard let holder = try records.pass(pass) else { return }
        let evidence = DoseEvidence(
            try records.certificates(of: pass).map(judge.judged), of: holder, catalogue: catalogue)
        for record in try records.vaccinations(of: pass) {
            guard let proven = evidence.proven(record.content), proven > record.source else { continue }
            var content = record.content
            content.source = proven
            content.sourceDate = days[record.id] ?? PartialDate(today)
            try records.update(
                VaccinationRecord(
                    id: record.id, passID: pass, content, createdAt: record.createdAt, updatedAt: record.updatedAt))
        }
    }
}

extension Judgement {
    /// What a dose is worth that a certificate so judged tells of; its own expiry doesn't matter.
    fileprivate var doseSource: DoseSource {
        if !Set(faults).isDisjoint(with: [.badSignature, .revoked, .wrongKeyUsage, .invalidContent]) { return .record }
        return faults.contains(.unknownIssuer) ? .unknownIssuer : .certified
    }
}
