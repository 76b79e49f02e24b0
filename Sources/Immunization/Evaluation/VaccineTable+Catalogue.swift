extension VaccineTable {
    /// The products and kinds of a catalogue.
    public init(_ catalogue: Catalogue) {
        self.init(
            (catalogue.kinds + catalogue.vaccines).map { vaccine in
                var entry = Entry(
                    id: vaccine.id, kind: vaccine.kind, species: vaccine.species, antigens: vaccine.targets,
                    isLive: vaccine.isLive)
                entry.isPassive = vaccine.isPassive
                entry.ages = vaccine.licensedAges.map { VaccineTable.Ages(from: $0.from, before: $0.before) }
                entry.strength = vaccine.strength
                for index in entry.antigens.indices {
                    entry.antigens[index].dates = vaccine.contentDates[entry.antigens[index].antigen]
                }
                return entry
            })
    }
}
