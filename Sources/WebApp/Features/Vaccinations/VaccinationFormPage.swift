import Immunization
import Model
import Vault

/// The form of a new or an existing vaccination.
struct VaccinationFormPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue
    /// The vaccination that is edited; nil for a new one.
    let vaccination: VaccinationRecord?
    /// An entry for the same target on the same day, which the user must tell apart from this one.
    let duplicate: DuplicateQuestion?
    static let template = "Vaccinations/form"

    func title(_ words: Localizer) -> String {
        words[vaccination == nil ? .vaccinationsNewTitle : .vaccinationsEditTitle]
    }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("passName") { $0.pass.name },
        .text("action") { page in
            page.vaccination.map { Links.editVaccination(page.pass.id, $0.id) } ?? Links.newVaccination(page.pass.id)
        },
        .one("target") { page, words in
            let targets = page.targets(words).map { FormControl.Option(value: $0.id, text: $0.names[words.code]) }
            return page.form.choiceControl("target", targets, hint: true)
        },
        .one("vaccine") { page, words in
            let chosen = page.form.values["target"] ?? ""
            return page.form.choiceControl("vaccine", page.options(for: chosen, words), hint: true)
        },
        .flag("unknown") { $0.form.values["vaccine"] == VaccinationForm.unknownVaccine },
        .rows("allVaccines") { page, words in
            page.targets(words).map { VaccineGroup(target: $0.id, options: page.options(for: $0.id, words)) }
        },
        .one("date") { $0.form.dateControl("date") },
        .one("duplicate") { $0.duplicate },
        .rows("details") { page, words in
            Vaccination.details.map { page.form.recordControl($0, words, isOptional: true) }
        },
        .text("cancel") { page in
            page.vaccination.map { Links.vaccination(page.pass.id, $0.id) } ?? Links.pass(page.pass.id)
        },
        .text("delete") { page in page.vaccination.map { Links.deleteVaccination(page.pass.id, $0.id) } },
    ]

    private func targets(_ words: Localizer) -> [DiseaseTarget] {
        catalogue.targets(for: pass.kind, language: words.code)
    }

    /// The products against a disease, then those of which only the kind is known.
    private func options(for target: String, _ words: Localizer) -> [FormControl.Option] {
        (catalogue.vaccines(for: target) + catalogue.brandUnknown(for: target)).map { vaccine in
            let name = vaccine.name[words.code]
            let text = vaccine.status == .withdrawn ? words(.vaccinationsVaccineWithdrawn, ["name": name]) : name
            return FormControl.Option(value: vaccine.id, text: text)
        }
    }
}

/// What there is against a disease.
struct VaccineGroup: TemplateModel {
    let target: String
    let options: [FormControl.Option]

    static let fields: [TemplateField<Self>] = [.text("target") { $0.target }, .rows("options") { $0.options }]
}
