public import CivilDates

/// Protection against a disease that a country's law asks for, as of whoever goes to school: so many doses by age.
public struct LegalRequirement: Sendable, Hashable, Identifiable {
    /// A stable, readable id.
    public let id: String
    /// The species that it is for.
    public let species: String
    /// The country whose law it is, ISO 3166-1 alpha-2.
    public let country: String
    /// The language in which its schools and offices read, ISO 639-1.
    public let language: String
    /// The id of the disease target.
    public let target: String
    /// What the law is called.
    public let names: LocalizedText
    /// It asks nothing of those born on this day or before; nil: it asks of everybody.
    public let bornAfter: CalendarDate?
    /// The ages from which one dose is asked for, two, and so on.
    public let doses: [CalendarPeriod]
    /// The age from which a dose counts.
    public let earliest: CalendarPeriod
    /// The age from which the first dose is recommended; a dose from then on leaves nothing to ask.
    public let usual: CalendarPeriod?
    /// How long after the dose before the next one counts.
    public let gap: CalendarPeriod
    /// Where the record comes from.
    public let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        species = try object.required("species").slug()
        country = try object.string("country")
        let language = try object.required("language")
        self.language = try language.string()
        guard LocalizedText.isLanguage(self.language) else { throw language.fault(.notLanguage) }
        target = try object.required("target").slug()
        names = try LocalizedText(try object.required("names"))
        bornAfter = try object.date("bornAfter")
        let ages = try object.required("doses")
        doses = try ages.array().map { (node) throws(DataFault) in try Self.period(node) }
        guard !doses.isEmpty else { throw ages.fault(.empty) }
        earliest = try Self.period(try object.required("earliest"))
        usual = try object.optional("usual").map { (node) throws(DataFault) in try Self.period(node) }
        gap = try Self.period(try object.required("gap"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
    }

    private static func period(_ node: DataNode) throws(DataFault) -> CalendarPeriod {
        guard let period = CalendarPeriod(try node.string()) else { throw node.fault(.malformedPeriod) }
        guard !period.isNegative else { throw node.fault(.negativePeriod) }
        return period
    }
}
