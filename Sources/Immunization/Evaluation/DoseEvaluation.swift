public import CivilDates

/// What a vaccination counts for in one series (CDSi Logic Specification 4.5, chapter 6).
public struct DoseEvaluation: Sendable, Hashable {
    /// Whether it counts.
    public enum Status: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It counts.
        case valid
        /// It doesn't count and has to be given again.
        case notValid
        /// It wasn't needed, or came too late to be of use.
        case extraneous
        /// It was worthless: expired, recalled, not kept cold, less than a full dose.
        case substandard

        /// Orders what somebody may be glad to hear before what they may not.
        public static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .valid: 0
            case .notValid: 1
            case .extraneous: 2
            case .substandard: 3
            }
        }
    }

    /// Why it counts or doesn't.
    public enum Reason: Sendable, Hashable {
        /// Given too young: it would have counted from this day, so many days later.
        case tooYoung(from: CalendarDate, days: Int)
        /// Given too young for the product, whatever the series asks for: it would have counted from this day.
        case tooYoungForProduct(from: CalendarDate)
        /// A child's strength, given to somebody who had outgrown it: a doctor has to say whether it is enough.
        case childStrength
        /// The vaccine isn't known, and not all that it can have been count: a doctor has to say which it was.
        case unknownVaccine
        /// Given too old: it would have counted before this day.
        case tooOld(before: CalendarDate)
        /// Given too soon after something: it would have counted from this day, so many days later.
        case tooSoon(from: CalendarDate, days: Int)
        /// Given before there was what the dose is for, as a pregnancy.
        case beforehand
        /// Given too soon after another vaccine: that dose's id, the day from which it would have counted.
        case conflict(with: String, from: CalendarDate, days: Int)
        /// The vaccine is one that is never meant for this dose.
        case inadvertent
        /// The vaccine isn't one that counts for this dose.
        case wrongVaccine
        /// The vaccine counts for this dose, but not at this age.
        case vaccineAtWrongAge
        /// The series was complete already.
        case seriesComplete
        /// Expired, recalled, not kept cold.
        case substandard
        /// Less than a full dose.
        case reduced
        /// Counts, although it was given so many days early, within the days of grace.
        case gracePeriod(days: Int)
    }

    /// The vaccination's id.
    public let dose: String
    /// Whether it counts.
    public let status: Status
    /// Why, unless there is nothing to say.
    public let reason: Reason?
    /// The number of the series' dose that it was judged against; nil if none was left.
    public let seriesDose: Int?
    /// The day it was judged at: the last it can have been.
    public let date: CalendarDate

    /// Whether it doesn't count because it came before its age, or before what a series is for: it may have been right
    /// in another one.
    package var isAheadOfItsTime: Bool {
        switch reason {
        case .tooYoung, .beforehand: true
        default: false
        }
    }
}
