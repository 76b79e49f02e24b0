public import CivilDates

/// Visits to the doctor that bundle doses due close together.
public struct VisitPlan: Sendable, Hashable {
    /// One visit.
    public struct Visit: Sendable, Hashable {
        /// The day on which it is best made.
        public let date: CalendarDate
        /// What to give, as recommended if all earlier visits are kept.
        public let doses: [Recommendation]

        /// A visit on a day.
        public init(date: CalendarDate, doses: [Recommendation]) {
            (self.date, self.doses) = (date, doses)
        }
    }

    /// The visits in order of time.
    public let visits: [Visit]
    /// What is still open after the last of them, later than was planned for.
    public let remaining: [Recommendation]

    /// A plan; none without visits.
    public init(visits: [Visit] = [], remaining: [Recommendation] = []) {
        (self.visits, self.remaining) = (visits, remaining)
    }
}

extension Recommender {
    /// Plans visits from a day on.
    ///
    /// Each visit takes everything that counts on its day and is recommended within the next weeks; then it is taken as
    /// kept, and the rest is forecast anew, so that distances between doses and from live vaccines hold.
    ///
    /// - Parameters:
    ///   - patient: Whom to plan for, with all doses so far.
    ///   - date: The first day on which a visit is possible.
    ///   - bundle: How long before its recommended day a dose may be given to save a visit.
    ///   - horizon: How far ahead to plan.
    ///   - isLeftOut: Which recommendations are planned for by nobody, whatever their day.
    public func plan(
        for patient: Patient, from date: CalendarDate, bundle: CalendarPeriod = CalendarPeriod(weeks: 4),
        horizon: CalendarPeriod = CalendarPeriod(years: 2),
        leavingOut isLeftOut: (Recommendation) -> Bool = { _ in false }
    ) -> VisitPlan {
        var (patient, day, visits, open) = (patient, date, [VisitPlan.Visit](), [Recommendation]())
        let end = date.adding(horizon)
        func asked(on day: CalendarDate) -> [Recommendation] {
            recommendations(for: patient, on: day).filter { $0.state <= .planned && !isLeftOut($0) }
        }
        // No schedule asks for more visits than this in the time that is planned.
        while visits.count < 24 {
            open = asked(on: day)
            guard let next = open.compactMap(\.recommended).min().map({ max($0, day) }), next <= end else { break }
            let due = next == day ? open : asked(on: next)
            var covered: Set<String> = []
            let taken = due.filter { dose in
                guard let earliest = dose.earliest, let recommended = dose.recommended, earliest <= next,
                    recommended <= next.adding(bundle)
                else { return false }
                // What two schedules, or a rule for all and one for some, ask for at once is given once.
                guard !covered.isSuperset(of: dose.antigens) else { return false }
                covered.formUnion(dose.antigens)
                return true
            }
            guard !taken.isEmpty else { break }
            visits.append(VisitPlan.Visit(date: next, doses: taken))
            for (number, dose) in taken.enumerated() {
                patient.doses.append(assumed(dose, id: "planned \(visits.count).\(number)", on: next))
            }
            day = next.adding(days: 1)
        }
        return VisitPlan(visits: visits, remaining: open)
    }

    private func assumed(_ dose: Recommendation, id: String, on date: CalendarDate) -> AdministeredDose {
        guard let vaccine = dose.vaccines.first else {
            return AdministeredDose(id: id, antigens: dose.antigens, date: PartialDate(date))
        }
        return AdministeredDose(id: id, vaccine: vaccine, date: PartialDate(date))
    }
}
