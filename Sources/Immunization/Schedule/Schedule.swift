public import CivilDates

/// One authority's vaccination rules for one species: which series there are and how they are judged.
///
/// Modelled on the supporting data of CDC's Clinical Decision Support for Immunization
/// (CDSi Logic Specification 4.5, https://www.cdc.gov/iis/cdsi/). What CDSi calls an antigen is the catalogue's disease
/// target; a vaccine is named by the catalogue's id of a product or a kind. A schedule holds no executable rule: the
/// engine knows none of its names.
public struct Schedule: Sendable, Hashable {
    /// The schedule's id, unique among those loaded: `de-stiko`.
    public var id: String
    /// The catalogue's id of the species it is for.
    public var species: String
    /// Its name, per language.
    public var title: [String: String] = [:]
    /// Who issues it: `STIKO`.
    public var authority = ""
    /// ISO 3166-1 alpha-2 code of the country it is for; nil if it holds anywhere (travel).
    public var country: String?
    /// The time zone of its country, of several that of most people there, by its name in the time zone database:
    /// `Europe/Berlin`; nil where another of the country's schedules says it.
    public var zone: String?
    /// How people in its country get an appointment; nil where another of the country's schedules says it, or nobody does.
    public var appointment: LocalizedText?
    /// Whether its country is first in lists, and the one for people who have chosen none.
    public var isDefault = false
    /// The edition, for people to compare: `2026-01-22`.
    public var edition = ""
    /// Where its rows come from, by the short name that rows use.
    public var sources: [String: RuleSource] = [:]
    /// How far a person has checked it, where a row doesn't say otherwise.
    public var review = ReviewState.draft
    /// Which antigens are recommended together.
    public var groups: [VaccineGroup] = []
    /// Which vaccines need a distance from another.
    public var conflicts: [VaccineConflict] = []
    /// What counts as immunity.
    public var immunity: [ImmunityRule] = []
    /// What forbids a vaccine or all vaccines of an antigen.
    public var contraindications: [Contraindication] = []
    /// The paths to protection.
    public var series: [AntigenSeries] = []
    /// What changed with this edition and those before it, the newest first.
    public var changes: [ScheduleChange] = []
    /// What is recommended, or can be had, and isn't covered by a row.
    public var notCovered: [UncoveredTopic] = []

    /// A schedule without rows.
    public init(id: String, species: String) {
        (self.id, self.species) = (id, species)
    }
}

/// A publication that a row of a schedule rests on.
public struct RuleSource: Sendable, Hashable {
    /// The publication's title, and what has to be known of it, in English.
    public var title: String
    /// The same in other languages, by ISO 639-1 code.
    public var titles: [String: String]
    /// Its address, if it has one.
    public var url: String?
    /// Whether whoever wrote the rows has read it in the original; else it is known by what others say of it.
    public var isRead: Bool

    /// A publication and where to find it.
    public init(title: String, titles: [String: String] = [:], url: String? = nil, isRead: Bool = false) {
        (self.title, self.titles, self.url, self.isRead) = (title, titles, url, isRead)
    }
}

/// How far a person has checked a schedule or a row of it.
public enum ReviewState: String, Sendable, Hashable, CaseIterable {
    /// Nobody has compared it with the primary text: pages say 'draft, ask your doctor'.
    case draft
    /// A person has compared it with the primary text and signed it off.
    case reviewed
}

/// How well the sources support a row.
public enum RuleConfidence: String, Sendable, Hashable, CaseIterable {
    /// Two independent transcriptions agree.
    case high = "A"
    /// One transcription.
    case medium = "B"
    /// One transcription, and a surprising one.
    case low = "C"
}

/// Antigens whose recommendations are given as one: measles, mumps and rubella, say.
public struct VaccineGroup: Sendable, Hashable {
    /// The group's id, unique within the schedule.
    public var id: String
    /// Its name, per language.
    public var name: [String: String] = [:]
    /// The antigens it joins.
    public var antigens: [String]
    /// Whether all of its antigens are always given together, so that the one furthest behind sets the dose number.
    public var isGivenWhole = false

    /// A group of antigens.
    public init(id: String, antigens: [String]) {
        (self.id, self.antigens) = (id, antigens)
    }
}

/// Two vaccines, of which the later needs a distance from the earlier (live viruses, mostly).
public struct VaccineConflict: Sendable, Hashable {
    /// The vaccines that block.
    public var earlier: [VaccineSelector]
    /// The vaccines that are blocked.
    public var later: [VaccineSelector]
    /// From when after the earlier dose it blocks.
    public var begin: CalendarPeriod
    /// Until when an earlier dose that is valid, or not judged, blocks.
    public var minimumEnd: CalendarPeriod
    /// Until when any other earlier dose blocks; also what a forecast keeps.
    public var end: CalendarPeriod
    /// The age from which both may be given on one day without loss; nil: any.
    ///
    /// Below it they are only where there is no time for the gap; else the earlier one comes first.
    public var sameDayFrom: CalendarPeriod?

    /// A conflict between two sets of vaccines.
    public init(
        earlier: [VaccineSelector], later: [VaccineSelector], begin: CalendarPeriod, minimumEnd: CalendarPeriod,
        end: CalendarPeriod
    ) {
        (self.earlier, self.later, self.begin) = (earlier, later, begin)
        (self.minimumEnd, self.end) = (minimumEnd, end)
    }
}
