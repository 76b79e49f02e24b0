import Foundation
import HealthCertificate
import Immunization
import Model
import Vault
import Web

/// The form that takes certificates as pictures, documents or text.
struct NewCertificatesPage: FormPage {
    let form: FormView
    let action: String
    let cancel: String
    /// The page that takes the files that this one doesn't.
    var elsewhere: String?
    static let template = "Certificates/new"

    func title(_ words: Localizer) -> String { words[.`certificates.new.title`] }

    private var faultsOfFiles: [String] { form.errors.texts(under: "files") }

    static let fields: [TemplateField<Self>] = [
        .text("action") { $0.action }, .text("cancel") { $0.cancel },
        .text("elsewhere") { $0.elsewhere }, .one("text") { $0.form.textControl("text", hint: true) },
        .flag("filesWrong") { !$0.faultsOfFiles.isEmpty }, .lines("fileErrors") { page, _ in page.faultsOfFiles },
        .text("most") { _ in String(MultipartLimits.upload.files) },
        .text("mostBytes") { _ in String(MultipartLimits.upload.bytes - 1_000_000) },
    ]
}

/// Shows each certificate of an import and asks where it goes, before anything is stored.
struct ConfirmCertificatesPage: Page {
    let plan: CertificateImportPlan
    let passes: [PassRecord]
    /// The pass from whose page the import was asked for.
    let preferred: PassRecord?
    let catalogue: Catalogue
    let errors: FormErrors
    static let template = "Certificates/confirm"

    func title(_ words: Localizer) -> String { words[.`certificates.confirm.title`] }

    func faults(_ words: Localizer) -> FormErrors { errors }

    static let fields: [TemplateField<Self>] = [
        .rows("faults") { $0.plan.faults },
        .text("again") { page in
            page.plan.faults.isEmpty
                ? nil : page.preferred.map { Links.newCertificate($0.id) } ?? Links.newCertificates()
        },
        .text("names") { page, words in
            page.plan.rows.flatMap(\.doses).contains(where: \.isAsked)
                ? Links.vaccineNames(Pass.person, words.code) : nil
        },
        .text("preferred") { $0.preferred?.id.description },
        .rows("rows") { page, words in
            page.plan.rows.map { CertificateImportQuestion(page: page, row: $0, words: words) }
        },
        .flag("anyNew") { $0.plan.hasNew }, .count("rowCount") { $0.plan.rows.count },
        .text("cancel") { page in page.preferred.map { Links.pass($0.id) } ?? Links.home() },
    ]
}

/// One certificate: its code large, its verdict, what it says.
struct CertificatePage: Page {
    let pass: PassRecord
    let certificate: JudgedCertificate
    /// Those of the pass that are shown before and after it.
    let previous: JudgedCertificate?
    let next: JudgedCertificate?
    /// Its place among the pass's certificates, from 1, and how many they are.
    let place: (number: Int, count: Int)
    let catalogue: Catalogue
    /// Whether a list on this server names issuers of such certificates.
    let isFamilyKnown: Bool
    static let template = "Certificates/show"

    func title(_ words: Localizer) -> String {
        CertificateView(certificate, catalogue: catalogue, words: words).title
    }

    private func code(_ words: Localizer) -> CertificateCode {
        CertificateCode(certificate, of: pass.id, catalogue: catalogue, words: words)
    }

    private func arrow(to certificate: JudgedCertificate?, _ words: Localizer) -> CertificateArrow? {
        certificate.map {
            CertificateArrow(
                certificate: $0, view: CertificateView($0, catalogue: catalogue, words: words),
                link: Links.certificate(pass.id, $0.record.id))
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.pass($0.pass.id) },
        .text("offline") { Links.offline($0.pass.id, $0.certificate.record.id) }, .text("passName") { $0.pass.name },
        .one("certificate") { $0.code($1) },
        .rows("pictures") { $0.code($1).pictures }, .one("badge") { CertificateBadge(view: $0.code($1).view) },
        .text("position") { page, words in
            words(
                .`certificates.position`,
                ["number": String(page.place.number), "count": String(page.place.count)])
        },
        .flag("hasOthers") { $0.previous != nil || $0.next != nil },
        .one("previous") { page, words in page.arrow(to: page.previous, words) },
        .one("next") { page, words in page.arrow(to: page.next, words) },
        .rows("facts") { CertificateFacts($0.code($1).view).list },
        .text("place") { _, words in words.city(of: words.zone) },
        .one("checked") { page, words in
            page.certificate.judgement.map { CertificateChecks(judgement: $0, words: words) }
        },
        .text("border") { page, words in
            page.certificate.content.flatMap { BorderLine($0, catalogue: page.catalogue) }?.text(words)
        },
        .lines("warnings") { $0.code($1).view.warnings }, .text("text") { $0.certificate.record.text },
        .flag("noList") { !$0.isFamilyKnown && $0.certificate.judgement?.verdict == .unknownIssuer },
        .text("acceptance") { page in
            page.certificate.content?.format == .euDCC
                ? Links.acceptance(page.pass.id, page.certificate.record.id) : nil
        },
        .text("vaccination") { page in
            page.certificate.record.vaccinationID.map { Links.vaccination(page.pass.id, $0) }
        },
        .text("delete") { Links.deleteCertificate($0.pass.id, $0.certificate.record.id) },
    ]
}

/// The way from a certificate to the one before or after it.
struct CertificateArrow: TemplateModel {
    let certificate: JudgedCertificate
    let view: CertificateView
    let link: String

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link },
        .text("what") { arrow, words in
            let view = arrow.view
            return [view.title, view.date, arrow.certificate.warning(words)]
                .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        },
    ]
}
