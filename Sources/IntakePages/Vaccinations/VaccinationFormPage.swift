import Immunization
import Model
import Vault
import Web

/// The form of a new or an existing vaccination.
struct VaccinationFormPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue
    /// The vaccination that is edited; nil for a new one.
    let vaccination: VaccinationRecord?
    /// What a search found, to choose from; nil where nothing was searched.
    var found: [VaccineSearch.Suggestion]?
    /// What is asked of what was entered, before it is saved.
    var questions: RowQuestionsView?
    /// The vaccination that was saved just before, and that this form goes on from.
    var saved: VaccinationRecord?
    static let template = "Vaccinations/form"

    func title(_ words: Localizer) -> String {
        words[vaccination == nil ? .`vaccinations.new.title` : .`vaccinations.edit.title`]
    }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name },
        .text("action") { page in
            page.vaccination.map { Links.editVaccination(page.pass.id, $0.id) } ?? Links.newVaccination(page.pass.id)
        },
        .text("table") { page in page.vaccination == nil ? Links.vaccinationTable(page.pass.id) : nil },
        .text("names") { page, words in Links.vaccineNames(page.pass.kind, words.code) },
        .one("search") { $0.form.textControl("search", hint: true) },
        .flag("isAsked") { $0.found?.isEmpty == false || $0.questions != nil },
        .flag("foundNothing") { $0.found?.isEmpty == true },
        .one("meant") { $0.found?.count == 1 ? $0.foundRows($1).first : nil },
        .one("found") { $0.found?.count == 1 ? nil : RowGroup($0.foundRows($1)) },
        .one("saved") { page, words in
            page.saved.map { SavedNotice(record: $0, names: page.catalogue.names(words)) }
        },
        .flag("isNew") { $0.vaccination == nil },
        .one("target") { page, words in
            let targets = page.targets(words).map { FormControl.Option(value: $0.id, text: $0.names[words.code]) }
            let unlisted = page.unlistedTarget.map { FormControl.Option(value: $0, text: $0) }
            return page.form.choiceControl("target", targets + [unlisted].compactMap(\.self), hint: true)
        },
        .one("vaccine") { page, words in
            let chosen = page.form.values["target"] ?? ""
            return page.form.choiceControl("vaccine", page.options(for: chosen, words), hint: true)
        },
        .rows("others") { page, words in
            page.targets(words).map { OtherTarget(target: $0, form: page.form, words: words) }
        },
        .flag("hasOthers") { page in page.form.values.keys.contains { $0.hasPrefix(VaccinationForm.otherTarget) } },
        .flag("unknown") { $0.form.values["vaccine"] == VaccinationForm.unknownVaccine },
        .rows("allVaccines") { page, words in
            (page.targets(words).map(\.id) + [page.unlistedTarget].compactMap(\.self)).map {
                VaccineChoices(target: $0, options: page.options(for: $0, words))
            }
        },
        .one("date") { $0.form.dateControl("date", isRequired: true, isWhole: false) },
        .one("questions") { $0.questions },
        .rows("details") { page, words in
            Vaccination.details(of: page.pass.kind, in: page.vaccination?.content).map {
                page.form.recordControl($0, words, isOptional: true)
            }
        },
        .text("cancel") { page in
            page.vaccination.map { Links.vaccination(page.pass.id, $0.id) } ?? Links.pass(page.pass.id)
        },
        .text("delete") { page in page.vaccination.map { Links.deleteVaccination(page.pass.id, $0.id) } },
    ]

    private func foundRows(_ words: Localizer) -> [FoundRow] {
        let names = catalogue.names(words)
        return found?.map { FoundRow(suggestion: $0, names: names) } ?? []
    }

    private func targets(_ words: Localizer) -> [DiseaseTarget] {
        catalogue.targets(for: pass.kind, language: words.code)
    }

    /// The disease of the dose that is edited, where the catalogue doesn't have it: it came with an import.
    private var unlistedTarget: String? {
        vaccination.map(\.target).flatMap { catalogue.target($0) == nil ? $0 : nil }
    }

    /// The products against a disease, then those of which only the kind is known; what the dose says stays to choose.
    private func options(for target: String, _ words: Localizer) -> [FormControl.Option] {
        let listed = catalogue.vaccines(for: target) + catalogue.brandUnknown(for: target)
        let kept = vaccination.flatMap { $0.target == target ? $0.vaccine : nil }
            .flatMap { id in listed.contains { $0.id == id } ? nil : id }
        let options = listed.map { vaccine in
            let name = vaccine.name[words.code]
            let text = vaccine.status == .withdrawn ? words(.`vaccinations.vaccine.withdrawn`, ["name": name]) : name
            return FormControl.Option(value: vaccine.id, text: text)
        }
        guard let kept else { return options }
        return options + [FormControl.Option(value: kept, text: catalogue.vaccine(kept)?.name[words.code] ?? kept)]
    }
}

/// One more disease that a dose was against.
struct OtherTarget: TemplateModel {
    let target: DiseaseTarget
    let form: FormView
    let words: Localizer

    private var field: String { VaccinationForm.otherTarget + target.id }

    static let fields: [TemplateField<Self>] = [
        .text("field") { $0.field }, .text("name") { $0.target.names[$0.words.code] },
        .flag("checked") { $0.form.values[$0.field] != nil },
    ]
}

/// Something that a search found, to be picked.
struct FoundRow: TemplateModel {
    let suggestion: VaccineSearch.Suggestion
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("id") { VaccineFinder.id($0.suggestion) }, .text("name") { $0.names.name($0.suggestion) },
        .text("detail") { row in
            row.suggestion.vaccine.map { vaccine in
                let maker = vaccine.manufacturer.flatMap { row.names.catalogue.manufacturer($0)?.name }
                return [row.names.against(vaccine.targets), maker].compactMap(\.self).joined(separator: " · ")
            }
        },
    ]
}

/// That a vaccination was saved, with the way back.
struct SavedNotice: TemplateModel {
    let record: VaccinationRecord
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("what") { $0.names.sentence($0.record.content) },
        .text("when") { $0.names.words.date($0.record.date) },
        .text("undo") { Links.deleteVaccination($0.record.passID, $0.record.id) },
    ]
}

/// What there is against a disease.
struct VaccineChoices: TemplateModel {
    let target: String
    let options: [FormControl.Option]

    static let fields: [TemplateField<Self>] = [.text("target") { $0.target }, .rows("options") { $0.options }]
}
