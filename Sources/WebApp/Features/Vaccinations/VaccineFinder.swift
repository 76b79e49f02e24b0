import Immunization

/// Finds what a person means who names a vaccine, for one species.
struct VaccineFinder: Sendable {
    let catalogue: Catalogue
    let search: VaccineSearch
    let species: String

    /// What a text means.
    enum Meaning: Sendable, Hashable {
        case one(VaccineSearch.Suggestion)
        /// One of these, the likeliest first; somebody has to choose.
        case choice([VaccineSearch.Suggestion])
        case unknown
    }

    /// What stands before a disease's id where a field takes vaccines' ids too: `target:measles`.
    private static let targetPrefix = "target:"

    /// What a field's value means: an id, or a text to search for.
    func meaning(of text: String) -> Meaning {
        if let found = suggestion(text) { return .one(found) }
        switch search.fit(text, species: species) {
        case .one(let vaccine): return .one(.vaccine(vaccine))
        case .choice(let vaccines): return .choice(vaccines.map { .vaccine($0) })
        case .unknown:
            let others = search.suggestions(for: text, species: species)
            return others.isEmpty ? .unknown : .choice(others)
        }
    }

    /// Vaccines, then diseases that a text may mean.
    func suggestions(for text: String) -> [VaccineSearch.Suggestion] {
        search.suggestions(for: text, species: species)
    }

    /// What an id names: a vaccine's, or a disease's behind `target:`; nil for what isn't for this species.
    func suggestion(_ id: String) -> VaccineSearch.Suggestion? {
        let found: VaccineSearch.Suggestion? =
            if id.hasPrefix(Self.targetPrefix) {
                catalogue.target(String(id.dropFirst(Self.targetPrefix.count))).map { .target($0) }
            } else {
                catalogue.vaccine(id).map { .vaccine($0) }
            }
        return found?.species == species ? found : nil
    }

    /// The id that names it in a field.
    static func id(_ suggestion: VaccineSearch.Suggestion) -> String {
        switch suggestion {
        case .vaccine(let vaccine): vaccine.id
        case .target(let target): targetPrefix + target.id
        }
    }
}

extension VaccineSearch.Suggestion {
    /// Every disease that it is against.
    var targets: [String] {
        switch self {
        case .vaccine(let vaccine): vaccine.targets
        case .target(let target): [target.id]
        }
    }
}
