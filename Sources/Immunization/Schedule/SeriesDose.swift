public import CivilDates

/// What one dose of a series asks for: age, distance, vaccine, and when it may be left out.
///
/// CDSi Logic Specification 4.5, chapters 6 and 7.
public struct SeriesDose: Sendable, Hashable {
    /// The ages it may be given at; several if a rule changed on some day.
    public var ages: [AgeRule] = []
    /// The distances it needs; all of them have to be kept.
    public var intervals: [IntervalRule] = []
    /// Shorter distances that are accepted all the same.
    public var allowableIntervals: [IntervalRule] = []
    /// The vaccines that are recommended for it.
    public var preferableVaccines: [DoseVaccine] = []
    /// Further vaccines that count.
    public var allowableVaccines: [DoseVaccine] = []
    /// Vaccines that never count here and never were meant to.
    public var inadvertentVaccines: [VaccineSelector] = []
    /// When it may be left out: any one of these.
    public var skips: [ConditionalSkip] = []
    /// Which change of vaccines begins the course again.
    public var change: VaccineChange?
    /// Whether it comes again and again: boosters, yearly doses.
    public var isRecurring = false
    /// Whether it refreshes a basic series that is complete without it.
    public var isBooster = false
    /// The time of year it is for.
    public var season: Season?
    /// The day of its season from which it is overdue.
    public var overdueInSeason: MonthDay?
    /// Why a doctor has to decide whether it is given, per language; empty: nobody has to.
    public var ask: [String: String] = [:]
    /// Advice to show with it, per language.
    public var note: [String: String] = [:]
    /// Within how many hours it is given and with what, per language, where that can't wait; else empty.
    public var urgent: [String: String] = [:]

    /// A dose that asks for nothing.
    public init() {}
}

/// The ages a dose may be given at, half-open: from the begin, before the end.
public struct AgeRule: Sendable, Hashable {
    /// Below this it doesn't count: the minimum age less the days of grace.
    public var absoluteMinimum: CalendarPeriod?
    /// Below this it isn't to be given.
    public var minimum: CalendarPeriod?
    /// From here it is recommended.
    public var earliestRecommended: CalendarPeriod?
    /// From here it is overdue.
    public var latestRecommended: CalendarPeriod?
    /// From here it isn't given any more, and doesn't count.
    public var maximum: CalendarPeriod?
    /// From here it isn't recommended any more; given all the same, it counts.
    public var recommendedUntil: CalendarPeriod?
    /// The days on which the rule holds.
    public var validity = DateWindow()

    /// Any age.
    public init() {}
}

/// The distance a dose needs from something earlier.
public struct IntervalRule: Sendable, Hashable {
    /// What the distance is measured from.
    public enum Reference: Sendable, Hashable {
        /// The previous dose, whether it was valid or not.
        case previousDose
        /// The latest dose that satisfied a dose of the series.
        case previousValidDose
        /// The dose that satisfied the series' n-th dose; 1 is the first.
        case seriesDose(Int)
        /// The most recent dose of one of these vaccines.
        case mostRecent([VaccineSelector])
        /// The day of the most recent observation with this code.
        case observation(String)
    }

    /// What the distance is measured from.
    public var reference: Reference
    /// Below this it doesn't count.
    public var absoluteMinimum: CalendarPeriod?
    /// Below this it isn't to be given.
    public var minimum: CalendarPeriod?
    /// From here it is recommended.
    public var earliestRecommended: CalendarPeriod?
    /// From here it is overdue.
    public var latestRecommended: CalendarPeriod?
    /// The longest gap: what is given later counts as an earlier dose of the series.
    public var longest: LongestGap?
    /// Whether doses that count nowhere are left out, where it is measured from a vaccine.
    public var onlyValid = false
    /// What a dose counts as that comes after the day until which the one before is said to be valid: the number of the
    /// series' dose; nil where nobody goes by that day.
    public var afterValidUntilCountsAs: Int?
    /// Whether it outranks the other antigens of its group.
    public var hasPriority = false
    /// The days on which the rule holds.
    public var validity = DateWindow()

    /// No distance from a reference.
    public init(from reference: Reference) {
        self.reference = reference
    }
}

/// A change to vaccines that hold more than those before: the first dose of one counts as an earlier dose of the series.
public struct VaccineChange: Sendable, Hashable {
    /// The vaccines before.
    public let earlier: [VaccineSelector]
    /// The vaccines that hold more.
    public let later: [VaccineSelector]
    /// The number of the series' dose that the first of these counts as.
    public let countsAs: Int
}

/// How long a distance may be at the most, and what comes after it.
public struct LongestGap: Sendable, Hashable {
    /// The longest time; a dose on its last day is still in time.
    public let maximum: CalendarPeriod
    /// The number of the series' dose that a later one counts as: 1 restarts the course.
    public let lateCountsAs: Int
}

/// Days from one to another, both included, each perhaps open.
public struct DateWindow: Sendable, Hashable {
    /// The first day.
    public var first: CalendarDate?
    /// The last day.
    public var last: CalendarDate?

    /// The window between two days, both included.
    public init(first: CalendarDate? = nil, last: CalendarDate? = nil) {
        (self.first, self.last) = (first, last)
    }

    /// Whether a day is in it.
    public func contains(_ date: CalendarDate) -> Bool {
        (first.map { $0 <= date } ?? true) && (last.map { date <= $0 } ?? true)
    }
}
