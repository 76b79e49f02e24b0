import Foundation
import HealthCertificate
import Web

/// What was checked of a certificate, by which list, of when: the same words for all families.
struct CertificateChecks: TemplateModel {
    let judgement: Judgement
    let words: Localizer

    /// Days after which a list is said to be old.
    private static let mostDays = 30

    var list: [NamedValue] {
        let origin = judgement.signer?.origin
        let rows: [(Message, String?)] = [
            (.`evidence.result`, words(judgement.evidence)),
            (.`evidence.signature`, words[signature]),
            (.`certificates.signer`, judgement.signer?.name),
            (.`evidence.list`, origin?.name), (.`evidence.list.date`, origin?.date.map(age)),
            (.`evidence.moment`, words.time(judgement.moment)),
        ]
        return rows.compactMap { name, value in value.map { NamedValue(name: words[name], value: $0) } }
    }

    private var signature: Message {
        if judgement.signer != nil { return .`evidence.signature.right` }
        return judgement.verdict == .badSignature ? .`evidence.signature.wrong` : .`evidence.signature.unknown`
    }

    /// The day of a list, and that it is old.
    private func age(_ date: Date) -> String {
        let days = judgement.moment.timeIntervalSince(date) / 86_400
        let day = words.date(date)
        return days > Double(Self.mostDays) ? words(.`evidence.list.old`, ["date": day]) : day
    }

    static let fields: [TemplateField<Self>] = [
        .rows("checks") { $0.list },
        .rows("scale") { checks in Evidence.allCases.map { EvidenceRow(evidence: $0) } },
    ]
}

/// A place of the scale, in words.
struct EvidenceRow: TemplateModel {
    let evidence: Evidence

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in words(row.evidence) },
        .text("meaning") { row, words in words(row.evidence, part: "detail") },
    ]
}

extension Evidence: MessageCode {
    package static let family = "evidence"
    package static let parts = ["", "detail"]
}
