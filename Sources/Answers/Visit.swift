public import CivilDates

extension Answer {
    /// A visit to whoever vaccinates.
    public struct Visit: Sendable, Hashable {
        /// Who vaccinates.
        public enum Place: String, Sendable, Hashable {
            /// A doctor's practice.
            case doctor
            /// A vet's practice.
            case vet
        }

        /// The day on which it is best made; today for what is for now.
        public let day: CalendarDate
        /// What is given, each with one prick or by mouth.
        public let injections: [Injection]
        /// Whether more is due than one visit has room for.
        public let isMoreLeft: Bool
        /// Where.
        public let place: Place
        /// Whether the patient is away on the day, or leaves on it.
        public let isOnTrip: Bool
        /// Lines that are to be spoken of on it and aren't planned.
        public internal(set) var toAsk: [String]
    }

    /// One injection, or one dose by mouth.
    public struct Injection: Sendable, Hashable {
        /// The combination, or the product or kind that a row asks for; nil: any against its antigens.
        public let vaccine: String?
        /// What it is against.
        public let antigens: [String]
        /// The ids of the lines that it serves.
        public let lines: [String]
        /// Whether it is swallowed.
        public let isOral: Bool
        /// Which dose it is, where it is the same for all that it serves.
        public let dose: Int?
        /// How many there are of these, where that is the same for all that it serves.
        public let total: Int?
        /// Whether it only refreshes.
        public let isBooster: Bool
        /// Whether it comes again in every season.
        public let isYearly: Bool
        /// The first day on which it counts and is recommended: so far a visit can be brought forward.
        public let firstDay: CalendarDate
    }
}
