public import CivilDates

/// What one vaccination counts for against one antigen.
public struct JudgedDose: Sendable, Hashable {
    /// What it counts for.
    public enum Verdict: Sendable, Hashable {
        /// It counts; which of those that count it is.
        case counts(Int)
        /// It counts, and another kind of vaccine follows from a day on.
        case countsNext(kind: String, on: CalendarDate?)
        /// It wasn't needed, or was given for another reason.
        case notNeeded
        /// A doctor has to say.
        case ask(Doubt)
        /// It doesn't count, and since when it would have, where that is a day.
        case doesNotCount(Shortcoming, since: CalendarDate?)
        /// Whether it counts depends on a day that is known in part.
        case dependsOnDay
    }

    /// Why a doctor has to say.
    public enum Doubt: String, Sendable, Hashable, CaseIterable {
        /// It held only part of what protects.
        case partly
        /// It was a child's strength, given to somebody who had outgrown it.
        case childStrength
        /// Its vaccine isn't known, and not all that it can have been count.
        case unknownVaccine
    }

    /// Why a dose doesn't count.
    public enum Shortcoming: String, Sendable, Hashable, CaseIterable {
        /// Too young.
        case tooYoung
        /// Too soon after the dose before.
        case tooSoon
        /// Too near another vaccine.
        case conflict
        /// An antibody isn't a vaccine.
        case immunoglobulin
        /// Expired, recalled, not kept cold.
        case expired
        /// Less than a full dose.
        case reduced
        /// The product isn't for that age.
        case notForAge
    }

    /// The vaccination's id.
    public let dose: String
    /// What it is judged against.
    public let antigen: String
    /// The day it was given on, the last it can have been.
    public let date: CalendarDate
    /// What it counts for.
    public internal(set) var verdict: Verdict
    /// Until when it is valid: as it is said or, of an animal's last dose, as the course of its product has it.
    public let validUntil: CalendarDate?
    /// Until when the entry says that it is valid, which may be later than its product is authorised for.
    public let statedUntil: CalendarDate?

    /// Whether it is the entry that says until when it is valid; else the course of its product.
    public var isValidityStated: Bool { statedUntil != nil && statedUntil == validUntil }

    /// Whether it counts against its antigen.
    public var counts: Bool {
        switch verdict {
        case .counts, .countsNext: true
        case .notNeeded, .ask, .doesNotCount, .dependsOnDay: false
        }
    }
}
