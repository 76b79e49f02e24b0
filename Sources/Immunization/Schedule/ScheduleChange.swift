public import CivilDates

/// What an edition of a schedule changed, for people to read.
public struct ScheduleChange: Sendable, Hashable {
    /// The day of the edition.
    public let date: CalendarDate
    /// What changed, per language.
    public let text: [String: String]
    /// The short names of the publications that say so.
    public let sources: [String]

    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        guard let date = try object.date("date") else { throw node.fault(.lacksKey, ["name": "date"]) }
        self.date = date
        text = try object.requiredTexts("text")
        sources = try object.strings("sources")
        try object.finish()
    }
}

/// Something that exists and that a schedule's rows don't cover, so that no list looks complete that isn't.
public struct UncoveredTopic: Sendable, Hashable {
    /// What it is, per language.
    public let name: [String: String]
    /// The antigens that it is about; empty: none that the catalogue has.
    public let antigens: [String]
    /// Why it isn't covered, per language; empty: nothing to say.
    public let why: [String: String]
    /// A name for programs, where it has one.
    public let id: String?
    /// The countries and regions that it is written for: there is no vaccine for them; empty: none.
    public let destinations: Set<String>
    /// The short names of the publications that the countries are from.
    public let sources: [String]
    /// How well they support them.
    public let confidence: RuleConfidence?

    init(_ node: DataNode, places: SeriesReader) throws(DataFault) {
        var object = try node.object()
        id = try object.optionalString("id")
        destinations = try places.places(object.optional("destinations"))
        sources = try object.strings("sources")
        confidence = try object.optionalChoice("confidence")
        name = try object.requiredTexts("name")
        antigens = try object.strings("antigens")
        why = try object.texts("why")
        try object.finish()
    }
}
