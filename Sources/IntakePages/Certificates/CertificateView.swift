import Algorithms
import CivilDates
import Foundation
package import HealthCertificate
package import Immunization
package import Vault
package import Web

/// What pages show of a certificate, in one language.
package struct CertificateView {
    package let content: SignedCertificate?
    package let judgement: Judgement?
    package let record: Certificate?
    package let catalogue: Catalogue
    package let words: Localizer

    package init(_ judged: JudgedCertificate, catalogue: Catalogue, words: Localizer) {
        self.content = judged.content
        self.judgement = judged.judgement
        self.record = judged.record
        self.catalogue = catalogue
        self.words = words
    }

    package init(_ content: SignedCertificate, _ judgement: Judgement, catalogue: Catalogue, words: Localizer) {
        self.content = content
        self.judgement = judgement
        self.record = nil
        self.catalogue = catalogue
        self.words = words
    }

    /// The statement that the certificate is named for: its last one.
    package var entry: HealthClaims.Entry? { content?.claims.entries.last }

    /// 'Vaccination', 'Test' or 'Recovery'.
    package var kind: String {
        entry.map { words($0.kind) } ?? (content.map { _ in words(HealthClaims.Kind.vaccination) } ?? "")
    }

    /// The family that it is of: 'SMART Health Card'.
    package var family: String? {
        content.map { content in
            switch content.format {
            case .euDCC: words[.`certificates.family.eu`]
            case .smartHealthCard: words[.`certificates.family.smart`]
            case .icvp: words[.`certificates.family.icvp`]
            case .evc: words[.`certificates.family.evc`]
            case .ddcc: words[.`certificates.family.ddcc`]
            }
        }
    }

    /// The disease's name; the family's where it says none.
    package var target: String {
        guard let coding = entry?.target else { return family ?? "" }
        return CertificateCodes(catalogue: catalogue, words: words).target(coding)
    }

    package var holder: String { content?.holder.name.display ?? "" }

    /// 'born 27 March 2012'.
    package var born: String? {
        guard let date = content?.holder.dateOfBirth, !date.text.isEmpty else { return nil }
        return words(.`passes.born`, ["date": words.date(date.text)])
    }

    /// The day that the certificate speaks of.
    package var date: String { content?.eventDate.map(words.date) ?? "" }

    /// The vaccine, the test's result, or the first positive test.
    package var what: String {
        let codes = CertificateCodes(catalogue: catalogue, words: words)
        switch entry {
        case .vaccination(let entry): return codes.vaccine(entry) ?? words[.`vaccinations.vaccine.not-known`]
        case .test(let entry): return codes.result(entry) ?? kind
        case .recovery, nil: return kind
        }
    }

    /// 'Vaccination: COVID-19'; of a test with what it found: 'Test: COVID-19 · Negative (not detected)'.
    package var title: String { ["\(kind): \(target)", result].compactMap(\.self).joined(separator: " · ") }

    /// A test's result; nil for other statements.
    package var result: String? {
        guard case .test(let test) = entry, test.result != nil else { return nil }
        return what
    }

    /// What a test found that isn't known to be negative; nil where none says so.
    package var finding: String? {
        guard let test = content?.claims.tests.first(where: { !$0.isNegative }) else { return nil }
        return CertificateCodes(catalogue: catalogue, words: words).result(test) ?? kind
    }

    /// When a test's sample was taken, to the minute where it says so.
    package var sampled: String? {
        guard case .test(let test) = entry else { return nil }
        return test.sampledAt?.date.map { words.time($0) } ?? test.sampledAt?.text
    }

    /// 'dose 2 of 2', or that the series isn't complete.
    package var dose: String? {
        guard case .vaccination(let entry) = entry else { return nil }
        if case .incomplete(let dose, let total) = entry.seriesState {
            return words(.`certificates.incomplete`, ["dose": String(dose), "total": String(total)])
        }
        return catalogue.names(words).dose(entry.dose, of: entry.total)
    }

    /// Who issued it: the statement's own word, else the signer's.
    package var issuer: String? { entry?.issuer ?? judgement?.signer?.name ?? content?.issuer }

    /// 'valid until …' or 'expired on …'.
    package var expiry: String? {
        guard let expiresAt = content?.expiresAt else { return nil }
        let isOver = judgement.map { $0.moment >= expiresAt } ?? false
        return words(
            isOver ? .`certificates.code.expired` : .`certificates.code.expires`, ["date": words.date(expiresAt)])
    }

    /// One line for a list.
    package var summary: String {
        let verdict = judgement.map { words.verdict($0) }
        return [what, date, dose, verdict].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// What is remarkable about it, in words: each once.
    package var warnings: [String] {
        guard let judgement else { return [] }
        let messages = judgement.warnings.compactMap { warning -> Message? in
            switch warning {
            case .departure: .`certificates.warning.schema`
            case .unknownCode: .`certificates.warning.codes`
            case .issuerDiffersFromSigner: .`certificates.warning.signer`
            case .noDose: .`certificates.warning.no-dose`
            case .notJudged: .`certificates.warning.not-judged`
            // The verdict says it.
            case .notPrequalified: nil
            }
        }
        let blocked = judgement.verdict != .revoked && judgement.faults.contains(.revoked)
        return (messages + (blocked ? [.`certificates.warning.blocked`] : [])).uniqued().map { words[$0] }
    }
}
