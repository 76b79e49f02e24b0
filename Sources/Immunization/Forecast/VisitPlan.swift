public import CivilDates

/// Visits to the doctor that bundle doses due close together.
public struct VisitPlan: Sendable, Hashable {
    /// One visit.
    public struct Visit: Sendable, Hashable {
        /// The day on which it is best made.
        public let date: CalendarDate
        /// What to give, as recommended if all earlier visits are kept.
        public let doses: [Recommendation]
        /// What is given for that, by which the rest of the plan is forecast: nothing twice, as the Tdap of a pregnancy is the
        /// dose against tetanus as well.
        public let given: [AdministeredDose]

        /// A visit on a day.
        public init(date: CalendarDate, doses: [Recommendation], given: [AdministeredDose] = []) {
            (self.date, self.doses, self.given) = (date, doses, given)
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
    /// No dose is planned before the day it is recommended from, but for what a trip asks for within a week. A visit waits
    /// for doses that are recommended soon after it, as long as none gets overdue by that, or is late for a trip; what is
    /// due on the first day doesn't wait. Each visit is taken as kept, and the rest is forecast again, so that distances
    /// between doses and from live vaccines hold. No visit is on a day of a trip.
    ///
    /// - Parameters:
    ///   - patient: Whom to plan for, with all doses so far; an observation without a day began by the first day.
    ///   - date: The first day on which a visit is possible.
    ///   - bundle: How long after its recommended day a dose may be given to save a visit.
    ///   - weeksAhead: How many weeks before its day a booster may be given: an animal's, whose vaccination ends on that day.
    ///   - horizon: How far ahead to plan.
    ///   - known: What is recommended on the first day, where that has been found already.
    ///   - judge: Who found it: what hasn't changed isn't judged again.
    ///   - isLeftOut: Which recommendations are planned for by nobody, whatever their day.
    ///   - isOneVaccine: Whether one vaccine is both doses on a day: the earlier one then waits for the other.
    ///   - carrier: The vaccine that a dose is given as on a day where its rule names none.
    ///   - chosen: Which doses are given at a visit, of those that are due and of all that are open; what is due and isn't
    ///     chosen comes a week later.
    public func plan(
        for patient: Patient, from date: CalendarDate, bundle: CalendarPeriod = CalendarPeriod(weeks: 4),
        weeksAhead: Int = 0, horizon: CalendarPeriod = CalendarPeriod(years: 2),
        knowing known: [Recommendation]? = nil, by judge: PatientJudge? = nil,
        leavingOut isLeftOut: (Recommendation) -> Bool = { _ in false },
        combining isOneVaccine: @escaping (Recommendation, Recommendation, CalendarDate) -> Bool = { _, _, _ in false },
        carrying carrier: (Recommendation, CalendarDate) -> String? = { _, _ in nil },
        choosing chosen: (VisitPlan.Visit, [Recommendation]) -> [Recommendation] = { visit, _ in visit.doses }
    ) -> VisitPlan {
        var (patient, day, visits, open) = (
            patient.entered(by: date), date, [VisitPlan.Visit](), [Recommendation]()
        )
        let entered = patient.doses.count
        // What is entered for a day to come hasn't been given, and nothing is left out of a plan for it.
        patient.doses.removeAll { date < $0.date.earliest }
        // Planned doses come after a titre that has no day: it is judged as one of the first day.
        let isDated = patient.observations.allSatisfy { $0.date != nil }
        let known = isDated ? known : nil
        let judge = (isDated && patient.doses.count == entered ? judge : nil) ?? engine.judge(of: patient)
        for index in patient.observations.indices where patient.observations[index].date == nil {
            patient.observations[index].date = date
        }
        let end = date.adding(horizon)
        let ends = [
            [patient.pregnancyStart?.adding(Self.childbed)].compactMap(\.self)
                + engine.changes(of: patient.observations),
            engine.beginnings(for: patient),
        ].flatMap { days in
            days.filter { date < $0 && $0 <= end }.unique().sorted().prefix(Self.mostEnds)
        }.unique().sorted()
        let best = BestDay(engine: engine, start: date, weeksAhead: weeksAhead, isOneVaccine: isOneVaccine)
        func asked(on day: CalendarDate) -> [Recommendation] {
            let found = day == date && visits.isEmpty ? known : nil
            return (found ?? recommendations(of: judge.assessOpen(patient, on: day))).filter {
                $0.state <= .planned && !isLeftOut($0)
            }
        }
        // No schedule asks for more visits than this in the time that is planned.
        let most = 12 * max(2, horizon.years)
        var isRest = false
        while visits.count < most, !Task.isCancelled {
            open = asked(on: day)
            let first = open.compactMap { best.day(of: $0, among: open) }.min().map { max($0, day) }
            // Whoever is away comes back first, and what was for the trip alone is over then.
            if let first, patient.isAway(on: first), first <= end {
                day = patient.dayAtHome(from: first)
                continue
            }
            // What waits for a birth, the end of a treatment or an age is asked for then, not by chance at a later visit.
            if let next = ends.first(where: { day < $0 }), first ?? .last > next {
                day = next
                continue
            }
            guard let first, first <= end else { break }
            var due = first == day ? open : asked(on: first)
            var (visit, taken) = (first, given(on: first, of: due, best))
            // A baby is protected as soon as it can be: nothing of it waits for weeks.
            let isBaby =
                patient.isPerson && first < patient.birthDate.adding(CalendarPeriod(months: 12))
            let wait = isBaby ? CalendarPeriod(weeks: 1) : bundle
            let slack = isBaby ? first : first.adding(Self.nearby)
            if !isRest, let later = waiting(open, on: first, best, bundle: wait, slack: slack),
                !patient.isAway(on: later)
            {
                let dueLater = asked(on: later)
                let joined = given(on: later, of: dueLater, best)
                let isKept = taken.allSatisfy { dose in
                    joined.contains {
                        $0.id == dose.id
                            && ($0.state != .overdue || dose.state == .overdue
                                || later <= slack && dose.indications.isEmpty)
                    }
                }
                if isKept { (visit, taken, due) = (later, joined, dueLater) }
            }
            let ready = Set(taken.map(\.id))
            taken = chosen(VisitPlan.Visit(date: visit, doses: taken), due)
            // What isn't asked for on its day, as after a trip, keeps nothing else from being planned.
            guard !taken.isEmpty else {
                let next = open.compactMap { best.day(of: $0, among: open) }.filter { first < $0 }.min() ?? .last
                day = first > day ? first : min(next, first.adding(days: 7))
                continue
            }
            let given = taken.apart().enumerated().map { number, dose in
                assumed(dose, id: "planned \(visits.count + 1).\(number)", on: visit, carrier)
            }
            let needed = given.filter { dose in !given.contains { holds($0, dose) } }
            visits.append(VisitPlan.Visit(date: visit, doses: taken, given: needed))
            patient.doses += needed
            // What found no place waits for nothing else, and no course before a trip waits for that.
            isRest = !ready.isSubset(of: taken.map(\.id))
            let next = visit.adding(days: 1)
            day = isRest ? Self.pressing(asked(on: next), from: next, until: visit.adding(days: 7)) : next
        }
        return VisitPlan(visits: visits, remaining: open)
    }

    /// How long after its first day what a pregnancy forbids is planned: six weeks after a birth at term.
    private static var childbed: CalendarPeriod { CalendarPeriod(weeks: 46) }

    /// After so many ends of treatments and pregnancies, and so many ages, a plan looks at no further ones: each is one more
    /// day to judge.
    private static var mostEnds: Int { 12 }

    /// Nobody comes twice so soon for what everybody is given, though some of it gets late by that.
    private static var nearby: CalendarPeriod { CalendarPeriod(weeks: 2) }

    /// How many days before its day a dose before a trip is given on the plan's first day.
    package static var daysAheadOfTrips: Int { 7 }

    /// How long before its recommended day a dose before a trip may be given with others.
    private static var beforeTrips: CalendarPeriod { CalendarPeriod(weeks: 4) }

    /// The day of the next visit after a full one: the last one, but for a course before a trip that goes on before, or that
    /// has to be begun.
    private static func pressing(
        _ open: [Recommendation], from first: CalendarDate, until last: CalendarDate
    ) -> CalendarDate {
        let days = open.compactMap { dose -> CalendarDate? in
            guard dose.isForTripAlone, case .trip = dose.reason, let end = dose.overdueFrom?.adding(days: -1),
                first <= end, let day = dose.recommended
            else { return nil }
            // The last dose of a course keeps nothing waiting, and needs no visit of its own while there is time.
            let isGoingOn = dose.progress.contains {
                $0.nextFrom != nil && $0.given > 0 && !$0.isBooster && (end < last || $0.given + 1 < $0.planned)
            }
            return first <= day && isGoingOn ? day : end
        }
        return min(last, days.min() ?? last)
    }

    /// What is given at a visit on a day, and what of somebody's own is given with it.
    private func given(
        on day: CalendarDate, of due: [Recommendation], _ best: BestDay
    ) -> [Recommendation] {
        let ready = due.filter { dose in
            guard let earliest = dose.earliest, let best = best.day(of: dose, among: due) else { return false }
            // Before a trip nobody comes back for what can be given with the rest.
            return earliest <= day && (best <= day || isEarly(dose, best, on: day))
        }
        let apart = ready.apart()
        return ready.filter { dose in
            apart.contains { $0.id == dose.id } || !dose.indications.isEmpty && apart.contains { $0.includes(dose) }
        }
    }

    /// Whether a dose before a trip is given with others before its day.
    ///
    /// An age has to be reached for it, and what goes on with a course keeps its distance where there is time for that.
    private func isEarly(_ dose: Recommendation, _ best: CalendarDate, on day: CalendarDate) -> Bool {
        guard dose.isForTripAlone, best <= day.adding(Self.beforeTrips), case .trip = dose.reason else { return false }
        let isGoingOn = dose.progress.contains { $0.nextFrom != nil && (1..<max($0.planned, 1)).contains($0.given) }
        return !isGoingOn || dose.overdueFrom.map { $0 <= best } ?? false
    }

    /// The day for which a visit can wait to take more doses; nil if it can't, or for nothing.
    private func waiting(
        _ open: [Recommendation], on first: CalendarDate, _ best: BestDay, bundle: CalendarPeriod, slack: CalendarDate
    ) -> CalendarDate? {
        guard first > best.start else { return nil }
        let days = open.compactMap { dose in best.day(of: dose, among: open).map { (dose: dose, best: $0) } }
        var limit = first.adding(bundle)
        // Also what comes up while the visit waits has its last day, or a trip to be in time for.
        for (dose, best) in days.sorted(by: { $0.best < $1.best }) where best <= limit {
            if case .trip = dose.reason {
                // The last dose of a course keeps no other waiting that would have to be in time as well.
                let isLast = dose.progress.allSatisfy { $0.given + 1 >= $0.planned }
                let inTime = isLast ? dose.overdueFrom.map { min(limit, slack, $0.adding(days: -1)) } : nil
                limit = max(first, best, inTime ?? first)
                continue
            }
            var last = [limit, dose.overdueFrom?.adding(days: -1), dose.latest].compactMap(\.self).min() ?? limit
            if dose.indications.isEmpty { last = max(last, min(limit, slack, dose.latest ?? .last)) }
            // What was overdue before its own day, as after a gap that has to be kept, can't be brought forward.
            limit = best <= first ? last : max(last, best)
        }
        return days.map(\.best).filter { first < $0 && $0 <= limit }.max()
    }

    /// Whether one injection holds all of another: the Tdap of a pregnancy is the dose against tetanus as well.
    private func holds(_ combination: AdministeredDose, _ dose: AdministeredDose) -> Bool {
        func antigens(_ dose: AdministeredDose) -> Set<String> {
            dose.vaccine.map(engine.antigens) ?? Set(dose.antigens)
        }
        return combination.vaccine != nil && antigens(combination).isStrictSuperset(of: antigens(dose))
    }

    private func assumed(
        _ dose: Recommendation, id: String, on date: CalendarDate, _ carrier: (Recommendation, CalendarDate) -> String?
    ) -> AdministeredDose {
        let smallest = dose.vaccines.enumerated().min {
            (engine.antigens(of: $0.element).count, $0.offset) < (engine.antigens(of: $1.element).count, $1.offset)
        }?.element
        guard let vaccine = smallest ?? engine.liveVaccine(against: dose.antigens) ?? carrier(dose, date) else {
            return AdministeredDose(id: id, antigens: dose.givenAntigens, date: PartialDate(date))
        }
        return AdministeredDose(id: id, vaccine: vaccine, date: PartialDate(date))
    }
}

extension Recommendation {
    /// Whether only trips ask for it.
    fileprivate var isForTripAlone: Bool {
        !indications.isEmpty && indications.allSatisfy { if case .trip = $0.ground { true } else { false } }
    }

    /// Whether its dose is another one's as well: a course's next dose is the one that a pregnancy asks for.
    public func includes(_ other: Recommendation) -> Bool {
        Set(other.antigens).isSubset(of: antigens)
            && (vaccines.isEmpty || other.vaccines.isEmpty || !Set(vaccines).isDisjoint(with: other.vaccines))
    }
}

extension [Recommendation] {
    /// The doses of a visit, nothing twice: of what several rules ask for, the dose against most is it.
    public func apart() -> [Recommendation] {
        let widest = enumerated().sorted {
            ($1.element.antigens.count, $0.offset) < ($0.element.antigens.count, $1.offset)
        }
        var (covered, taken) = (Set<String>(), Set<String>())
        for (_, dose) in widest where covered.isDisjoint(with: dose.antigens) {
            covered.formUnion(dose.antigens)
            taken.insert(dose.id)
        }
        return filter { taken.contains($0.id) }
    }
}
