extension VaccineTable {
    /// The products and kinds of a catalogue.
    public init(_ catalogue: Catalogue) {
        self.init(
            (catalogue.kinds + catalogue.vaccines).map { vaccine in
                Entry(
                    id: vaccine.id, kind: vaccine.kind, species: vaccine.species, antigens: vaccine.targets,
                    isLive: vaccine.isLive)
            })
    }
}
