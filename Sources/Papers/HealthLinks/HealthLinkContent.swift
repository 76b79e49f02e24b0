import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Model
import PassArchive
import Secrets
import Vault
import Web

/// What a link leads to: a patient summary, with the doses once more as a page to read.
struct HealthLinkContent {
    let pass: ArchivedPass
    let catalogue: Catalogue

    /// The file, encrypted with the link's key.
    func sealed(for link: HealthLink, _ member: SignedInRequest) throws -> String {
        let page = HealthLinkDocument(pass: pass, catalogue: catalogue, day: member.now)
        let html = try member.visit.bytes(page)
        var generator = SystemRandomNumberGenerator()
        let bundle = PatientSummary.write(
            pass, codes: ClinicalCodes(catalogue, language: member.words.code),
            document: PatientSummary.Document(contentType: "text/html", title: page.title(member.words), content: html),
            at: member.now, using: &generator)
        return try SmartHealthLinkFile.seal(
            bundle, contentType: Self.contentType, key: link.key, nonce: RandomSource.system.bytes(12))
    }

    static let contentType = "application/fhir+json"
}

/// The doses of a pass as whoever has no program for patient summaries reads them.
struct HealthLinkDocument: Page {
    let pass: ArchivedPass
    let catalogue: Catalogue
    let day: Date
    static let template = "HealthLinks/document"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`vaccinations.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.pass.name },
        .text("born") { page, words in
            page.pass.birthDate.map { words(.`passes.born`, ["date": words.date($0.description)]) }
        },
        .text("state") { page, words in words(.`links.state`, ["date": words.date(page.day)]) },
        .rows("rows") { page in
            page.pass.vaccinations.sorted { $0.date > $1.date }.map { dose in
                HealthLinkDose(dose: dose.content, catalogue: page.catalogue)
            }
        },
    ]
}

/// A dose of such a page.
struct HealthLinkDose: TemplateModel {
    let dose: Vaccination
    let catalogue: Catalogue

    static let fields: [TemplateField<Self>] = [
        .text("date") { row, words in words.date(row.dose.date) },
        .text("vaccine") { row, words in row.catalogue.names(words).vaccine(row.dose) },
        .text("diseases") { row, words in row.catalogue.names(words).diseases(row.catalogue.targets(of: row.dose)) },
        .text("batch") { row, _ in row.dose.batch },
        .text("source") { row, words in words.text(Vaccination.source.messageID(row.dose.source.rawValue)) },
    ]
}
