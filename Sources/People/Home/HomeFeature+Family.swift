import Answers
import Foundation
import HealthCertificate
import HummingbirdCore
import Immunization
import IntakePages
import Lists
import Vault
import Web

extension HomeFeature {
    /// All passes at a glance, each certificate judged now.
    static func showFamily(_ member: SignedInRequest) async throws -> Response {
        return try await member.keptPage { basis in
            let (found, noted) = try await member.vault.read { records in
                (
                    try HealthRecord.first(of: member.passes, in: records).map {
                        (
                            $0, try records.certificates(of: $0.pass.id),
                            try BegunEntries(of: $0.pass, in: records, at: basis.now)
                        )
                    }, try AcknowledgedExpiries(in: records)
                )
            }
            let (judge, release) = (CertificateJudge(basis), basis.catalogue.release)
            var changes: [Date] = []
            let members = try found.map { record, certificates, begun in
                let judged = try judge.listed(certificates)
                changes += judged.compactMap(\.changesAt) + [begun.expires].compactMap(\.self)
                let answer = try record.answer(release, on: basis.today)
                return FamilyPage.Member(
                    record: record, answer: answer, trips: record.dossier(release, on: basis.today).patient.trips,
                    certificate: judged.shown?.record.id,
                    ending: EndingDose.all(record, answer, release.catalogue, on: basis.today),
                    expiring: ExpiryNotice.all(judged, of: record.pass, noted: noted, release.catalogue),
                    pausedUntil: member.pausedUntil(record.pass, on: basis.today), begun: begun)
            }
            let page = FamilyPage(
                members: members, others: member.passes.count - members.count, release: release,
                today: basis.today, allPausedUntil: member.allPausedUntil(on: basis.today))
            return (page, changes.min())
        }
    }
}
