/// Something about a documented vaccination that the patient should look at.
public struct HistoryIssue: Sendable, Hashable {
    /// What is the matter.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// It is dated before the day of birth; it isn't judged.
        case beforeBirth
        /// It is dated after the day of assessment; it isn't judged.
        case inFuture
        /// The vaccine is for another species; it isn't judged.
        case otherSpecies
        /// The vaccine isn't in the catalogue, and the dose names no antigen; it isn't judged.
        case unknownVaccine
        /// Another dose against the same antigen was given on the same day.
        case sameDay
        /// Only the year or the month is known; it is judged at the last day it can have been.
        case uncertainDate
        /// A contraindication held when it was given.
        case contraindicated
        /// A strength for adults was given to a child: it counts.
        case adultStrength
        /// There are more doses than 10,000; this one isn't judged.
        case tooMany
    }

    /// The dose's id.
    public var dose: String
    /// What is the matter with it.
    public var kind: Kind

    /// An issue of a dose.
    public init(dose: String, kind: Kind) {
        (self.dose, self.kind) = (dose, kind)
    }
}
