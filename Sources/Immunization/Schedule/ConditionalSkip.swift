public import CivilDates

/// When a dose of a series may be left out (CDSi Logic Specification 4.5, section 6.2).
public struct ConditionalSkip: Sendable, Hashable {
    /// When the question is asked.
    public enum Context: String, Sendable, Hashable, CaseIterable {
        /// Only when a dose that was given is judged.
        case evaluation
        /// Only when the next dose is forecast.
        case forecast
        /// Both times.
        case both
    }

    /// Whether all or any one of several has to hold.
    public enum Logic: String, Sendable, Hashable, CaseIterable {
        /// Each of them.
        case all
        /// At least one.
        case any
    }

    /// Conditions that count as one.
    public struct ConditionSet: Sendable, Hashable {
        /// Whether all or any one of the conditions has to hold.
        public var logic: Logic
        /// The conditions.
        public var conditions: [SkipCondition]
        /// The days on which the set holds.
        public var validity = DateWindow()

        /// A set of conditions.
        public init(_ logic: Logic, _ conditions: [SkipCondition]) {
            (self.logic, self.conditions) = (logic, conditions)
        }
    }

    /// When the question is asked.
    public var context: Context
    /// Whether all or any one of the sets has to hold.
    public var logic = Logic.any
    /// The sets of conditions.
    public var sets: [ConditionSet]

    /// A skip with its sets.
    public init(_ context: Context, _ sets: [ConditionSet]) {
        (self.context, self.sets) = (context, sets)
    }
}

/// One condition of a skip.
public enum SkipCondition: Sendable, Hashable {
    /// How a count is compared.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// More than the number.
        case moreThan
        /// The number exactly.
        case equal
        /// Fewer than the number.
        case lessThan
    }

    /// Doses to be counted.
    public struct DoseCount: Sendable, Hashable {
        /// How many.
        public var number: Int
        /// How the count is compared with the number.
        public var comparison: Comparison
        /// Whether only valid doses are counted.
        public var onlyValid = false
        /// The vaccines that are counted.
        public var vaccines: [VaccineSelector] = [.any]
        /// Only doses given from this age on.
        public var beginAge: CalendarPeriod?
        /// Only doses given before this age.
        public var endAge: CalendarPeriod?
        /// Only doses given on this day or later.
        public var from: CalendarDate?
        /// Only doses given before this day.
        public var until: CalendarDate?

        /// A count of doses of any vaccine at any time.
        public init(_ comparison: Comparison, _ number: Int) {
            (self.comparison, self.number) = (comparison, number)
        }
    }

    /// The age is in this half-open range.
    case age(from: CalendarPeriod?, until: CalendarPeriod?)
    /// At least so much time has passed since the previous dose.
    case interval(CalendarPeriod)
    /// So many doses have been given.
    case doses(DoseCount)
    /// A series of one of these groups of the same antigen is complete.
    case completed(seriesGroups: [String])
    /// An observation with this code is, or isn't, told of the patient.
    case observation(String, isPresent: Bool)
}
