public import CivilDates

/// What a patient should do about the antigens of one vaccine group: the words for a page are made of this.
public struct Recommendation: Sendable, Hashable, Identifiable {
    /// What to do about a recommendation on the day; the first are the most urgent.
    public enum State: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// It should have been done by now.
        case overdue
        /// It should be done now.
        case due
        /// It should be done within the next weeks.
        case dueSoon
        /// It has a day further ahead.
        case planned
        /// A doctor has to decide whether it is given.
        case askDoctor
        /// Nothing is missing.
        case complete
        /// The patient is immune.
        case immune
        /// The patient must not have it.
        case contraindicated
        /// It isn't recommended now.
        case notRecommended
        /// The patient is too old for it.
        case agedOut

        /// Orders states by urgency.
        public static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
    }

    /// `schedule/group/kind`, unique for a patient.
    public let id: String
    /// The id of the schedule that says so.
    public let schedule: String
    /// The vaccine group's id; an antigen's id where no group is defined.
    public let group: String
    /// Whether it is for everyone, or for an indication of the patient.
    public let kind: AntigenSeries.Kind
    /// What to do about it on the day.
    public let state: State
    /// The antigens that the next dose is for; all of the group if none is to come.
    public let antigens: [String]
    /// The number to tell for the next dose.
    public let doseNumber: Int?
    /// The first day on which the next dose counts.
    public let earliest: CalendarDate?
    /// The day from which it is recommended.
    public let recommended: CalendarDate?
    /// The day from which it is overdue.
    public let overdueFrom: CalendarDate?
    /// The last day on which it may be given at all.
    public let latest: CalendarDate?
    /// What decided the state or the recommended day.
    public let reason: SeriesForecast.Reason
    /// Why it is contraindicated or left to a doctor, one text per language for each reason.
    public let why: [[String: String]]
    /// The indications that make it relevant; empty for standard recommendations.
    public let indications: [Indication]
    /// How far the series are, one for each antigen, those first that the next dose is for.
    public let progress: [SeriesProgress]
    /// What each vaccination of the history counts for.
    public let doses: [DoseEvaluation]
    /// The kinds or products that the next dose is recommended with; empty: any that protects.
    public let vaccines: [String]
    /// The publications that the rows rest on.
    public let sources: [RuleSource]
    /// The weakest support of a row.
    public let confidence: RuleConfidence?
    /// Draft as long as one of the rows is unreviewed.
    public let review: ReviewState
    /// Advice to show with it, one text per language for each row that has any.
    public let notes: [[String: String]]

    /// What its vaccine is against, where antigens are always given together and some aren't due yet: the dose against
    /// diphtheria is one against tetanus.
    public var givenAntigens: [String] {
        antigens + progress.filter { $0.nextFrom != nil }.map(\.key.antigen).filter { !antigens.contains($0) }
    }
}

/// How far a series is for one antigen: '2 of 3, next from 12 March'.
public struct SeriesProgress: Sendable, Hashable {
    /// The series and the antigen.
    public let key: SeriesKey
    /// How many doses of the basic series count.
    public let given: Int
    /// How many doses the basic series has.
    public let planned: Int
    /// Whether the next dose is a booster.
    public let isBooster: Bool
    /// The first day from which the next dose counts.
    public let nextFrom: CalendarDate?
    /// The day on which the next dose is recommended.
    public let nextRecommended: CalendarDate?
    /// How far the patient is in the series.
    public let status: SeriesForecast.Status
}
