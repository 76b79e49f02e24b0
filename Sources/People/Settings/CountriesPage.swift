import Foundation
import Immunization
import Papers
import Vault
import Web

/// Where somebody lives and travels, as recommendations ask for it, and by which clock their day begins.
struct CountriesPage: FormPage {
    let places: Places
    /// The country that was to be added, where something is wrong with the form.
    let added: String
    /// The name of the time zone; empty for the home country's.
    let zone: String
    let errors: FormErrors
    let release: CatalogueRelease
    static let template = "Settings/countries"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`countries.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { _ in Links.countries() },
        .one("home") { page, words in
            let homes = words.sorted(page.release.countries()) { words.country($0) }.map { code in
                FormControl.Option(value: code, text: "\(Flag.emoji(code)) \(words.country(code))")
            }
            return page.form.choiceControl("home", homes, hint: true)
        },
        .one("region") { page in
            page.states.isEmpty ? nil : page.form.choiceControl("region", [], hint: true)
        },
        .one("zone") { page, words in
            page.form.choiceControl("zone", words.zones(with: page.zone), hint: true)
        },
        .rows("groups") { $0.regionGroups }, .flag("hasTravel") { !$0.places.travel.isEmpty },
        .rows("travel") { page, words in
            words.sorted(page.places.travel) { words.country($0) }.map { TravelRow(code: $0) }
        },
        .one("add") { page, words in
            let others = words.countries.filter { !page.places.travel.contains($0.code) }
            return page.form.choiceControl("add", others.map { .init(value: $0.code, text: $0.name) }, hint: true)
        },
    ]

    var form: FormView { FormView(values: ["home": home ?? "", "add": added, "zone": zone], errors: errors) }

    private var home: String? { places.home ?? release.countries().first }

    /// The home country's parts.
    private var states: [Region] { home.map(release.catalogue.regions(in:)) ?? [] }

    private var regionGroups: [RegionGroup] {
        states.map { state in
            let parts = [state] + release.catalogue.regions(in: state.id)
            return RegionGroup(
                name: state.name,
                options: parts.map { .init(value: $0.id, text: $0.name, isSelected: $0.id == places.region) })
        }
    }
}

extension Localizer {
    /// The zones that can be chosen, by their cities, each city once.
    ///
    /// - Parameter chosen: The name that stands for its city in any case: a browser may know the zone by an older one.
    fileprivate func zones(with chosen: String) -> [FormControl.Option] {
        let names = [chosen] + TimeZone.knownTimeZoneIdentifiers.sorted()
        let options = names.compactMap(TimeZone.init(ofPlace:)).map { zone in
            FormControl.Option(value: zone.identifier, text: city(of: zone))
        }
        return sorted(Dictionary(options.map { ($0.text, $0) }) { first, _ in first }.values) { $0.text }
    }
}

/// A part of the home country and its own parts, the whole of it first.
struct RegionGroup: TemplateModel {
    let name: String
    let options: [FormControl.Option]

    static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .rows("options") { $0.options }]
}

/// A country that is travelled to.
struct TravelRow: TemplateModel {
    let code: String

    static let fields: [TemplateField<Self>] = [
        .text("code") { $0.code }, .text("flag") { Flag.emoji($0.code) },
        .text("country") { row, words in words.country(row.code) },
    ]
}
