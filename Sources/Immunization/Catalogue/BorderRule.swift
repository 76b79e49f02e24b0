public import CivilDates

/// What countries ask of whoever enters: proof of a vaccination, or none.
public struct BorderRule: Sendable, Hashable, Identifiable {
    /// A stable, readable id.
    public let id: String
    /// The species that it is for.
    public let species: String
    /// The countries, ISO 3166-1 alpha-2.
    public let destinations: Set<String>
    /// The id of the disease target; nil: no vaccination is asked for.
    public let target: String?
    /// The age from which it is asked for; nil: at any age.
    public let from: CalendarPeriod?
    /// How long before the entry a first dose has to be given.
    public let before: CalendarPeriod
    /// What has to be known of it, or looked after besides.
    public let text: LocalizedText
    /// Where the record comes from.
    public let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        species = try object.required("species").slug()
        let places = try object.required("destinations")
        destinations = Set(try places.strings())
        guard !destinations.isEmpty else { throw places.fault(.empty) }
        guard destinations.allSatisfy({ $0.count == 2 && SeriesReader.isCode($0) }) else {
            throw places.fault(.notPlace)
        }
        target = try object.optional("target").map { (node) throws(DataFault) in try node.slug() }
        from = try object.period("from")
        before = try object.period("before") ?? CalendarPeriod()
        text = try LocalizedText(try object.required("text"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
    }

    /// Whether a record of what laws ask for is one of borders.
    static func isOne(_ node: DataNode) -> Bool {
        guard case .object(let members) = node.value else { return false }
        return members.contains { $0.key == "destinations" }
    }
}
