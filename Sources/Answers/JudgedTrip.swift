public import CivilDates
public import Immunization

extension Answer {
    /// Whether everything is there for a trip that isn't over, and what is to be done else.
    public struct JudgedTrip: Sendable, Hashable {
        /// What holds for a trip as a whole.
        public enum Verdict: Sendable, Hashable {
            /// Nothing is missing.
            case ready
            /// Something is to be given by a day.
            case act(by: CalendarDate)
            /// Some of it, the ids of these lines, comes too late.
            case partly(tooLate: [String])
            /// The country won't let the patient in.
            case entryRefused(RefusedEntry)
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
        public struct RefusedEntry: Sendable, Hashable {
            /// The id of the disease target.
            public let target: String
            /// How long after the vaccination it is accepted.
            public let wait: CalendarPeriod
            /// The first day on which it can be accepted.
            public let from: CalendarDate
            /// Whether it has been given; else nothing valid is entered.
            public let isGiven: Bool

            /// The day of the vaccination from which that is counted.
            public var vaccination: CalendarDate { from.earlier(by: wait) }
        }

        /// A line that is in time, and until when.
        public struct Open: Sendable, Hashable {
            /// The line's id.
            public let line: String
            /// The last day on which it is in time.
            public let last: CalendarDate
        }

        /// When blood is taken for a test for antibodies that is asked for on the way back.
        public struct BloodTest: Sendable, Hashable {
            /// The first day on which a sample counts.
            public let from: CalendarDate
            /// The last day before the departure: a sample until then spares the wait.
            public let until: CalendarDate
            /// The first day of a return with a sample of the first day that is taken after the departure.
            public let returning: CalendarDate
            /// The last day of a vaccination after which there is time for the sample before the departure; nil: it is given.
            public let vaccinationBy: CalendarDate?
            /// Whether the way back is planned before it is allowed.
            public let isTooLate: Bool

            /// Whether it can be taken before the departure.
            public var isInTime: Bool { from <= until }
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
                case refused(RefusedEntry)
                /// Blood has to be tested for antibodies.
                case test(BloodTest)
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
        /// The ids of the lines that it asks for and that protect on it.
        public let protected: [String]
        /// The ids of those of them whose course goes on after the departure: what was given protects on the trip.
        public let goingOn: [String]
        /// What borders ask for, in the catalogue's order.
        public let borders: [Border]
        /// The id of the disease target of a vaccination that a border asks for and that the patient mustn't have.
        ///
        /// Nobody is let in without it but with a doctor's exemption. Nil: there is none.
        public let barred: String?
        /// The ids of the lines that are for now, though it isn't this trip that asks for them.
        public let besides: [String]
        /// The countries of which nobody here knows what they ask for.
        public let unknownBorders: Set<String>
        /// What there is no vaccine for.
        public let withoutVaccine: [UncoveredTopic]
        /// What schedules say of the trip besides: by language.
        public let notes: [[String: String]]

        /// The ids of all lines that it names.
        public var lines: [String] { inTime.map(\.line) + tooLate + toAsk + protected }

        /// Whether what borders ask for is counted from a day, so that another day has other days.
        func isCountedFrom(_ day: CalendarDate) -> Bool {
            borders.contains { border in
                switch border.standing {
                case .refused(let refusal): !refusal.isGiven
                case .test(let test): test.from == day || test.vaccinationBy != nil
                // What a doctor decides can be too late tomorrow.
                case .ask: trip.departure.map { day < $0 } ?? false
                case .met, .endsAway, .open, .free: false
                }
            }
        }

        /// Whether a country won't let the patient in.
        public var isRefused: Bool { if case .entryRefused = verdict { true } else { false } }

        /// The first day that isn't too late.
        public var by: CalendarDate? { if case .act(let day) = verdict { day } else { nil } }
    }
}
