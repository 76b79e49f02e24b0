public import CivilDates

/// What makes a risk series relevant: something about the patient, between two ages.
public struct Indication: Sendable, Hashable {
    /// What is asked of the patient.
    public enum Ground: Sendable, Hashable {
        /// An observation with this code: a condition, a job, a pregnancy.
        case observation(String)
        /// A home in one of these regions or countries.
        case residence(Set<String>)
        /// A trip to one of these countries or regions.
        case trip(TripRule)
    }

    /// What is asked of the patient.
    public var ground: Ground
    /// Observations that are asked for besides, all of them.
    public var also: Set<String> = []
    /// Observations of which none may be there.
    public var unless: Set<String> = []
    /// The age from which it applies.
    public var beginAge: CalendarPeriod?
    /// The age from which it doesn't apply any more.
    public var endAge: CalendarPeriod?
    /// Words for people, per language.
    public var text: [String: String] = [:]

    /// An indication at any age.
    public init(_ ground: Ground) {
        self.ground = ground
    }
}

/// Which trips make a series relevant, and how long before them it should be begun.
public struct TripRule: Sendable, Hashable {
    /// ISO 3166-1 codes of countries, or ISO 3166-2 codes of regions; empty: any trip abroad.
    public var destinations: Set<String>
    /// Regions of these that aren't meant.
    public var exceptions: Set<String> = []
    /// Only trips of at least this many days.
    public var minimumDays: Int?
    /// What of a trip has to hold besides, any of it; nil: nothing.
    public var conditions: TripConditions?
    /// The days of the year on which a stay matters; nil: all.
    public var season: YearlyDays?
    /// How long before the departure a dose is recommended.
    public var recommendedBefore: CalendarPeriod?
    /// How long before the departure the last dose that has to be in by then is given at the latest, to protect or to be
    /// accepted at the border.
    public var latestBefore: CalendarPeriod?
    /// How long before the departure a booster is given at the latest: it protects at once, unless a border asks for more.
    public var boosterLatestBefore = CalendarPeriod(days: 1)
    /// The least distances between the doses that have to be in by then; none where the first is enough.
    public var gaps: [CalendarPeriod] = []
    /// How old the last dose may be at the end of the trip; an older one is renewed.
    public var freshAtEnd: CalendarPeriod?
    /// Whether a course that was begun for a trip is finished once the trip is over.
    public var isFinishedLater = false
    /// Trips to these places.
    public init(to destinations: Set<String>) {
        self.destinations = destinations
    }

    /// The last day on which a course is begun, or goes on, so that all doses that have to be in before a departure are; nil
    /// where nothing has to be.
    ///
    /// A dose that has to be fresh on the way back keeps its distance from that day, not from the departure.
    public func lastDay(
        before departure: CalendarDate, given: Int = 0, isBooster: Bool = false
    ) -> CalendarDate? {
        guard let latestBefore else { return nil }
        if isBooster, given > gaps.count { return departure.adding(boosterLatestBefore.negated) }
        let last = departure.adding((freshAtEnd == nil ? latestBefore : CalendarPeriod(days: 1)).negated)
        let rest = gaps.dropFirst(given)
        var day = rest.reduce(last) { $0.adding($1.negated) }
        // Months have different lengths.
        while rest.reduce(day, { $0.adding($1) }) > last { day = day.adding(days: -1) }
        return day
    }
}

/// What of a trip makes advice hold for it: any of these is enough.
public struct TripConditions: Sendable, Hashable {
    /// A stay of at least this many days.
    public var days: Int?
    /// One of these ways to travel.
    public var styles: Set<Trip.Style> = []
    /// Whether handling animals is one.
    public var withAnimals = false

    /// Conditions that nothing meets yet.
    public init() {}
}

/// What counts as immunity against an antigen (CDSi Logic Specification 4.5, section 7.2).
public struct ImmunityRule: Sendable, Hashable {
    /// The antigen.
    public var antigen: String
    /// Observations any of which proves immunity: a titer, a disease that was confirmed.
    public var observations: Set<String> = []
    /// Those born before this day are held immune.
    public var bornBefore: CalendarDate?
    /// Only if born in this country.
    public var birthCountry: String?
    /// Observations that keep the birth date from counting.
    public var exclusions: Set<String> = []

    /// A rule that holds for nobody yet.
    public init(antigen: String) {
        self.antigen = antigen
    }
}

/// What forbids vaccines (CDSi Logic Specification 4.5, section 7.3), or leaves them to a doctor.
public struct Contraindication: Sendable, Hashable {
    /// How much it forbids.
    public enum Degree: String, Sendable, Hashable, CaseIterable {
        /// The vaccine must not be given.
        case absolute
        /// A doctor has to decide.
        case ask
        /// What everybody gets waits for a time after the observation's first day.
        case wait
    }

    /// The antigen whose series it concerns; nil: every antigen.
    public var antigen: String?
    /// The observation that forbids; nil: none is needed.
    public var observation: String?
    /// Observations that are needed besides, all of them.
    public var also: Set<String> = []
    /// Observations of which none may be there.
    public var unless: Set<String> = []
    /// The numbers of the series' doses that it concerns; empty: all.
    public var doses: Set<Int> = []
    /// How much it forbids.
    public var degree = Degree.absolute
    /// How long after the observation's first day a dose waits.
    public var length: CalendarPeriod?
    /// The vaccines it forbids, between two ages; empty: all vaccines of the antigen.
    public var vaccines: [DoseVaccine] = []
    /// The age from which it applies.
    public var beginAge: CalendarPeriod?
    /// The age from which it doesn't apply any more.
    public var endAge: CalendarPeriod?
    /// Words for people, per language.
    public var text: [String: String] = [:]

    /// An observation that forbids every vaccine of an antigen.
    public init(antigen: String?, observation: String?) {
        (self.antigen, self.observation) = (antigen, observation)
    }
}
