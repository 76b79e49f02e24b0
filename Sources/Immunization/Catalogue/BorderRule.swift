public import CivilDates

/// What countries ask of whoever enters, or comes back from elsewhere: proof of a vaccination, or none.
public struct BorderRule: Sendable, Hashable, Identifiable {
    /// A test for antibodies, as Regulation (EU) No 576/2013, annex IV, has it.
    public struct AntibodyTest: Sendable, Hashable {
        /// How long after the vaccination blood is taken at the earliest.
        public let after: CalendarPeriod
        /// How long before the return it is taken, unless it was before the departure.
        public let before: CalendarPeriod

        init(_ node: DataNode) throws(DataFault) {
            var object = try node.object()
            after = try object.requiredPeriod("after")
            before = try object.requiredPeriod("before")
            try object.finish()
        }
    }

    /// A stable, readable id.
    public let id: String
    /// The species that it is for.
    public let species: String
    /// The countries, ISO 3166-1 alpha-2, that ask for it on entry; empty: it is asked for on the way back.
    public let destinations: Set<String>
    /// The countries that ask for it of those who live there and come back; empty: it is asked for on entry.
    public let returningTo: Set<String>
    /// The countries from which it isn't asked for.
    public let exceptions: Set<String>
    /// The id of the disease target; nil: no vaccination is asked for.
    public let target: String?
    /// The age from which it is asked for; nil: at any age.
    public let from: CalendarPeriod?
    /// How long before the entry a first dose has to be given.
    public let before: CalendarPeriod
    /// The test for antibodies that is asked for besides; nil: none.
    public let antibodies: AntibodyTest?
    /// What has to be known of it, or looked after besides.
    public let text: LocalizedText
    /// Where the record comes from.
    public let provenance: Provenance

    /// Whether it is asked for on the way back.
    public var isForReturn: Bool { !returningTo.isEmpty }

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        species = try object.required("species").slug()
        if let home = object.optional("returningTo") {
            returningTo = try Self.countries(home)
            exceptions = try Self.countries(try object.required("except"))
            destinations = []
        } else {
            destinations = try Self.countries(try object.required("destinations"))
            (returningTo, exceptions) = ([], [])
        }
        target = try object.optional("target").map { (node) throws(DataFault) in try node.slug() }
        from = try object.period("from")
        before = try object.period("before") ?? CalendarPeriod()
        antibodies = try object.optional("antibodies").map { (node) throws(DataFault) in try AntibodyTest(node) }
        text = try LocalizedText(try object.required("text"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
    }

    private static func countries(_ node: DataNode) throws(DataFault) -> Set<String> {
        let countries = Set(try node.strings())
        guard !countries.isEmpty else { throw node.fault(.empty) }
        guard countries.allSatisfy({ $0.count == 2 && SeriesReader.isCode($0) }) else { throw node.fault(.notPlace) }
        return countries
    }

    /// Whether a record of what laws ask for is one of borders.
    static func isOne(_ node: DataNode) -> Bool {
        guard case .object(let members) = node.value else { return false }
        return members.contains { $0.key == "destinations" || $0.key == "returningTo" }
    }

    /// Whether it is asked for on a trip to countries.
    public func concerns(_ countries: Set<String>, home: Set<String>) -> Bool {
        guard isForReturn else { return !destinations.isDisjoint(with: countries) }
        return !returningTo.isDisjoint(with: home) && !countries.isSubset(of: exceptions)
    }
}
