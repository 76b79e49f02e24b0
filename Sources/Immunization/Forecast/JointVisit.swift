public import CivilDates

/// One visit to a practice that serves several patients.
public struct JointVisit: Sendable, Hashable {
    /// What one of them is given.
    public struct Part: Sendable, Hashable {
        /// The patient's id, as the plan was given with.
        public let patient: String
        /// What to give, in the plan's order.
        public let doses: [Recommendation]
    }

    /// A patient's plan, and where it is carried out.
    public struct Plan: Sendable, Hashable {
        /// Any id, each once.
        public let patient: String
        /// What only patients of the same practice share.
        public let practice: String
        /// The visits in order of time.
        public let visits: [VisitPlan.Visit]

        /// The plan of a patient who is treated in a practice.
        public init(patient: String, practice: String, visits: [VisitPlan.Visit]) {
            (self.patient, self.practice, self.visits) = (patient, practice, visits)
        }
    }

    /// The day on which it is best made.
    public let date: CalendarDate
    /// Where.
    public let practice: String
    /// Each patient once, in the order of their plans' days.
    public let parts: [Part]
}

extension JointVisit {
    /// The visits of several plans, those to the same practice joined where one day serves them.
    ///
    /// A visit is only ever brought forward, to a day on which all of its doses are recommended: so no dose comes too
    /// early or too late, and what was planned on it keeps its distance. A patient's own visits keep their order and are
    /// never joined.
    ///
    /// - Parameter plans: One for each patient.
    /// - Returns: The visits in order of time.
    public static func joining(_ plans: [Plan]) -> [JointVisit] {
        let visits = plans.flatMap { plan in plan.visits.map { (plan: plan, visit: $0) } }.enumerated()
            .sorted { ($0.element.visit.date, $0.offset) < ($1.element.visit.date, $1.offset) }.map(\.element)
        var joint: [JointVisit] = []
        var last: [String: CalendarDate] = [:]
        for (plan, visit) in visits {
            let part = Part(patient: plan.patient, doses: visit.doses)
            let place = joint.lastIndex { other in
                other.practice == plan.practice && (last[plan.patient].map { $0 < other.date } ?? true)
                    && visit.canBeMade(on: other.date)
            }
            if let place {
                joint[place] = JointVisit(
                    date: joint[place].date, practice: plan.practice, parts: joint[place].parts + [part])
                last[plan.patient] = joint[place].date
            } else {
                joint.append(JointVisit(date: visit.date, practice: plan.practice, parts: [part]))
                last[plan.patient] = visit.date
            }
        }
        return joint
    }
}

extension VisitPlan.Visit {
    /// Whether it can be made on its own day or on this earlier one.
    fileprivate func canBeMade(on day: CalendarDate) -> Bool {
        if day == date { return true }
        return doses.allSatisfy { dose in
            guard let earliest = dose.earliest, let recommended = dose.recommended else { return false }
            return earliest <= day && recommended <= day
        }
    }
}
