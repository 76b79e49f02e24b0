public import CivilDates

/// Which vaccines a rule means.
public enum VaccineSelector: Sendable, Hashable {
    /// Any vaccine against the antigen in question, the brand may be unknown: `*`.
    case any
    /// Any live vaccine: `*live`.
    case live
    /// Any vaccine that isn't live: `*inactivated`.
    case inactivated
    /// The product or the kind with this id.
    case named(String)

    /// Reads `*`, `*live`, `*inactivated`, or an id.
    public init(_ text: String) {
        switch text {
        case "*": self = .any
        case "*live": self = .live
        case "*inactivated": self = .inactivated
        default: self = .named(text)
        }
    }
}

/// A vaccine that a dose may be given with, between two ages.
public struct DoseVaccine: Sendable, Hashable {
    /// The vaccine or vaccines meant.
    public var vaccine: VaccineSelector
    /// The age from which it counts.
    public var beginAge: CalendarPeriod?
    /// The age from which it doesn't count any more.
    public var endAge: CalendarPeriod?
    /// The product's manufacturer, if only that one's is meant.
    public var manufacturer: String?
    /// Whether a forecast names it as the vaccine to give.
    public var isForecast = false

    /// A vaccine at any age.
    public init(_ vaccine: VaccineSelector) {
        self.vaccine = vaccine
    }
}
