import CivilDates
import HealthCertificate
import Immunization
import Model
import Vault
import Web

/// A dose of a certificate as a row of an import: what it says, what somebody adds, and what becomes of it.
struct CertificateDose: Sendable {
    /// Its number among the certificate's doses, from 1.
    let number: Int
    let entry: VaccinationEntry
    /// What somebody answered to which vaccine it was: an id, or a text to search for.
    private(set) var answer = ""
    private(set) var meaning: VaccineFinder.Answer?
    /// As it would be entered; nil where it says neither a day nor what it is against.
    private(set) var draft: VaccinationDraft?
    /// The vaccination of the chosen pass that it stands for.
    var mergesInto: VaccinationRecord?

    /// The doses of a certificate in its order.
    static func all(_ content: SignedCertificate, catalogue: Catalogue) -> [CertificateDose] {
        content.claims.vaccinations.enumerated().map { index, entry in
            CertificateDose(
                number: index + 1, entry: entry, draft: VaccinationDraft(entry, catalogue: catalogue),
                refusal: CertificateCodes.refusal(entry, in: catalogue))
        }
    }

    private init(
        number: Int, entry: VaccinationEntry, draft: VaccinationDraft?, refusal: CodeMeaning.NoDose?
    ) {
        (self.number, self.entry, self.draft) = (number, entry, draft)
        let isOfRecord = entry.date?.date?.isOfRecord ?? false
        let isOpen = draft == nil && entry.target == nil && (refusal == nil || refusal == .notSaid)
        isAsked = isOpen && isOfRecord
    }

    /// Whether the certificate doesn't say which vaccine it was in a way that we know, so that somebody has to.
    let isAsked: Bool

    /// When it was given; nil where the certificate doesn't say.
    var date: PartialDate? { entry.date?.date }

    /// The name of its field in the form.
    func field(of row: Int) -> String { "vaccine-\(row)-\(number)" }

    /// Takes what somebody answered; an empty answer leaves the dose on the certificate alone.
    mutating func take(_ text: String?, finder: VaccineFinder, birth: PartialDate?) {
        guard isAsked else { return }
        answer = TextInput.clean(text) ?? ""
        let who = VaccineFinder.Who(Pass.person, birth: birth, on: date)
        meaning = answer.isEmpty ? nil : finder.find(answer, for: who)
        if case .choice(let found, let question) = meaning {
            // A disease too, since a card's product may be none of ours.
            let others = finder.suggestions(for: answer, species: who.species).filter { !found.contains($0) }
            meaning = .choice(found + others, question)
        }
        guard case .one(let told, _) = meaning else {
            draft = nil
            return
        }
        draft = VaccinationDraft(entry, told: told, catalogue: finder.catalogue)
    }

    /// What is wrong with the answer; nil where nothing is.
    func fault(_ words: Localizer) -> String? {
        switch meaning {
        case .choice: words[.`vaccinations.table.vaccine.choice`]
        case .one where draft != nil: nil
        case nil: nil
        default: words[.`vaccinations.search.nothing`]
        }
    }
}

/// A dose of a card with several, or one that somebody has to name, as `Certificates/confirm` shows it.
struct CertificateDoseRow: TemplateModel {
    let dose: CertificateDose
    let page: ConfirmCertificatesPage
    let row: CertificateImportRow
    let words: Localizer

    private var names: VaccinationNames { page.catalogue.names(words) }

    private var date: String { words.date(dose.entry.date?.text ?? "") }

    private var what: String {
        CertificateCodes(catalogue: page.catalogue, words: words).vaccine(dose.entry)
            ?? words[.`vaccinations.vaccine.not-known`]
    }

    /// What it is against, and whether it is there already.
    private var destination: String? {
        guard row.known == nil, row.destination != .nowhere, let draft = dose.draft else { return nil }
        return words(
            dose.mergesInto == nil ? .`certificates.confirm.adds` : .`certificates.confirm.joins`,
            ["target": names.diseases(page.catalogue.targets(of: draft.vaccination)), "date": date])
    }

    private var isAsked: Bool { row.known == nil && row.destination != .nowhere && dose.isAsked }

    /// A line to be typed, or a list to choose from where a text fits several.
    private var control: FormControl {
        let name = dose.field(of: row.index)
        var control = FormControl(
            name: name, error: page.errors[name], hasHint: true, value: dose.answer.withoutNUL)
        let none = FormControl.Option(value: "", text: words[.`certificates.confirm.dose.none`])
        switch dose.meaning {
        case .choice(let suggestions, _):
            control.options =
                [none] + suggestions.map { FormControl.Option(value: VaccineFinder.id($0), text: names.name($0)) }
        case .one(let found, _) where VaccineFinder.id(found) == dose.answer:
            let chosen = FormControl.Option(value: dose.answer, text: names.name(found), isSelected: true)
            control.options = [none, chosen]
        default: break
        }
        return control
    }

    static let fields: [TemplateField<Self>] = [
        .text("doseDate") { $0.date }, .text("doseWhat") { $0.what }, .text("doseDestination") { $0.destination },
        .one("line") { $0.isAsked && $0.control.options.isEmpty ? $0.control : nil },
        .one("choice") { $0.isAsked && !$0.control.options.isEmpty ? $0.control : nil },
    ]
}
