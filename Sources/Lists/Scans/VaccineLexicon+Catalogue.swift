package import Immunization
package import Scanning

extension VaccineLexicon {
    /// The products of a catalogue by their names on stickers.
    ///
    /// - Parameter species: whose; nil for all.
    package init(_ catalogue: Catalogue, species: String? = nil) {
        self.init(catalogue, catalogue.vaccines.filter { species == nil || $0.species == species })
    }

    /// The products for all species but one.
    package init(_ catalogue: Catalogue, besides species: String) {
        self.init(catalogue, catalogue.vaccines.filter { $0.species != species })
    }

    private init(_ catalogue: Catalogue, _ vaccines: [Vaccine]) {
        self.init(
            vaccines.map { vaccine in
                LexiconEntry(
                    id: vaccine.id, names: [vaccine.name["de"]] + vaccine.aliases,
                    targets: Set(vaccine.targets),
                    manufacturers: vaccine.manufacturer.flatMap { catalogue.manufacturer($0) }.map {
                        [$0.name] + $0.aliases
                    } ?? [])
            })
    }
}
