/// What a vaccine protects against, at the grain of recommendations: `measles`, `meningococcal-b`, `dog-rabies`.
public struct DiseaseTarget: Sendable, Hashable, Identifiable {
    /// A stable, readable id.
    public let id: String

    /// What the JSON routes for other clients call it: ten digits, never given to another target.
    public let recordID: String

    /// The one species that the target belongs to.
    public let species: String

    /// Its names.
    public let names: LocalizedText

    /// Short names, as the international booklet heads its columns: in English, German and French.
    ///
    /// Its names where the file has none.
    public let headings: LocalizedText

    /// Other words for it: `lockjaw`, `Zecken`.
    public let synonyms: LocalizedWords

    /// Its codes: the disease in SNOMED CT and ICD-10.
    public let codes: [Code]

    /// Who gives its vaccine, where not every practice does.
    public let place: LocalizedText?

    /// Where the record comes from.
    public let provenance: Provenance

    /// The first code in a system.
    public func code(_ system: CodeSystem) -> String? {
        codes.first { $0.system == system }?.value
    }

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        recordID = try object.required("recordID").recordID()
        species = try object.required("species").slug()
        names = try LocalizedText(try object.required("names"))
        headings = try object.optional("headings").map { (node) throws(DataFault) in try LocalizedText(node) } ?? names
        synonyms = try LocalizedWords(object.optional("synonyms"))
        codes = try Code.list(object.optional("codes"))
        place = try object.optional("place").map { (node) throws(DataFault) in try LocalizedText(node) }
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
    }
}
