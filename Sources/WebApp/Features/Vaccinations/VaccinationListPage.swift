import CivilDates
import Immunization
import Model
import Vault

/// The main screen: the vaccinations of a pass, newest first, and its other certificates.
struct VaccinationListPage: Page {
    let pass: PassRecord
    let vaccinations: [VaccinationRecord]
    /// The pass's certificates in the order in which they are shown.
    let certificates: [JudgedCertificate]
    let catalogue: Catalogue
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    /// The sheet for school or nursery, where there is one.
    var sheet: SchoolSheetLink?
    /// How many scans and photos the pass has.
    var attachments = 0
    /// Its vaccinations that have run out, or soon do.
    var ending: [EndingDose] = []
    /// What of its certificates is news.
    var expiring: [ExpiryNotice] = []
    /// Until when nobody is reminded of it; nil where its reminders aren't paused.
    var pausedUntil: CalendarDate?
    /// Whether it is the account's one pass, whose page is where its owner begins.
    var isStart = false
    /// What was read from a photo and isn't confirmed yet.
    var scan: PendingID?
    static let template = "Vaccinations/list"

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.vaccinationsTitle])" }
}

extension VaccinationListPage {
    static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("name") { $0.pass.name },
        .text("links") { Links.healthLinks($0.pass.id) },
        .text("born") { page, words in page.pass.born(words) },
        .text("edit") { Links.editPass($0.pass.id) },
        .text("add") { Links.newVaccination($0.pass.id) },
        .text("table") { Links.vaccinationTable($0.pass.id) }, .text("scan") { Links.newScan($0.pass.id) },
        .text("openScan") { page in page.scan.map { Links.scan(page.pass.id, $0) } },
        .text("import") { Links.newCertificate($0.pass.id) },
        .flag("isBegun") { !$0.vaccinations.isEmpty },
        .text("export") { Links.export($0.pass.id) },
        .text("print") { Links.printed($0.pass.id) },
        .one("sheet") { $0.sheet },
        .text("attachments") { Links.attachments($0.pass.id) },
        .text("attachmentCount") { page, words in
            page.attachments == 0 ? nil : words(.attachmentsCount, count: page.attachments)
        },
        .one("ending") { page, words in
            let names = VaccinationNames(catalogue: page.catalogue, words: words)
            return page.pausedUntil == nil ? EndingDoses(page.ending, of: page.pass, names: names, asks: true) : nil
        },
        .rows("expiring") { $0.pausedUntil == nil ? $0.expiring : [] },
        .one("paused") { page in page.pausedUntil.map { PausedLine(until: $0, pass: page.pass, place: .pass) } },
        .text("pause") { $0.isStart && $0.pausedUntil == nil ? Links.reminders : nil },
        .one("shown") { page in
            page.certificates.shown.map { LinkModel(link: Links.certificate(page.pass.id, $0.record.id)) }
        },
        .rows("rows") { page, words in page.rows(words) },
        .flag("hasOthers") { page in page.certificates.contains { $0.record.vaccinationID == nil } },
        .rows("others") { page, words in page.others(words) },
        .flag("hasDiseases") { !$0.vaccinations.isEmpty },
        .rows("diseases") { page, words in page.diseases(words) },
        .text("recommendations") { Links.recommendations($0.pass.id) },
        .one("next") { page, words in page.next(words) },
        .one("nextVisits") { page, words in page.nextVisits(words) },
        .flag("withoutBirthDate") { $0.advice == nil },
        .flag("draft") { $0.advice?.isDraft ?? false },
    ]

    /// How many visits stand beside the record on a wide screen.
    private static let firstVisits = 2

    /// Nobody is reminded where they begin while that is paused; who looks for a pass among others finds all of it.
    private var isQuiet: Bool { isStart && pausedUntil != nil }

    private func next(_ words: Localizer) -> NextView? {
        guard !isQuiet else { return nil }
        return advice.map {
            NextView(
                pass: pass, advice: $0, names: VaccinationNames(catalogue: catalogue, words: words),
                shown: $0.near, visits: $0.plan.visits, isElsewhere: true)
        }
    }

    private func nextVisits(_ words: Localizer) -> RowGroup<VisitRow>? {
        guard let advice, !isQuiet else { return nil }
        let names = VaccinationNames(catalogue: catalogue, words: words)
        return RowGroup(
            advice.plan.visits.prefix(Self.firstVisits).map { VisitRow(visit: $0, advice: advice, names: names) })
    }

    private func rows(_ words: Localizer) -> [VaccinationRow] {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        let evidence = DoseEvidence(certificates, of: pass, catalogue: catalogue)
        let certificates = Dictionary(grouping: certificates) { $0.record.vaccinationID }
        let ending = Dictionary(grouping: ending, by: \.vaccination.id)
        return vaccinations.map {
            VaccinationRow(
                page: self, vaccination: $0, certificate: certificates[$0.id]?.first,
                source: words.source($0, evidence), ending: ending[$0.id] ?? [], names: names)
        }
    }

    private func others(_ words: Localizer) -> [OtherCertificateRow] {
        certificates.filter { $0.record.vaccinationID == nil }.map {
            OtherCertificateRow(
                certificate: $0, view: CertificateView($0, catalogue: catalogue, words: words),
                link: Links.certificate(pass.id, $0.record.id))
        }
    }

    private func diseases(_ words: Localizer) -> [DiseaseRow] {
        let names = VaccinationNames(catalogue: catalogue, words: words)
        return DiseaseView(pass: pass, vaccinations: vaccinations, advice: advice, names: names).rows
    }
}

