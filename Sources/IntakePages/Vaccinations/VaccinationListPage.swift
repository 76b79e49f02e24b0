package import Answers
package import CivilDates
package import Immunization
import Intake
import Model
package import Vault
package import Web

/// The main screen: what is due, the vaccinations of a pass, newest first, and its other certificates.
package struct VaccinationListPage: Page {
    package let record: HealthRecord
    /// The pass's certificates in the order in which they are shown.
    package let certificates: [JudgedCertificate]
    /// What they prove.
    let evidence: DoseEvidence
    package let release: CatalogueRelease
    package let answer: Answer
    /// The sheet for school or nursery, where there is one.
    package var sheet: SchoolSheetLink?
    /// How many scans and photos the pass has.
    package var attachments: Int
    /// Its vaccinations that have run out, or soon do.
    package var ending: [EndingDose]
    /// What of its certificates is news.
    package var expiring: [ExpiryNotice]
    /// Until when nobody is reminded of it; nil where its reminders aren't paused.
    package var pausedUntil: CalendarDate?
    /// Whether it is the account's one pass, whose page is where its owner begins.
    var isStart: Bool
    /// What somebody began to enter.
    package var begun: BegunEntries?
    /// Which part of the vaccinations is asked for.
    package var asked: String?

    package init(
        record: HealthRecord, certificates: [JudgedCertificate], evidence: DoseEvidence, release: CatalogueRelease,
        answer: Answer, sheet: SchoolSheetLink? = nil, attachments: Int = 0, ending: [EndingDose] = [],
        expiring: [ExpiryNotice] = [],
        pausedUntil: CalendarDate? = nil, isStart: Bool = false, begun: BegunEntries? = nil,
        asked: String? = nil
    ) {
        self.record = record
        self.certificates = certificates
        self.evidence = evidence
        self.release = release
        self.answer = answer
        self.sheet = sheet
        self.attachments = attachments
        self.ending = ending
        self.expiring = expiring
        self.pausedUntil = pausedUntil
        self.isStart = isStart
        self.begun = begun
        self.asked = asked
    }

    package static let template = "Vaccinations/list"

    package var pass: PassRecord { record.pass }
    /// The newest first.
    package var vaccinations: [VaccinationRecord] { record.vaccinations }
    package var catalogue: Catalogue { release.catalogue }
    /// More than a life has: a pass of more is listed in parts.
    private var paging: Paging {
        Paging(vaccinations.count, by: 500, beside: (others.count, 500), asked: asked, at: Links.pass(pass.id))
    }
    /// The certificates that belong to no vaccination.
    private var others: [JudgedCertificate] { certificates.filter { $0.record.vaccinationID == nil } }
    /// Whether what isn't about one vaccination is here.
    private var isFirst: Bool { paging.number == 1 }

    package func title(_ words: Localizer) -> String { "\(pass.name), \(words[.`vaccinations.title`])" }
}

extension VaccinationListPage {
    package static let fields: [TemplateField<Self>] = [
        .text("name") { $0.pass.name },
        .text("links") { Links.healthLinks($0.pass.id) },
        .text("born") { page, words in page.pass.born(words) },
        .text("edit") { Links.editPass($0.pass.id) },
        .text("add") { Links.newVaccination($0.pass.id) },
        .text("table") { Links.vaccinationTable($0.pass.id) }, .text("scan") { Links.newScan($0.pass.id) },
        .rows("begun") { page, words in page.begun?.lines(page.pass.name, words) ?? [] },
        .text("import") { Links.newCertificate($0.pass.id) },
        .flag("isBegun") { !$0.vaccinations.isEmpty },
        .text("export") { Links.export($0.pass.id) },
        .text("print") { Links.printed($0.pass.id) },
        .one("sheet") { $0.sheet },
        .text("attachments") { Links.attachments($0.pass.id) },
        .text("attachmentCount") { page, words in
            page.attachments == 0 ? nil : words(.`attachments.count`, count: page.attachments)
        },
        .one("ending") { page, words in
            let names = page.catalogue.names(words)
            return page.pausedUntil == nil ? EndingDoses(page.ending, of: page.pass, names: names, asks: true) : nil
        },
        .rows("expiring") { $0.pausedUntil == nil ? $0.expiring : [] },
        .one("paused") { page in page.pausedUntil.map { PausedLine(until: $0, pass: page.pass, place: .pass) } },
        .text("pause") { $0.isStart && $0.pausedUntil == nil ? Links.reminders() : nil },
        .one("shown") { page in
            page.certificates.shown.map { LinkModel(link: Links.certificate(page.pass.id, $0.record.id)) }
        },
        .rows("rows") { page, words in page.rows(words) }, .one("paging") { $0.paging.links },
        .flag("hasOthers") { page in !page.paging.shownBeside(of: page.others).isEmpty },
        .rows("others") { page, words in page.others(words) },
        .flag("hasDiseases") { $0.isFirst && !$0.vaccinations.isEmpty },
        .rows("diseases") { page, words in page.isFirst ? page.diseases(words) : [] },
        .text("recommendations") { Links.recommendations($0.pass.id) },
        .one("due") { page, words in page.due(words) },
        .one("nextVisits") { page, words in page.nextVisits(words) },
        .flag("withoutBirthDate") { $0.pass.birthDate == nil },
        .flag("draft") { $0.answer.isDraft },
    ]

