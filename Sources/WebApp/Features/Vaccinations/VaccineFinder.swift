import Immunization

/// Finds what a person means who names a vaccine, for one species.
struct VaccineFinder: Sendable {
    let catalogue: Catalogue
    let search: VaccineSearch
    let species: String
    /// What is made for children may have been given to them, and below an age was.
    enum Childhood: Sendable, Hashable {
        case young, growing, over
    }

    /// How old the holder is.
    var childhood = Childhood.over

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
        case .one(let vaccine):
            let others = siblings(of: vaccine, called: text)
            if others.isEmpty { return .one(.vaccine(vaccine)) }
            if childhood == .young, others.count == 1 { return .one(.vaccine(others[0])) }
            return .choice(([vaccine] + others).map { .vaccine($0) })
        case .choice(let vaccines):
            // A disease's name means the disease, however many vaccines have it in theirs.
            if let target = search.target(named: text, species: species) { return .one(.target(target)) }
            let targets = search.suggestions(for: text, species: species).filter { $0.vaccine == nil }
            return .choice(vaccines.map { .vaccine($0) } + targets)
        case .unknown:
            let others = search.suggestions(for: text, species: species)
            return others.isEmpty ? .unknown : .choice(others)
        }
    }

    /// Products of the same maker against the same whose names begin with a text that is only another name of this one:
    /// the brand alone says neither `Junior` nor `Erwachsene`.
    private func siblings(of vaccine: Vaccine, called text: String) -> [Vaccine] {
        func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let brand = letters(text)
        guard childhood != .over, letters(vaccine.name["en"]) != brand else { return [] }
        return catalogue.vaccines.filter { other in
            other.id != vaccine.id && other.manufacturer == vaccine.manufacturer && other.kind == vaccine.kind
                && !other.isBrandUnknown && letters(other.name["en"]).hasPrefix(brand)
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
