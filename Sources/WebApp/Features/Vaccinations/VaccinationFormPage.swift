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
    let duplicate: VaccinationRecord?
    let template = Template.vaccinationForm

    func title(_ words: Localizer) -> String {
        words[vaccination == nil ? .vaccinationsNewTitle : .vaccinationsEditTitle]
    }

    func fields(_ words: Localizer) -> TemplateContext {
        let targets = catalogue.targets(for: pass.kind, language: words.code)
        let chosen = form.values["target"] ?? ""
        return [
            "title": title(words),
            "errors": form.errors.fields,
            "emoji": catalogue.emoji(pass.kind),
            "passName": pass.name,
            "action": vaccination.map { Links.editVaccination(pass.id, $0.id) } ?? Links.newVaccination(pass.id),
            "target": form.choice(
                "target", targets.map { .init(value: $0.id, text: $0.names[words.code]) }, hint: true),
            "vaccine": form.choice("vaccine", options(for: chosen, words), hint: true).merging([
                "unknown": form.values["vaccine"] == VaccinationForm.unknownVaccine
            ]) { $1 },
            "allVaccines": targets.map { target -> TemplateContext in
                ["target": target.id, "options": options(for: target.id, words).map(\.fields)]
            },
            "date": form.date("date"),
            "duplicate": duplicate.map { ["link": Links.vaccination(pass.id, $0.id)] as TemplateContext }.field,
            "details": Vaccination.details.map { form.field($0, words) },
            "cancel": vaccination.map { Links.vaccination(pass.id, $0.id) } ?? Links.pass(pass.id),
            "delete": vaccination.map { Links.deleteVaccination(pass.id, $0.id) }.field,
        ]
    }

    /// The products against a disease, then those of which only the kind is known.
    private func options(for target: String, _ words: Localizer) -> [FormView.Option] {
        (catalogue.vaccines(for: target) + catalogue.brandUnknown(for: target)).map { vaccine in
            let name = vaccine.name[words.code]
            let text = vaccine.status == .withdrawn ? words(.vaccinationsVaccineWithdrawn, ["name": name]) : name
            return FormView.Option(value: vaccine.id, text: text)
        }
    }
}

extension FormView.Option {
    /// The option's fields, not chosen.
    var fields: TemplateContext { ["value": value, "text": text] }
}