/// A vaccination of the list.
struct VaccinationRow: TemplateModel {
    let page: VaccinationListPage
    let vaccination: VaccinationRecord
    let certificate: JudgedCertificate?
    let source: String
    /// That it has run out, or soon does.
    let ending: [EndingDose]
    let names: VaccinationNames

    /// Until when it is valid, unless that is over or soon is.
    private var validity: String? {
        guard ending.isEmpty, let advice = page.advice else { return nil }
        return VerdictWords(advice: advice, names: names).validity(vaccination.id)
    }

    static let fields: [TemplateField<Self>] = [
        .text("source") { $0.source }, .text("link") { Links.vaccination($0.page.pass.id, $0.vaccination.id) },
        .text("heading") { $0.names.heading($0.vaccination.content) },
        .text("detail") { $0.names.detail($0.vaccination.content) },
        .text("dose") { $0.names.dose($0.vaccination.doseNumber, of: $0.vaccination.seriesDoses) },
        .text("date") { $0.names.words.about($0.vaccination.date) },
        .text("warning") { row, words in row.certificate.flatMap { $0.warning(words) } },
        .text("endsSoon") { row, words in row.certificate?.expiryNotice(words) },
        .text("invalid") { row in
            row.page.advice.flatMap { VerdictWords(advice: $0, names: row.names).warning(row.vaccination.id) }
        },
        .text("ending") { row in
            row.ending.isEmpty ? nil : row.ending.map { $0.text(row.names) }.joined(separator: "; ")
        },
        .text("validity") { $0.validity },
        .text("code") { row in row.certificate.map { Links.certificate(row.page.pass.id, $0.record.id) } },
    ]
}

/// A certificate of the list that belongs to no vaccination.
struct OtherCertificateRow: TemplateModel {
    let certificate: JudgedCertificate
    let view: CertificateView
    let link: String

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("kind") { $0.view.kind }, .text("target") { $0.view.target },
        .text("date") { $0.view.date }, .text("warning") { row, words in row.certificate.warning(words) },
        .text("detail") { row, words in
            let parts = [row.view.result, row.certificate.expiryNotice(words)].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: " · ")
        },
    ]
}

/// A disease with the doses against it.
struct DiseaseRow: TemplateModel {
    let name: String
    let progress: String?
    let doses: [DiseaseDoseRow]
    /// How many older ones there are.
    let more: Int

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .text("progress") { $0.progress }, .rows("doses") { $0.doses },
        .text("more") { row, words in row.more == 0 ? nil : words(.vaccinationsDiseasesMore, count: row.more) },
    ]
}

/// A dose under one disease.
struct DiseaseDoseRow: TemplateModel {
    let link: String
    let date: String
    let vaccine: String
    let warning: String?

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("date") { $0.date }, .text("vaccine") { $0.vaccine },
        .text("warning") { $0.warning },
    ]
}
