public import CivilDates

/// A course of doses by a product's licence: what has to count wherever a schedule speaks of what it protects against.
public struct LicensedCourse: Sendable, Hashable, Identifiable {
    /// One dose: at an age, or so long after the dose before.
    public struct Dose: Sendable, Hashable {
        /// When it is given.
        public enum Moment: Sendable, Hashable {
            /// At this age.
            case age(CalendarPeriod)
            /// So long after the dose before.
            case after(CalendarPeriod)
        }

        /// When it is given.
        public let moment: Moment
        /// The vaccine, if it isn't the course's own.
        public let vaccine: String?
    }

    /// A stable, readable id.
    public let id: String
    /// The id of the product or the kind.
    public let vaccine: String
    /// The countries in which it is licensed so, ISO 3166-1 alpha-2.
    public let countries: Set<String>
    /// The doses in their order.
    public let doses: [Dose]
    /// The targets that it is held to; empty: all that the vaccine counts for.
    public let antigens: [String]
    /// The observations that it asks of a patient.
    public let observations: [String]
    /// The sex it is for; nil: any.
    public let sex: Sex?
    /// The time of year of the first dose; nil: any.
    public let season: MonthDay?
    /// Completed weeks of pregnancy at birth, if it is for those born early.
    public let gestationWeeks: Int?
    /// The journeys it is for.
    public let trips: [Trip]
    /// Where the record comes from.
    public let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        vaccine = try object.required("vaccine").slug()
        countries = Set(try object.required("countries").strings())
        doses = try object.required("doses").array().map { (node) throws(DataFault) in try Dose(node) }
        antigens = try object.strings("antigens")
        observations = try object.strings("observations")
        sex = try object.optionalChoice("sex")
        season = try object.monthDay("season")
        gestationWeeks = try object.optionalInteger("gestationWeeks")
        trips = try object.array("trips").map(Self.trip)
        provenance = try Provenance(&object, sources: sources)
        _ = try object.texts("note")
        try object.finish()
        guard case .age? = doses.first?.moment else { throw node.fault(.courseWithoutAge) }
    }

    private static func trip(_ node: DataNode) throws(DataFault) -> Trip {
        var object = try node.object()
        let trip = Trip(
            to: Set(try object.required("to").strings()), departure: try object.date("from"),
            returning: try object.date("until"))
        try object.finish()
        return trip
    }
}

extension LicensedCourse.Dose {
    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        let (age, after) = (try object.period("age"), try object.period("after"))
        vaccine = try object.optionalString("vaccine")
        try object.finish()
        if let age, after == nil {
            moment = .age(age)
        } else if let after, age == nil {
            moment = .after(after)
        } else {
            throw node.fault(.courseDoseWithoutMoment)
        }
    }
}
