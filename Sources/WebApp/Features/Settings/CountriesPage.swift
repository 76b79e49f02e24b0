import Immunization
import Vault

/// The countries that recommendations are asked for: home with its region, and those travelled to.
struct CountriesPage: Page {
    let places: Places
    /// The country that was to be added, where something is wrong with the form.
    let added: String
    let errors: FormErrors
    let release: CatalogueRelease
    let template = Template.countries
    let section = Section.settings
    var hasErrors: Bool { !errors.isEmpty }

    func title(_ words: Localizer) -> String { words[.countriesTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let homes = release.countries()
        let home = places.home ?? homes.first
        let form = FormView(values: ["home": home ?? "", "add": added], errors: errors)
        let others = words.countries.filter { !places.travel.contains($0.code) }
        return [
            "title": title(words),
            "errors": errors.fields,
            "action": Links.countries,
            "home": form.choice(
                "home", homes.map { .init(value: $0, text: "\(Flag.emoji($0)) \(words.country($0))") }, hint: true),
            "region": home.flatMap { regionField($0, form) } ?? false,
            "hasTravel": !places.travel.isEmpty,
            "travel": places.travel.map { code -> TemplateContext in
                ["code": code, "flag": Flag.emoji(code), "country": words.country(code)]
            },
            "add": form.choice("add", others.map { .init(value: $0.code, text: $0.name) }, hint: true),
        ]
    }

    /// The home country's parts in groups, the whole of each first.
    private func regionField(_ home: String, _ form: FormView) -> TemplateContext? {
        let states = release.catalogue.regions(in: home)
        guard !states.isEmpty else { return nil }
        let groups = states.map { state -> TemplateContext in
            let parts = [state] + release.catalogue.regions(in: state.id)
            return [
                "name": state.name,
                "options": parts.map { part -> TemplateContext in
                    ["value": part.id, "text": part.name, "selected": part.id == places.region]
                },
            ]
        }
        return form.choice("region", [], hint: true).merging(["groups": groups]) { $1 }
    }
}
