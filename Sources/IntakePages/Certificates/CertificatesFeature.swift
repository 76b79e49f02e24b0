import HTTPTypes
import HealthCertificate
import Hummingbird
package import HummingbirdCore
import Immunization
import Lists
import Model
package import Vault
package import Web

/// Import, confirmation, details, QR code and deletion of certificates.
package enum CertificatesFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.newCertificates, { $0.page(newPage(FormView(), of: nil)) }),
        .post(Links.newCertificates, body: .upload(), { try await confirm($0, $1, preferred: nil) }).long,
        .post(Links.certificates, body: .rows, storeCertificates).long,
        .get(Links.newCertificate, { $0.page(newPage(FormView(), of: $1), about: $1) }),
        .post(Links.newCertificate, body: .upload(), { try await confirm($0, $1, preferred: $2) }).long,
        .get(Links.certificate, showCertificate).long,
        .get(Links.acceptance, showAcceptance).long,
        .post(Links.noteExpiry, noteExpiry),
        .get(Links.certificateCode, showCode),
        .get(Links.certificatePicture, showPicture),
        .get(Links.deleteCertificate, showDeleteCertificate), .post(Links.deleteCertificate, deleteCertificate),
    ]
    package static let pages: [any Page.Type] = [
        NewCertificatesPage.self, ConfirmCertificatesPage.self, CertificatePage.self, AcceptancePage.self,
    ]
    package static var codes: [any MessageCode.Type] {
        [Acceptance.Answer.self, Evidence.self, FileFault.self, HealthClaims.Kind.self, Verdict.self]
    }

    /// Stores what the user confirmed; asks again where something doesn't fit and isn't accepted.
    static func storeCertificates(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let preferred = member.passes.first { $0.id.description == fields["preferred"] }
        let texts = (1...CertificateText.maximum).compactMap { number in
            fields["text-\(number)"].map { CertificateImportText(text: $0, origin: .typed(number)) }
        }
        var plan = try await CertificateImportPlan(texts: texts, preferred: preferred, member: member)
        var errors = FormErrors(isShownAgain: fields.isShownAgain(in: member.words))
        for index in plan.rows.indices where plan.rows[index].known == nil {
            let field = "pass-\(plan.rows[index].index)"
            if let destination = CertificateImportRow.Destination(fields[field], passes: member.passes) {
                plan.rows[index].destination = destination
            } else {
                errors.add(field, member.words[.`certificates.choose`])
            }
        }
        plan.answer(fields, finder: member.finder, member.words, errors: &errors)
        try await plan.settle(member)
        for row in plan.rows where row.mismatch != nil && fields["accept-\(row.index)"] == nil {
            let field = "accept-\(row.index)"
            errors.add(field, member.words[.`certificates.unaccepted`])
        }
        guard errors.isEmpty, plan.faults.isEmpty, !plan.rows.isEmpty else {
            return confirmPage(plan, preferred, errors, member, status: .unprocessableContent)
        }
        let (event, now, rows) = (member.event(.imported, "certificates"), member.now, plan.rows)
        let (pass, batch) = try await member.untilCurrent {
            let store = try await CertificateImportStore(
                rows, passes: member.passes, catalogue: member.catalogue, now: now, today: member.today
            ) { try await member.evidence(of: $0, adding: $1) }
            return try await member.vault.write { records in
                let stored = try records.apply(at: now) { try store.store(in: $0) }
                if stored.result != nil { try records.log(event) }
                return stored
            }
        }
        guard let pass = pass ?? preferred?.id ?? member.active?.id else { return member.redirect(to: Links.home()) }
        return member.done(.`done.certificates-saved`, at: Links.pass(pass), batch)
    }

    static func showCertificate(
        _ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate
    ) async throws -> Response {
        let basis = PageInputs(member)
        let judge = CertificateJudge(basis)
        let order = try await member.certificateOrder(of: pass, basis)
        // It may have been deleted since.
        let place = try order.firstIndex(of: record.id).found()
        let (previous, next) = try await member.vault.read { records in
            (
                try order[..<place].last.flatMap { try records.certificate($0) },
                try order[place...].dropFirst().first.flatMap { try records.certificate($0) }
            )
        }
        let certificate = judge.judged(record)
        let page = CertificatePage(
            pass: pass, certificate: certificate, previous: previous.map(judge.judged), next: next.map(judge.judged),
            place: (place + 1, order.count), catalogue: member.catalogue,
            isFamilyKnown: certificate.content.map { judge.trust.knowsIssuers(of: $0.format) } ?? true)
        return member.page(page, about: pass)
    }

    static func showDeleteCertificate(
        _ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate
    ) async throws -> Response {
        let words = member.words
        let view = CertificateView(
            CertificateJudge(member.services).judged(record), catalogue: member.catalogue, words: words)
        let page = EntryPage(
            deleting: words[.`certificates.delete.title`],
            words(.`certificates.delete.what`, ["kind": view.kind, "target": view.target, "date": view.date]),
            submit: words[.`certificates.delete.submit`],
            action: Links.deleteCertificate(pass.id, record.id), cancel: Links.certificate(pass.id, record.id),
            isKept: true, words)
        return member.page(page, about: pass)
    }

    /// Its owner knows that it expires soon, and isn't told again.
    package static func noteExpiry(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord, _ record: Certificate
    ) async throws -> Response {
        try await member.vault.write { records in try AcknowledgedExpiries.add(record.id, in: records) }
        return member.redirect(to: fields["page"] == "pass" ? Links.pass(pass.id) : Links.home())
    }

    static func deleteCertificate(
        _ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate
    ) async throws -> Response {
        _ = try await member.vault.write { records in try records.bin(record.id, at: member.now) }
        return member.done(.`done.certificate-deleted`, at: Links.pass(pass.id))
    }
}

