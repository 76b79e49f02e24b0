public import CivilDates

/// What is recommended against the antigens of one vaccine group (CDSi Logic Specification 4.5, chapter 9).
public struct GroupForecast: Sendable, Hashable {
    /// The group's id.
    public let group: String
    /// Whether it comes of standard or of risk series.
    public let kind: AntigenSeries.Kind
    /// How far the patient is.
    public internal(set) var status: SeriesForecast.Status
    /// The number to tell for the next dose.
    public internal(set) var doseNumber: Int?
    /// The first day on which the next dose counts.
    public internal(set) var earliest: CalendarDate?
    /// The day from which it is recommended.
    public internal(set) var recommended: CalendarDate?
    /// The last day on which it is in time.
    public internal(set) var pastDue: CalendarDate?
    /// The last day on which it may be given at all.
    public internal(set) var latest: CalendarDate?
    /// Whether no indication asks for it any more: it only tells what the doses given count for.
    public internal(set) var isWithoutIndication = false
    /// The antigens that the next dose is for.
    public internal(set) var antigens: [String]
    /// The ids of the series it was made from, with each one's antigen.
    public internal(set) var series: [SeriesKey]
    /// What each vaccination of the history counts for in the group.
    public internal(set) var doses: [DoseEvaluation]
}

/// A series as followed for one antigen.
public struct SeriesKey: Sendable, Hashable {
    /// The series' id.
    public let series: String
    /// The antigen.
    public let antigen: String
}
