public import CivilDates
public import Immunization

/// One visit to a practice that serves several patients.
public struct JointVisit: Sendable, Hashable {
    /// What one of them is given.
    public struct Part: Sendable, Hashable {
        /// The patient's id, as the plan was given with.
        public let patient: String
        /// The visit as that patient's answer has it.
        public let visit: Answer.Visit
    }

    /// A patient's plan.
    public struct Plan: Sendable, Hashable {
        /// Any id, each once.
        public let patient: String
        /// The visits in order of time.
        public let visits: [Answer.Visit]
        /// The trips on whose days nobody is sent to a practice.
        public let trips: [Trip]

        /// The visits of a patient's answer, or some of them.
        public init(patient: String, visits: [Answer.Visit], trips: [Trip] = []) {
            (self.patient, self.visits, self.trips) = (patient, visits, trips)
        }
    }

    /// The day on which it is best made.
    public let day: CalendarDate
    /// Where; only patients who go to the same kind of practice share a visit.
    public let place: Answer.Visit.Place
    /// Each patient once, in the order of their plans' days.
    public let parts: [Part]
}

extension JointVisit {
    /// How many days are left between two visits of one patient.
    private static let gap = 7

    /// The visits of several plans, those to the same practice joined where one day serves them.
    ///
    /// A visit is only ever brought forward, to a day on which all of its doses are recommended, and to none of a trip: so
    /// no dose comes too early or too late, and what was planned on it keeps its distance. A patient's own visits keep their
    /// order and are never joined.
    ///
    /// - Parameter plans: One for each patient.
    /// - Returns: The visits in order of time.
    public static func joining(_ plans: [Plan]) -> [JointVisit] {
        let visits = plans.flatMap { plan in plan.visits.map { (plan: plan, visit: $0) } }.enumerated()
            .sorted { ($0.element.visit.day, $0.offset) < ($1.element.visit.day, $1.offset) }.map(\.element)
        var joint: [JointVisit] = []
        var last: [String: CalendarDate] = [:]
        for (plan, visit) in visits {
            let part = Part(patient: plan.patient, visit: visit)
            let before = last[plan.patient]
            let place = joint.lastIndex { other in
                other.place == visit.place && canBeMade(visit, on: other.day, of: plan, after: before)
            }
            if let place {
                joint[place] = JointVisit(
                    day: joint[place].day, place: visit.place, parts: joint[place].parts + [part])
                last[plan.patient] = joint[place].day
            } else {
                joint.append(JointVisit(day: visit.day, place: visit.place, parts: [part]))
                last[plan.patient] = visit.day
            }
        }
        return joint
    }

    /// Whether a visit can be made on its own day or on this earlier one.
    private static func canBeMade(
        _ visit: Answer.Visit, on day: CalendarDate, of plan: Plan, after last: CalendarDate?
    ) -> Bool {
        if let last, day <= last { return false }
        if day == visit.day { return true }
        return last.map { $0.adding(days: gap) <= day } ?? true && !plan.trips.contains { $0.isAway(on: day) }
            && visit.injections.allSatisfy { $0.firstDay <= day }
    }
}
