import Foundation
import HealthCertificate
import Immunization
import Model
import Vault

/// The form that takes certificates as pictures, documents or text.
struct NewCertificatesPage: FormPage {
    let form: FormView
    let action: String
    let cancel: String
    let template = Template.certificateNew

    func title(_ words: Localizer) -> String { words[.certificatesNewTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields,
            "action": action,
            "cancel": cancel,
            "text": form.text("text", hint: true),
            "fileErrors": form.errors.items.filter { $0.anchor == "files" }.map {
                ["text": $0.text] as TemplateContext
            },
            "filesWrong": form.errors.items.contains { $0.anchor == "files" },
            "most": String(MultipartLimits.upload.files),
            "mostBytes": String(MultipartLimits.upload.bytes - 1_000_000),
        ]
    }
}

/// Shows each certificate of an import and asks where it goes, before anything is stored.
struct ConfirmCertificatesPage: Page {
    let plan: CertificateImportPlan
    let passes: [PassRecord]
    /// The pass from whose page the import was asked for.
    let preferred: PassRecord?
    let catalogue: Catalogue
    let errors: FormErrors
    let template = Template.certificateConfirm
    var hasErrors: Bool { !errors.isEmpty }

    func title(_ words: Localizer) -> String { words[.certificatesConfirmTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": errors.fields,
            "faults": plan.faults.map { fault -> TemplateContext in
                ["name": fault.name(words), "text": fault.text(words)]
            },
            "again": plan.faults.isEmpty
                ? false : preferred.map { Links.newCertificate($0.id) } ?? Links.newCertificates,
            "preferred": (preferred?.id.description).field,
            "rows": plan.rows.map { rowFields($0, words) },
            "anyNew": plan.hasNew ? ["rowCount": words.count(plan.rows.count)] as TemplateContext : false,
            "cancel": preferred.map { Links.pass($0.id) } ?? Links.home,
        ]
    }

    private func rowFields(_ row: CertificateImportRow, _ words: Localizer) -> TemplateContext {
        let view = CertificateView(row.content, row.judgement, catalogue: catalogue, words: words)
        return [
            "index": String(row.index),
            "text": row.content.text,
            "kind": view.kind,
            "target": view.target,
            "holder": view.holder,
            "born": view.born.field,
            "what": view.what,
            "dose": view.dose.field,
            "date": view.date,
            "issuer": view.issuer ?? "",
            "expires": (row.content.expiresAt.map { words.date($0) }).field,
            "warnings": warnings(row, view, words).map { ["text": $0] as TemplateContext },
            "known": row.known.map { words(.certificatesKnown, ["pass": $0.name]) }.field,
            "pass": row.known == nil ? passField(row, words) : false,
            "destination": destination(row, view, words).field,
            "mismatch": mismatch(row, view, words).field,
        ].merging(view.verdictFields) { $1 }
    }

    private func warnings(_ row: CertificateImportRow, _ view: CertificateView, _ words: Localizer) -> [String] {
        let leavesOut = VaccinationDraft.leavesOut(row.content, catalogue: catalogue)
        return view.warnings + (leavesOut ? [words[.certificatesWarningLeftOut]] : [])
            + (row.isRepeated ? [words[.certificatesTwice]] : [])
    }

    private func passField(_ row: CertificateImportRow, _ words: Localizer) -> TemplateContext {
        let name = "pass-\(row.index)"
        var options = passes.map {
            FormView.Option(value: $0.id.description, text: "\(catalogue.emoji($0.kind)) \($0.name)")
        }
        let new = words(.certificatesConfirmNewPass, ["name": row.content.holder.name.display])
        options.append(.init(value: "new", text: new))
        options.append(.init(value: "skip", text: words[.certificatesConfirmSkip]))
        return FormView(values: [name: row.destination.text], errors: errors).choice(name, options)
    }

    private func destination(_ row: CertificateImportRow, _ view: CertificateView, _ words: Localizer) -> String? {
        guard row.known == nil, row.destination != .nowhere else { return nil }
        guard case .vaccination = view.entry else { return words[.certificatesConfirmKeeps] }
        return words(
            row.mergesInto == nil ? .certificatesConfirmAdds : .certificatesConfirmJoins,
            ["target": view.target, "date": view.date])
    }

    private func mismatch(_ row: CertificateImportRow, _ view: CertificateView, _ words: Localizer) -> TemplateContext?
    {
        guard let mismatch = row.mismatch, case .pass(let id) = row.destination,
            let pass = passes.first(where: { $0.id == id })
        else { return nil }
        var why: [String] = []
        if mismatch.nameDiffers {
            why.append(words(.certificatesConfirmNameDiffers, ["holder": view.holder, "pass": pass.name]))
        }
        if mismatch.birthDateDiffers {
            let onCertificate = words.date(row.content.holder.dateOfBirth?.text ?? "")
            let onPass = pass.birthDate.map(words.date) ?? "–"
            why.append(words(.certificatesConfirmBirthdateDiffers, ["holder": onCertificate, "pass": onPass]))
        }
        return ["why": why.joined(separator: " ")]
    }
}

/// One certificate: its code large, its verdict, what it says.
struct CertificatePage: Page {
    let pass: PassRecord
    let certificate: JudgedCertificate
    let catalogue: Catalogue
    let template = Template.certificate

    func title(_ words: Localizer) -> String {
        let view = CertificateView(certificate, catalogue: catalogue, words: words)
        return "\(view.kind): \(view.target)"
    }

    func fields(_ words: Localizer) -> TemplateContext {
        let view = CertificateView(certificate, catalogue: catalogue, words: words)
        let record = certificate.record
        return [
            "title": title(words),
            "pictures": view.codeImages(pass.id, record),
            "back": Links.pass(pass.id),
            "emoji": catalogue.emoji(pass.kind),
            "passName": pass.name,
            "certificate": view.codeFields(pass.id),
            "facts": CertificateFacts(view).list.map { ["name": $0.name, "value": $0.value] as TemplateContext },
            "warnings": view.warnings.map { ["text": $0] as TemplateContext },
            "text": record.text,
            "vaccination": record.vaccinationID.map { Links.vaccination(pass.id, $0) }.field,
            "delete": Links.deleteCertificate(pass.id, record.id),
        ]
    }
}
