public import CivilDates

/// All that one schedule says of one patient on one day.
public struct Assessment: Sendable, Hashable {
    /// The schedule's id.
    public let schedule: String
    /// The day it was judged at.
    public let date: CalendarDate
    /// What the patient should look at in the history.
    public let issues: [HistoryIssue]
    /// Every relevant series.
    public let series: [SeriesAssessment]
    /// One or more forecasts for each vaccine group that has a relevant series; those to act on first within a group.
    public let groups: [GroupForecast]
    /// What the vaccinations count for against each antigen that a vaccination was given against.
    public let antigens: [AntigenAssessment]
}

/// What each vaccination counts for against one antigen, by all series together that were chosen for it.
public struct AntigenAssessment: Sendable, Hashable {
    /// The antigen.
    public let antigen: String
    /// The vaccinations against it, in order of time.
    public let doses: [DoseEvaluation]
}

/// One relevant series, judged and forecast for one antigen.
public struct SeriesAssessment: Sendable, Hashable {
    /// The series' id and the antigen.
    public let key: SeriesKey
    /// Whether it is one of the series to follow.
    public let isBest: Bool
    /// The series' indications that apply to the patient.
    public let indications: [Indication]
    /// What each vaccination counts for.
    public let doses: [DoseEvaluation]
    /// What comes next.
    public let forecast: SeriesForecast
    /// How many doses count.
    public let validCount: Int
    /// How many doses the basic series has, boosters not counted, as far as is known today.
    public let plannedCount: Int
    /// How many of those count already.
    public let givenCount: Int
    /// Whether the next dose is a booster.
    public let isBooster: Bool
}
