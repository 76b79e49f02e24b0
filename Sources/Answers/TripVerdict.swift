public import CivilDates
public import Immunization

extension Answer {
    /// Whether everything is there for a trip that isn't over, and what is to be done else.
    public struct TripVerdict: Sendable, Hashable {
        /// What holds for a trip as a whole.
        public enum Verdict: Sendable, Hashable {
            /// Nothing is missing.
            case ready
            /// Something is to be given by a day.
            case act(by: CalendarDate)
            /// Some of it, the ids of these lines, comes too late.
            case partly(tooLate: [String])
            /// The country won't let the patient in.
            case entryRefused(Refusal)
            /// A practice, an embassy or the patient has to be asked.
            case ask

            /// A name for programs.
            package var name: String {
                switch self {
                case .ready: "ready"
                case .act: "act"
                case .partly: "partly"
                case .entryRefused: "entryRefused"
                case .ask: "ask"
                }
            }
        }

        /// Why an entry is refused: a vaccination isn't accepted yet on the day.
        public struct Refusal: Sendable, Hashable {
            /// The id of the disease target.
            public let target: String
            /// How long after the vaccination it is accepted.
            public let wait: CalendarPeriod
            /// The first day on which it can be accepted.
            public let from: CalendarDate
            /// Whether it has been given; else nothing valid is entered.
            public let isGiven: Bool
        }

        /// A line that is in time, and until when.
        public struct Open: Sendable, Hashable {
            /// The line's id.
            public let line: String
            /// The last day on which it is in time.
            public let last: CalendarDate
        }

        /// What a border asks for.
        public struct Border: Sendable, Hashable {
            /// How far it is fulfilled.
            public enum Standing: Sendable, Hashable {
                /// It is; until a day, where it ends.
                case met(until: CalendarDate?)
                /// It is on the way out, and has ended on the way back.
                case endsAway(CalendarDate)
                /// It can be, by a day.
                case open(by: CalendarDate)
                /// It can't be in time.
                case refused(Refusal)
                /// Nobody can tell without asking.
                case ask
                /// Nothing is asked for.
                case free
            }

            /// The rule.
            public let rule: BorderRule
            /// How far it is fulfilled.
            public let standing: Standing
        }

        /// The trip.
        public let trip: Trip
        /// The countries that it leads to, but for the patient's own.
        public let countries: Set<String>
        /// What holds for it as a whole.
        public let verdict: Verdict
        /// What can still be given in time, what ends first at the front.
        public let inTime: [Open]
        /// The ids of the lines that come too late.
        public let tooLate: [String]
        /// The ids of the lines that are to be asked about.
        public let toAsk: [String]
        /// The ids of the lines that it asks for and that are complete.
        public let protected: [String]
        /// What borders ask for, in the catalogue's order.
        public let borders: [Border]
        /// The countries of which nobody here knows what they ask for.
        public let unknownBorders: Set<String>
        /// What there is no vaccine for.
        public let withoutVaccine: [UncoveredTopic]
        /// What schedules say of the trip besides: by language.
        public let notes: [[String: String]]

        /// The ids of all lines that it names.
        public var lines: [String] { inTime.map(\.line) + tooLate + toAsk + protected }

        /// The first day that isn't too late.
        public var by: CalendarDate? { if case .act(let day) = verdict { day } else { nil } }
    }
}
