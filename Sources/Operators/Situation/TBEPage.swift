import Immunization
import Web

/// The districts with a risk of tick-borne encephalitis, by state.
struct TBEPage: Page {
    let catalogue: Catalogue
    /// The region that the account's home is.
    let home: String?
    static let template = "Situation/tbe"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`situation.tbe.title`] }

    /// The states that have any.
    private var states: [(state: Region, districts: [Region])] {
        let countries = Set(catalogue.regions.map(\.parent).filter { $0.utf8.count == 2 })
        return countries.sorted().flatMap { catalogue.regions(in: $0) }.compactMap { state in
            let districts = catalogue.regions(in: state.id)
            return districts.isEmpty ? nil : (state, districts)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("own") { page, _ in
            page.catalogue.regions.first { $0.id == page.home && page.catalogue.codes(ofRegion: $0.id).count > 2 }?.name
        },
        .rows("states") { page in
            page.states.map { StateRow(state: $0.state, districts: $0.districts, home: page.home) }
        },
    ]
}

/// A state with its districts.
struct StateRow: TemplateModel {
    let state: Region
    let districts: [Region]
    let home: String?

    static let fields: [TemplateField<Self>] = [
        .text("state") { $0.state.name }, .count("count") { $0.districts.count },
        .flag("isOwn") { row in row.districts.contains { $0.id == row.home } || row.state.id == row.home },
        .rows("districts") { row in row.districts.map { DistrictRow(district: $0, isOwn: $0.id == row.home) } },
    ]
}

/// A district.
struct DistrictRow: TemplateModel {
    let district: Region
    let isOwn: Bool

    static let fields: [TemplateField<Self>] = [.text("name") { $0.district.name }, .flag("isOwn") { $0.isOwn }]
}
