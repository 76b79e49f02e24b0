public import CivilDates

/// What a series asks for next (CDSi Logic Specification 4.5, chapter 7).
public struct SeriesForecast: Sendable, Hashable {
    /// How far a patient is in a series.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Another dose is needed.
        case notComplete
        /// Nothing is missing.
        case complete
        /// The patient is immune.
        case immune
        /// The patient must not have it.
        case contraindicated
        /// A doctor has to decide whether another dose is given.
        case askDoctor
        /// The patient is too old for it.
        case agedOut
        /// No dose is needed now.
        case notRecommended
    }

    /// What decided the status or the recommended day.
    public enum Reason: Sendable, Hashable {
        /// The doses are all there.
        case allDosesGiven
        /// Every dose could be left out, by age or by what was given.
        case dosesNotNeeded
        /// An observation, or the year of birth, proves immunity.
        case immunity
        /// This observation, or the age, forbids it.
        case contraindication(observation: String?)
        /// A doctor has to decide; the row's words say why.
        case doctorDecides
        /// A doctor has to say whether a child's strength is enough: the dose with this id.
        case childStrength(dose: String)
        /// A doctor has to say which vaccine it was: the dose with this id.
        case unknownVaccine(dose: String)
        /// No indication asks for it: doses were given for another time, a trip or an age that has passed.
        case noIndication
        /// The season is over.
        case seasonOver
        /// The age limit has been passed.
        case pastMaximumAge
        /// The age limit would be passed before the next dose could be given.
        case cannotFinishInTime
        /// By the age that it is recommended at.
        case age(CalendarPeriod)
        /// By the age before which it isn't given.
        case minimumAge(CalendarPeriod)
        /// By the distance that it is recommended at from what was given before.
        case interval(Gap)
        /// By the day until which the dose before is said to be valid.
        case validUntil(CalendarDate)
        /// By the shortest distance from what was given before.
        case minimumInterval(Gap)
        /// By the distance from another vaccine.
        case conflict(Gap)
        /// By the season, from its first to its last day.
        case season(first: CalendarDate?, last: CalendarDate?)
        /// By the departure.
        case trip(departure: CalendarDate)
        /// It may be given at once.
        case any
    }

    /// A distance from something earlier.
    public struct Gap: Sendable, Hashable {
        /// How long it is.
        public let length: CalendarPeriod
        /// The id of the dose that it is measured from; nil where that is no dose.
        public let dose: String?
        /// The code of the observation that it is measured from; nil where that is none.
        public let observation: String?

        /// So long after a dose, or after an observation.
        public init(_ length: CalendarPeriod, after dose: String?, observation: String? = nil) {
            (self.length, self.dose, self.observation) = (length, dose, observation)
        }
    }

    /// How far the patient is.
    public var status: Status
    /// What decided it.
    public var reason: Reason
    /// The number to tell for the next dose: one more than the doses that count; nil if none is needed.
    public var doseNumber: Int?
    /// The number of the series' dose that is next.
    public var seriesDose: Int?
    /// The first day on which the next dose counts.
    public var earliest: CalendarDate?
    /// The day from which it is recommended; never before the earliest.
    public var recommended: CalendarDate?
    /// The last day on which it is in time; overdue from the next day on.
    public var pastDue: CalendarDate?
    /// The last day on which it may be given at all.
    public var latest: CalendarDate?
    /// The recommended day by the rules alone, even if it has passed or can't be kept.
    public var unadjustedRecommended: CalendarDate?
    /// The last day in time by the rules alone.
    public var unadjustedPastDue: CalendarDate?
    /// Vaccines that the dose is recommended with: ids of products or kinds.
    public var vaccines: [String] = []
    /// Why it is contraindicated or left to a doctor, one text per language for each reason.
    public var why: [[String: String]] = []
    /// Whether it is left to a doctor because of a patient's observation, not by the row itself.
    public var isCautioned = false
    /// Whether what has to be in before a trip still can be; true where no trip asks for it.
    var isInTime = true
    /// Whether its distance outranks the other antigens of its group.
    var hasPriority = false

    /// Whether a dose is asked for, or would be if a doctor agrees.
    var isOpen: Bool { status == .notComplete || status == .askDoctor }

    init(_ status: Status, _ reason: Reason) {
        (self.status, self.reason) = (status, reason)
    }

    /// The forecast, left to a doctor for a reason unless the next dose is asked for all the same by its day if what is
    /// doubtful counts.
    func depending(on lenient: SeriesForecast, _ doubt: Reason, today: CalendarDate) -> SeriesForecast {
        let day = max(recommended ?? today, today)
        if lenient.status == .notComplete, lenient.recommended ?? today <= day { return self }
        var result = self
        (result.status, result.reason) = (.askDoctor, doubt)
        return result
    }
}