    /// How many visits stand beside the record on a wide screen.
    private static let firstVisits = 2

    /// Nobody is reminded where they begin while that is paused; who looks for a pass among others finds all of it.
    private var isQuiet: Bool { isStart && pausedUntil != nil }

    private func words(_ words: Localizer) -> AnswerWords { AnswerWords(answer, of: record, release, words) }

    private func due(_ words: Localizer) -> DueCard? {
        guard !isQuiet, pass.birthDate != nil else { return nil }
        return DueCard(pass: pass, words: self.words(words), isWhole: vaccinations.isEmpty)
    }

    /// Beside a record; where nothing is entered the plan's lines say it.
    private func nextVisits(_ words: Localizer) -> RowGroup<PlannedVisitRow>? {
        guard !isQuiet, !vaccinations.isEmpty else { return nil }
        let told = self.words(words)
        return RowGroup(answer.visits.prefix(Self.firstVisits).map { PlannedVisitRow(visit: $0, words: told) })
    }

    private func rows(_ words: Localizer) -> [VaccinationRow] {
        let names = catalogue.names(words)
        let doses = DoseWords(answer: answer, names: names)
        let certificates = Dictionary(grouping: certificates) { $0.record.vaccinationID }
        let ending = Dictionary(grouping: ending, by: \.vaccination.id)
        return paging.shown(of: vaccinations).map {
            VaccinationRow(
                pass: pass, vaccination: $0, certificate: certificates[$0.id]?.first,
                source: words.source($0, evidence), ending: ending[$0.id] ?? [], doses: doses)
        }
    }

    private func others(_ words: Localizer) -> [OtherCertificateRow] {
        paging.shownBeside(of: others).map {
            OtherCertificateRow(
                certificate: $0, view: CertificateView($0, catalogue: catalogue, words: words),
                link: Links.certificate(pass.id, $0.record.id))
        }
    }

    private func diseases(_ words: Localizer) -> [DiseaseRow] {
        let told = self.words(words)
        return DiseaseView(
            pass: pass, vaccinations: vaccinations, words: told, doses: DoseWords(answer: answer, names: told.names)
        ).rows
    }
}

/// A vaccination of the list.
struct VaccinationRow: TemplateModel {
    let pass: PassRecord
    let vaccination: VaccinationRecord
    let certificate: JudgedCertificate?
    let source: String
    /// That it has run out, or soon does.
    let ending: [EndingDose]
    let doses: DoseWords

    private var names: VaccinationNames { doses.names }

    static let fields: [TemplateField<Self>] = [
        .text("source") { $0.source }, .text("link") { Links.vaccination($0.pass.id, $0.vaccination.id) },
        .text("heading") { $0.names.heading($0.vaccination.content) },
        .text("detail") { $0.names.detail($0.vaccination.content) },
        .text("dose") { $0.names.dose($0.vaccination.doseNumber, of: $0.vaccination.seriesDoses) },
        .text("date") { $0.names.words.about($0.vaccination.date) },
        .text("warning") { row, words in row.certificate.flatMap { $0.warning(words) } },
        .text("endsSoon") { row, words in row.certificate?.expiryNotice(words) },
        .text("invalid") { $0.doses.warning($0.vaccination.id) },
        .text("ending") { row in
            row.ending.isEmpty ? nil : row.ending.map { $0.text(row.names) }.joined(separator: "; ")
        },
        // Unless that is over or soon is.
        .text("validity") { $0.ending.isEmpty ? $0.doses.validity($0.vaccination.id) : nil },
        .text("code") { row in row.certificate.map { Links.certificate(row.pass.id, $0.record.id) } },
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
