import Foundation
import Immunization
import Model
import PassArchive
import Vault
import Web

/// What a confirmed import stores, worked out before the vault is held for it.
package struct ArchiveChanges: Sendable {
    let preview: ArchivePreview
    let choices: ImportChoices
    let list: [ArchiveImportChange]
    /// The ids of new passes, by the keys that the changes have for them.
    let passes: [String: PassID]
    /// What the certificates of each pass that gets anything prove, with the new ones.
    let evidence: [PassID: DoseEvidence]
    let catalogue: Catalogue
    let now: Date

    /// - Throws: `CancellationError` once nobody waits for it any more.
    init(_ preview: ArchivePreview, _ choices: ImportChoices, judge: CertificateJudge, catalogue: Catalogue) throws {
        (self.preview, self.choices, self.catalogue, now) = (preview, choices, catalogue, judge.moment)
        list = preview.plan.changes(choice: { choices.choice($0, $1) }, takesHolder: { choices.takesHolder($0) })
        var after = Dictionary(preview.existing.compactMap { pass in pass.id.map { ($0, pass) } }) { first, _ in first }
        var taken = Set(after.keys)
        var passes: [String: PassID] = [:]
        var touched: Set<String> = []
        var known = Set(preview.present.identities.values)
        for change in list {
            switch change {
            case .insertPass(let pass, let key):
                let wanted = pass.id.flatMap { PassID($0) }.flatMap { taken.insert($0.description).inserted ? $0 : nil }
                passes[key] = wanted ?? .random()
                after[key] = pass
            case .updatePass(let pass, let key): after[key]?.content = pass.content
            case .insert(.vaccination(let dose), let key), .replace(.vaccination(let dose), _, let key):
                touched.insert(key)
                after[key]?.vaccinations.append(dose)
            case .insert(.certificate(let certificate), let key):
                // One that is there already isn't kept again.
                let identity = preview.certificates[certificate]?.identity
                guard identity.map({ known.insert($0).inserted }) ?? false else { continue }
                touched.insert(key)
                after[key]?.certificates.append(certificate)
            case .insert, .replace: continue
            }
        }
        self.passes = passes
        var evidence: [PassID: DoseEvidence] = [:]
        for key in touched {
            guard let id = passes[key] ?? PassID(key), let pass = after[key] else { continue }
            let record = try PassRecord(id: id, pass.content, createdAt: now)
            var proofs = DoseEvidence(of: record, doses: pass.vaccinations.map(\.content), catalogue: catalogue)
            for certificate in pass.certificates {
                try Task.checkCancellation()
                proofs.add(certificate.text, by: judge)
            }
            evidence[id] = proofs
        }
        self.evidence = evidence
    }
}
