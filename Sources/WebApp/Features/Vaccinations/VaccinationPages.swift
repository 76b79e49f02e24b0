import Foundation
import Immunization
import Model
import Vault

/// The main screen: the vaccinations of a pass, newest first, and its other certificates.
struct VaccinationListPage: TypedPage {
    let pass: PassRecord
    let vaccinations: [VaccinationRecord]
    /// The pass's certificates, newest first.
    let certificates: [JudgedCertificate]
    let catalogue: Catalogue
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    /// How many scans and photos the pass has.
    var attachments = 0
    static let template = Template.vaccinationList

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.vaccinationsTitle])" }

    func fields(_ words: Localizer) -> TemplateContext {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        let byVaccination = Dictionary(grouping: certificates) { $0.record.vaccinationID }
        let others = (byVaccination[nil] ?? []).map { otherFields($0, names) }
        return [
            "emoji": catalogue.emoji(pass.kind),
            "name": pass.name,
            "born": pass.born(words).field,
            "edit": Links.editPass(pass.id),
            "add": Links.newVaccination(pass.id),
            "import": Links.newCertificate(pass.id),
            "export": Links.export(pass.id),
            "print": Links.printed(pass.id),
            "attachments": Links.attachments(pass.id),
            "attachmentCount": attachments == 0 ? false : words(.attachmentsCount, count: attachments),
            "newest": certificates.first.map {
                ["link": Links.certificate(pass.id, $0.record.id)] as TemplateContext
            }.field,
            "rows": vaccinations.map { rowFields($0, byVaccination[$0.id]?.first, names) },
            "hasOthers": !others.isEmpty,
            "others": others,
            "hasDiseases": !vaccinations.isEmpty,
            "diseases": DiseaseView(pass: pass, vaccinations: vaccinations, advice: advice, names: names).fields,
            "recommendations": Links.recommendations(pass.id),
            "withoutBirthDate": advice == nil,
            "draft": advice?.isDraft ?? false,
        ]
    }

    private func rowFields(
        _ vaccination: VaccinationRecord, _ certificate: JudgedCertificate?, _ names: VaccinationNames
    ) -> TemplateContext {
        [
            "link": Links.vaccination(pass.id, vaccination.id),
            "target": names.target(vaccination.target),
            "vaccine": names.vaccine(vaccination),
            "dose": names.dose(vaccination.doseNumber, of: vaccination.seriesDoses).field,
            "date": names.words.about(vaccination.date),
            "warning": certificate.flatMap { $0.warning(names.words) }.field,
            "invalid": advice.flatMap { VerdictWords(advice: $0, names: names).warning(vaccination.id) }.field,
            "code": certificate.map { Links.certificate(pass.id, $0.record.id) }.field,
        ]
    }

    private func otherFields(_ certificate: JudgedCertificate, _ names: VaccinationNames) -> TemplateContext {
        let view = CertificateView(certificate, catalogue: catalogue, words: names.words)
        return [
            "link": Links.certificate(pass.id, certificate.record.id),
            "kind": view.kind,
            "target": view.target,
            "date": view.date,
            "warning": certificate.warning(names.words).field,
        ]
    }
}

/// One vaccination: the newest certificate's code large, then the details.
struct VaccinationPage: TypedPage {
    let pass: PassRecord
    let vaccination: VaccinationRecord
    /// Its certificates, newest first.
    let certificates: [JudgedCertificate]
    let catalogue: Catalogue
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    /// Its scans and photos, newest first.
    let attachments: [StoredAttachment]
    static let template = Template.vaccination

    func title(_ words: Localizer) -> String {
        VaccinationNames(catalogue: catalogue, words: words).target(vaccination.target)
    }

    func fields(_ words: Localizer) -> TemplateContext {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        let vaccine = vaccination.vaccine.flatMap { catalogue.vaccine($0) }
        let targets = vaccine?.targets ?? []
        let older = certificates.dropFirst()
        let counts = advice.map { VerdictWords(advice: $0, names: names).lines(vaccination) } ?? []
        return [
            "back": Links.pass(pass.id),
            "emoji": catalogue.emoji(pass.kind),
            "passName": pass.name,
            "certificate": certificates.first.map {
                CertificateView($0, catalogue: catalogue, words: words).codeFields(pass.id)
            }.field,
            "target": names.target(vaccination.target),
            "vaccine": names.vaccine(vaccination),
            "manufacturer": (vaccine?.manufacturer.flatMap { catalogue.manufacturer($0)?.name }).field,
            "protects": protects(targets, names).field,
            "date": words.about(vaccination.date),
            "counts": counts.isEmpty
                ? false
                : [
                    "lines": counts.enumerated().map { index, line -> TemplateContext in
                        let isIssue = index < (advice?.issues(of: vaccination.id).count ?? 0)
                        let fields: TemplateContext = ["text": line.text, "isWrong": line.isWrong]
                        return isIssue ? fields : fields.merging(["target": line.target]) { $1 }
                    },
                    "draft": advice?.isDraft == true,
                ] as TemplateContext,
            "dose": names.dose(vaccination.doseNumber, of: vaccination.seriesDoses).field,
            "details": Vaccination.details.compactMap { words.fact($0, of: vaccination.content) },
            "hasOlder": !older.isEmpty,
            "older": older.map { certificate -> TemplateContext in
                [
                    "link": Links.certificate(pass.id, certificate.record.id),
                    "text": CertificateView(certificate, catalogue: catalogue, words: words).summary,
                ]
            },
            "edit": Links.editVaccination(pass.id, vaccination.id),
            "delete": Links.deleteVaccination(pass.id, vaccination.id),
            "import": Links.newCertificate(pass.id),
            "hasAttachments": !attachments.isEmpty,
            "attachments": AttachmentsView(pass: pass.id, words: words).rows(attachments),
            "files": AttachmentsView(pass: pass.id, words: words).files(FormView()),
            "attach": Links.attachments(pass.id),
            "id": vaccination.id.description,
        ]
    }

    /// Everything that a combination vaccine protects against.
    private func protects(_ targets: [String], _ names: VaccinationNames) -> String? {
        guard targets.count > 1 else { return nil }
        return names.words.list(targets.map(names.target))
    }
}
