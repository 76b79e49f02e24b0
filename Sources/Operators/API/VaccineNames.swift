import Algorithms
import Immunization
import Web

/// The names of a species' vaccines and diseases as a script searches them, the same for everybody.
struct VaccineNames: Encodable {
    /// A vaccine or a disease.
    struct Entry: Encodable {
        /// As a field takes it: ``VaccineFinder/id(_:)``.
        let id: String
        let name: String
        /// What it is against.
        let detail: String
        /// `product`, `kind` or `target`.
        let group: String
        /// The disease that the form of one vaccination chooses it under.
        let target: String
        /// Whether it can still be had.
        let isInUse: Bool
        /// Names of its own.
        let own: [String]
        /// Names of its maker, its kind and its diseases.
        let others: [String]
    }

    let entries: [Entry]

    /// - Parameter languages: all whose names are found; the pages' own names are `words`'.
    init(_ catalogue: Catalogue, species: String, _ words: Localizer, languages: [String]) {
        let names = catalogue.names(words)
        func all(_ text: LocalizedText, _ synonyms: LocalizedWords) -> [String] {
            Array(languages.flatMap { [text[$0]] + synonyms[$0] }.uniqued())
        }
        func entry(_ vaccine: Vaccine) -> Entry {
            let maker = vaccine.manufacturer.flatMap(catalogue.manufacturer)
            let kind = catalogue.vaccine(vaccine.kind).map { all($0.name, $0.synonyms) } ?? []
            let targets = vaccine.targets.compactMap(catalogue.target).flatMap { all($0.names, $0.synonyms) }
            let suggestion = VaccineSearch.Suggestion.vaccine(vaccine)
            return Entry(
                id: VaccineFinder.id(suggestion), name: names.name(suggestion), detail: names.against(vaccine.targets),
                group: vaccine.isBrandUnknown ? "kind" : "product", target: vaccine.targets.first ?? "",
                isInUse: vaccine.status == .inUse,
                own: vaccine.isBrandUnknown ? kind : Array(([vaccine.name["en"]] + vaccine.aliases).uniqued()),
                others: Array(
                    ((vaccine.isBrandUnknown ? [] : kind) + targets + (maker.map { [$0.name] + $0.aliases } ?? []))
                        .uniqued()))
        }
        let diseases = catalogue.targets(for: species, language: words.code).map { target in
            let suggestion = VaccineSearch.Suggestion.target(target)
            return Entry(
                id: VaccineFinder.id(suggestion), name: names.name(suggestion), detail: "", group: "target",
                target: target.id, isInUse: true, own: all(target.names, target.synonyms), others: [])
        }
        entries = (catalogue.vaccines + catalogue.kinds).filter { $0.species == species }.map(entry) + diseases
    }
}
