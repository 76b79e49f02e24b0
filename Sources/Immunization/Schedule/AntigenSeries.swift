public import CivilDates

/// One path to protection against one or several antigens: its doses in order, and whom it is for.
///
/// CDSi Logic Specification 4.5, chapter 5 and section 8.1. A series that names several antigens stands for as many
/// series that differ in the antigen only.
public struct AntigenSeries: Sendable, Hashable {
    /// Whom a series is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Everyone, within the limits that the series names.
        case standard
        /// Only those to whom one of its indications applies.
        case risk
        /// Nobody is recommended it, but whoever has completed it is protected.
        case evaluation
    }

    /// The series' id, unique within the schedule.
    public var id: String
    /// The antigens it protects against.
    public var antigens: [String]
    /// Its name, per language.
    public var name: [String: String] = [:]
    /// Whom it is for.
    public var kind = Kind.standard
    /// The vaccine group it belongs to; nil: the one that lists its antigen.
    public var group: String?
    /// How it competes with other series of its antigen.
    public var selection = SeriesSelection()
    /// The sexes it is for; empty: all.
    public var sexes: Set<Sex> = []
    /// What limits it, beyond its indications.
    public var limits = SeriesLimits()
    /// What makes it relevant, if it is a risk series: any one of these.
    public var indications: [Indication] = []
    /// Its doses in order, the first dose first.
    public var doses: [SeriesDose] = []
    /// Advice to show with it, per language.
    public var note: [String: String] = [:]
    /// The short names of its sources.
    public var sources: [String] = []
    /// How well the sources support it.
    public var confidence: RuleConfidence?
    /// How far it has been checked; nil: as far as the schedule.
    public var review: ReviewState?

    /// A series without doses.
    public init(id: String, antigens: [String]) {
        (self.id, self.antigens) = (id, antigens)
    }
}

/// A sex, as far as rules ask for it.
public enum Sex: String, Sendable, Hashable, CaseIterable {
    /// Female.
    case female
    /// Male.
    case male
    /// Diverse.
    case diverse
    /// Not told.
    case unknown
}

/// How one of several series of an antigen is chosen (CDSi Logic Specification 4.5, chapter 8).
public struct SeriesSelection: Sendable, Hashable {
    /// The group within which series compete: one of them is chosen.
    public var group = "standard"
    /// The groups that serve the same purpose: one best series in any of them is enough.
    public var equivalentGroups: Set<String> = []
    /// The rank of a risk series in its group; A before B.
    public var priority = "A"
    /// Which series wins when points are equal; 1 before 2.
    public var preference = Int.max
    /// Whether it is shown to those who have no dose yet.
    public var isDefault = false
    /// Whether it is the path of one product, to be finished with that product.
    public var isProductPath = false
    /// The age before which it isn't considered.
    public var minimumAgeToStart: CalendarPeriod?
    /// The age from which a first dose doesn't start it any more.
    public var maximumAgeToStart: CalendarPeriod?

    /// A series that competes with all others of its antigen.
    public init() {}
}

/// What else has to hold for a series to be relevant.
public struct SeriesLimits: Sendable, Hashable {
    /// Only those born on this day or later.
    public var bornFrom: CalendarDate?
    /// Only those born before this day.
    public var bornBefore: CalendarDate?
    /// Only those born between these two days of any year, both included.
    public var bornIn: YearlyDays?
    /// Only those born before this many completed weeks of pregnancy.
    public var gestationBelowWeeks: Int?
    /// Only those born after at least this many completed weeks of pregnancy, or whose term isn't known.
    public var gestationFromWeeks: Int?
    /// Only those who live in one of these regions (ISO 3166-2 codes, or finer ones of the schedule); empty: anywhere.
    public var regions: Set<String> = []
    /// Only on days from this one: when the recommendation came into force.
    public var inForceFrom: CalendarDate?
    /// Only on days before this one: when it was withdrawn.
    public var inForceUntil: CalendarDate?

    /// No limit.
    public init() {}
}