extension CertificatesFeature {
    /// Reads the text and the files, and shows what is in them.
    ///
    /// Nothing is stored.
    private static func confirm(_ member: SignedInRequest, _ form: MultipartForm, preferred: PassRecord?) async throws
        -> Response
    {
        let found = await CertificateImportSource(
            form, reader: member.services.reader, for: member.claimant, within: member.services.readingTime)
        var plan = try await CertificateImportPlan(texts: found.texts, preferred: preferred, member: member)
        plan.faults += found.faults
        guard !plan.rows.isEmpty else { return newPage(form.fields, plan.faults, preferred, member) }
        try await plan.settle(member)
        return confirmPage(plan, preferred, FormErrors(), member, status: .ok)
    }

    /// The form again, with what is wrong at the text and at each file.
    private static func newPage(
        _ fields: FormFields, _ faults: [ImportFault], _ pass: PassRecord?, _ member: SignedInRequest
    )
        -> Response
    {
        let words = member.words
        var errors = FormErrors()
        if faults.isEmpty { errors.add("files", words[.`certificates.fault.empty`]) }
        for (index, fault) in faults.enumerated() {
            switch fault.origin {
            case .typed: errors.add("text", fault.text(words))
            case .file(let name):
                let text = words(.`certificates.fault`, ["name": name, "reason": fault.text(words)])
                errors.add("files-\(index)", text, anchor: "files")
            }
        }
        var page = newPage(FormView(again: fields, errors), of: pass)
        page.elsewhere = faults.lazy.compactMap(\.elsewhere).first
        return member.formAgain(page, about: pass, isBusy: faults.contains(where: \.isPassing))
    }

    private static func newPage(_ form: FormView, of pass: PassRecord?) -> NewCertificatesPage {
        NewCertificatesPage(
            form: form, action: pass.map { Links.newCertificate($0.id) } ?? Links.newCertificates(),
            cancel: pass.map { Links.pass($0.id) } ?? Links.home())
    }

    private static func confirmPage(
        _ plan: CertificateImportPlan, _ preferred: PassRecord?, _ errors: FormErrors, _ member: SignedInRequest,
        status: HTTPResponse.Status
    ) -> Response {
        let page = ConfirmCertificatesPage(
            plan: plan, passes: member.passes, preferred: preferred, catalogue: member.catalogue,
            errors: errors)
        return member.page(page, about: preferred, status: status)
    }
}
