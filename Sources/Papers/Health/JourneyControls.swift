import Immunization
import Model
import Vault
import Web

/// The fields of a trip's form.
struct JourneyControls: TemplateModel {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue

    static let fields: [TemplateField<Self>] = [
        .one("country") { controls, words in
            controls.form.choiceControl(
                "country", words.countries.map { .init(value: $0.code, text: $0.name) })
        },
        .one("region") { controls, words in controls.region(words) },
        .one("from") { $0.form.dateControl("from", isRequired: true) }, .one("to") { $0.form.dateControl("to") },
        .one("style") { controls, words in
            // How an animal travels decides nothing.
            controls.pass.isForPerson
                ? controls.form.choiceControl(
                    "style", Trip.Style.allCases.map { .init(value: $0.rawValue, text: words($0)) }, hint: true) : nil
        },
        .flag("isForPerson") { $0.pass.isForPerson },
        .flag("animals") { $0.form.values["animals"] == "yes" },
    ]

    /// The regions, and which countries have any: without JavaScript the list has those of all countries.
    private func region(_ words: Localizer) -> FormControl {
        var control = form.choiceControl("region", regions(words), hint: true)
        let countries = Set(catalogue.regions.compactMap { catalogue.codes(ofRegion: $0.id).first })
        control.hintText = words(
            .`journeys.region.hint`, ["countries": words.list(words.sorted(countries.map(words.country)))])
        return control
    }

    /// Every region that rules ask for, under its country's name.
    private func regions(_ words: Localizer) -> [FormControl.Option] {
        let regions = catalogue.regions.map { region in
            let codes = catalogue.codes(ofRegion: region.id)
            let names = codes.dropFirst().map(name(ofRegion:))
            let country = codes.first.map(words.country) ?? ""
            return FormControl.Option(value: region.id, text: ([country] + names).joined(separator: ", "))
        }
        return Catalogue.sorted(regions, by: \.text)
    }

    private func name(ofRegion id: String) -> String { catalogue.regions.first { $0.id == id }?.name ?? id }
}
