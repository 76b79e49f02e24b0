import CivilDates
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdCore
import IntakePages
import Model
import Vault
package import Web

/// Keeping a certificate's page on a device, to be shown without a network.
package enum OfflineFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.offline, form: page), .post(Links.offline, form: page, changeOffline),
        .get(Links.offlineCertificate, showOfflineCertificate),
        // What a browser without a network shows in every other page's place; the same for everybody.
        .get(Links.offlineList, public: { $0.plainPage(OfflineListPage()) }),
    ]
    package static let pages: [any Page.Type] = [OfflinePage.self, OfflineCertificatePage.self, OfflineListPage.self]

    /// Keeps the page for so many days, or no longer.
    static func changeOffline(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord, _ record: Certificate
    ) async throws -> Response {
        let today = member.today
        switch fields["step"] {
        case "keep":
            let days = fields["days"].flatMap { Int(typed: $0, in: 1...366) }
            guard let days, OfflineCopies.lengths.contains(days) else {
                throw FormErrors("days", member.words[.`offline.days.missing`])
            }
            try await member.write(log: .keptOffline, record.id.description) {
                try OfflineCopies.set(record.id, until: today.adding(days: days), on: today, in: $0)
            }
            return member.done(.`done.offline-kept`, at: Links.offline(pass.id, record.id))
        case "end":
            try await member.vault.write { try OfflineCopies.set(record.id, until: nil, on: today, in: $0) }
            return member.done(.`done.offline-ended`, at: Links.offline(pass.id, record.id))
        default: throw HTTPProblem.badForm
        }
    }

    /// The page that a browser keeps.
    static func showOfflineCertificate(
        _ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate
    ) async throws -> Response {
        let until = try await copies(member).until[record.id].found()
        let code = code(of: record, in: pass, member)
        return member.page(
            OfflineCertificatePage(pass: pass, code: code, until: until, keptOn: member.today), about: pass)
    }

    /// The certificates that are kept on devices, pass by pass.
    package static func rows(_ member: SignedInRequest) async throws -> [OfflineRow] {
        let (copies, certificates) = try await member.vault.read { records in
            let copies = try OfflineCopies(in: records, on: member.today)
            let kept = copies.until.isEmpty ? [] : try records.passes().flatMap { try records.certificates(of: $0.id) }
            return (copies, kept)
        }
        let (judge, catalogue) = (CertificateJudge(member.services), member.catalogue)
        let kept = Dictionary(grouping: certificates.filter { copies.until[$0.id] != nil }, by: \.passID)
        return try member.passes.flatMap { pass in
            try judge.listed(kept[pass.id] ?? []).ranked
                .compactMap { judged in
                    copies.until[judged.record.id].map { until in
                        OfflineRow(
                            pass: pass, view: CertificateView(judged, catalogue: catalogue, words: member.words),
                            certificate: judged.record.id, until: until)
                    }
                }
        }
    }

    private static func page(
        _ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord, _ record: Certificate
    ) async throws -> OfflinePage {
        let judged = CertificateJudge(member.services).judged(record)
        let form = form ?? FormView(values: ["days": String(OfflineCopies.lengths[0])])
        return OfflinePage(
            form: form, pass: pass, code: code(of: record, in: pass, member), rank: judged.rank,
            ends: judged.content?.ends.min(),
            until: try await copies(member).until[record.id],
            isNew: Flash(member.visit.request)?.message == .`done.offline-kept`)
    }

    private static func copies(_ member: SignedInRequest) async throws -> OfflineCopies {
        try await member.vault.read { try OfflineCopies(in: $0, on: member.today) }
    }

    private static func code(of record: Certificate, in pass: PassRecord, _ member: SignedInRequest) -> CertificateCode
    {
        CertificateCode(
            CertificateJudge(member.services).judged(record), of: pass.id, catalogue: member.catalogue,
            words: member.words)
    }
}
