import Foundation
import HealthCertificate
import Immunization
import Model
import Vault

/// The form that takes certificates as pictures, documents or text.
struct NewCertificatesPage: FormPage, TypedPage {
    let form: FormView
    let action: String
    let cancel: String
    static let template = Template.certificateNew

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

    private var faultsOfFiles: [String] { form.errors.texts(under: "files") }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("action") { $0.action }, .text("cancel") { $0.cancel },
        .one("text") { $0.form.textControl("text", hint: true) },
        .flag("filesWrong") { !$0.faultsOfFiles.isEmpty }, .lines("fileErrors") { page, _ in page.faultsOfFiles },
        .text("most") { _ in String(MultipartLimits.upload.files) },
        .text("mostBytes") { _ in String(MultipartLimits.upload.bytes - 1_000_000) },
    ]
}

/// Shows each certificate of an import and asks where it goes, before anything is stored.
struct ConfirmCertificatesPage: TypedPage {
    let plan: CertificateImportPlan
    let passes: [PassRecord]
    /// The pass from whose page the import was asked for.
    let preferred: PassRecord?
    let catalogue: Catalogue
    let errors: FormErrors
    static let template = Template.certificateConfirm
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

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.errors.summary }, .rows("faults") { $0.plan.faults },
        .text("again") { page in
            page.plan.faults.isEmpty
                ? nil : page.preferred.map { Links.newCertificate($0.id) } ?? Links.newCertificates
        },
        .text("preferred") { $0.preferred?.id.description },
        .rows("rows") { page, words in
            page.plan.rows.map { CertificateImportQuestion(page: page, row: $0, words: words) }
        },
        .flag("anyNew") { $0.plan.hasNew }, .count("rowCount") { $0.plan.rows.count },
        .text("cancel") { page in page.preferred.map { Links.pass($0.id) } ?? Links.home },
    ]

    private func rowFields(_ row: CertificateImportRow, _ words: Localizer) -> TemplateContext {
        let question = CertificateImportQuestion(page: self, row: row, words: words)
        let view = question.view
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
            "warnings": question.warnings.map { ["text": $0] as TemplateContext },
            "known": row.known.map { words(.certificatesKnown, ["pass": $0.name]) }.field,
            "pass": row.known == nil ? passField(row, words) : false,
            "destination": question.destination.field,
            "mismatch": question.mismatch.field,
        ].merging(view.verdictFields) { $1 }
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
}

/// One certificate: its code large, its verdict, what it says.
struct CertificatePage: TypedPage {
    let pass: PassRecord
    let certificate: JudgedCertificate
    let catalogue: Catalogue
    static let template = Template.certificate

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

    private func code(_ words: Localizer) -> CertificateCode {
        CertificateCode(certificate, of: pass.id, catalogue: catalogue, words: words)
    }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.pass($0.pass.id) }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("passName") { $0.pass.name }, .one("certificate") { $0.code($1) },
        .rows("pictures") { $0.code($1).pictures },
        .rows("facts") { CertificateFacts($0.code($1).view).list },
        .lines("warnings") { $0.code($1).view.warnings }, .text("text") { $0.certificate.record.text },
        .text("vaccination") { page in
            page.certificate.record.vaccinationID.map { Links.vaccination(page.pass.id, $0) }
        },
        .text("delete") { Links.deleteCertificate($0.pass.id, $0.certificate.record.id) },
    ]
}
