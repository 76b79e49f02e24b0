import CivilDates
import Immunization

/// Plans the visits that do what lines ask for: none has more injections than two arms have room for.
struct VisitPlanner {
    let judgement: Judgement
    let catalogue: Catalogue
    let combinations: Combinations
    /// The lines before anything is planned, by antigen.
    private let lines: [String: Answer.Line]

    init(judgement: Judgement, catalogue: Catalogue, combinations: Combinations, lines: [Answer.Line]) {
        (self.judgement, self.catalogue, self.combinations) = (judgement, catalogue, combinations)
        self.lines = lines.reduce(into: [:]) { known, line in
            for antigen in line.group { known[antigen] = line }
        }
    }

    /// Two arms, or thighs, with two sites each, 2.5 cm apart: well known of guidance on several vaccines in one visit, which
    /// was seen in excerpts only (confidence B).
    static let mostInjections = 4
    /// How far ahead visits are planned.
    static let horizon = CalendarPeriod(years: 2)
    /// How long a visit of a person waits for other doses.
    private static let bundle = CalendarPeriod(weeks: 4)
    /// The age from which a dose may wait for another one.
    private static let toddler = CalendarPeriod(months: 12)

    func plan() -> VisitPlan {
        guard judgement.isShort else { return VisitPlan() }
        // An animal's vaccination ends on its day: its next one waits for nothing, and others come along.
        return judgement.recommender.plan(
            for: judgement.patient, from: judgement.day,
            bundle: judgement.patient.isPerson ? Self.bundle : CalendarPeriod(),
            weeksAhead: judgement.patient.isPerson ? 0 : KnownDates.animalsLead.weeks, horizon: Self.horizon,
            knowing: judgement.found, by: judgement.judge, leavingOut: isLeftOut, combining: isOneVaccine,
            carrying: { dose, day in combinations.carrier(of: dose, on: day)?.id },
            choosing: { visit, due in choose(visit, among: due) })
    }

    /// Whether a combination is the next dose of two that everybody gets; a baby waits for nothing.
    private func isOneVaccine(_ dose: Recommendation, _ other: Recommendation, on day: CalendarDate) -> Bool {
        guard dose.indications.isEmpty, other.indications.isEmpty, judgement.day(atAge: Self.toddler) <= day else {
            return false
        }
        let antigens = Set(dose.givenAntigens + other.givenAntigens)
        return combinations.combinations(of: antigens, on: day).contains { vaccine in
            combinations.isServed(dose, by: vaccine) && combinations.isServed(other, by: vaccine)
        }
    }

    /// What nobody plans for: a course whose question isn't answered, what a doctor decides, what a trip asks for too late.
    private func isLeftOut(_ dose: Recommendation) -> Bool {
        if judgement.needlessEarly.contains(dose.id) { return true }
        if dose.isForTripsWithoutDay(of: judgement.patient, on: judgement.day) { return true }
        let own = dose.antigens.compactMap { lines[$0] }
        return !own.isEmpty
            && own.allSatisfy { line in
                switch line.state {
                case .nowUnlessGiven, .soon, .later: line.isQuestion && dose.kind == .standard
                case .ask: isAsked(dose, line)
                case .tooLate: dose.isForTripAlone
                case .now: line.isCourseUnknown && dose.kind == .standard && dose.doseNumber != line.dose
                default: false
                }
            }
    }

    /// Whether a dose of a line that is asked about is: what is asked for a trip keeps nobody from what everybody gets at its
    /// age, and what is arranged with a treatment nobody from what its end asks for.
    private func isAsked(_ dose: Recommendation, _ line: Answer.Line) -> Bool {
        if dose.isForTripAlone { return true }
        let isAfterTreatment = line.isArranged && !dose.isOfPregnancy && dose.isAwaited(on: judgement.day)
        return !line.isAskedForTrips && !isAfterTreatment
    }

    // MARK: What one visit has room for

    /// What is given at a visit: with what goes along with it, and no more than there is room for.
    private func choose(_ visit: VisitPlan.Visit, among due: [Recommendation]) -> [Recommendation] {
        let allowed = due.filter { open in
            !visit.doses.contains { $0.id == open.id } && open.earliest.map { $0 <= visit.date } ?? false
                && !open.isAwaited(on: visit.date)
        }
        let whole = wholeCombinations(with: visit, allowed)
        let along = allowed.filter { open in
            whole.contains(open.id) || goesAlong(open, with: visit.doses) || isSpared(open, on: visit.date)
        }
        let doses = withoutHindering(visit.doses + along, among: due, on: visit.date)
        let parts = combinations.parts(of: doses, on: visit.date)
        let pricks = parts.filter { $0.vaccine?.isOral != true }
        guard pricks.count > Self.mostInjections else { return doses }
        let first = Precedence.sorted(pricks, on: visit.date, judgement, isSeasonal: isSeasonal)
        let oral = parts.filter { $0.vaccine?.isOral == true }
        let kept = Set((places(first, on: visit.date) + oral).flatMap(\.doses).map(\.id))
        return doses.filter { kept.contains($0.id) }
    }

    /// Who takes the places: live ones are given on one day, as each keeps the others waiting for weeks.
    ///
    /// Where one is given anyway, as in its last days, the others go with it, and what can wait makes room. Where none is, those
    /// that don't all find a place come together at the next visit.
    private func places(
        _ first: [(key: Precedence, part: Combinations.Part)], on day: CalendarDate
    ) -> [Combinations.Part] {
        let (taken, rest) = (first.prefix(Self.mostInjections), first.dropFirst(Self.mostInjections))
        let left = rest.filter { $0.key.rank == Precedence.live }
        guard !left.isEmpty else { return taken.map(\.part) }
        guard !taken.contains(where: { $0.key.rank < Precedence.live && $0.part.isLive }) else {
            let due = left.filter { $0.part.doses.contains { $0.recommended ?? .last <= day } }
            return withLive(Array(taken), due, rest.filter { $0.key.rank != Precedence.live }, on: day)
        }
        guard first.count(where: { $0.key.rank == Precedence.live }) <= Self.mostInjections else {
            return taken.map(\.part)
        }
        return first.filter { $0.key.rank != Precedence.live }.prefix(Self.mostInjections).map(\.part)
    }

    /// Whether an animal is spared another visit within weeks: what its age and its distances allow comes along.
    private func isSpared(_ open: Recommendation, on day: CalendarDate) -> Bool {
        !judgement.patient.isPerson && open.recommended.map { $0 <= day.adding(Self.bundle) } ?? false
    }

    /// What is taken, with as many of the live ones that are left as have room once others wait for a later visit in which
    /// they are still in time.
    private func withLive(
        _ taken: [Ranked], _ left: [Ranked], _ rest: [Ranked], on day: CalendarDate
    ) -> [Combinations.Part] {
        var (taken, rest) = (taken, rest)
        for live in left {
            let place = taken.indices.last { place in
                !taken[place].part.isLive && isInTime(rest + [taken[place]], after: day)
            }
            guard let place else { break }
            rest.append(taken.remove(at: place))
            taken.append(live)
        }
        return taken.map(\.part)
    }

    private typealias Ranked = (key: Precedence, part: Combinations.Part)

    /// Whether all of it is in time at the visits that come each a week after the one before, as far as each has room.
    private func isInTime(_ waiting: [Ranked], after day: CalendarDate) -> Bool {
        waiting.map(\.key.lastStart).sorted().enumerated().allSatisfy { number, last in
            day.adding(days: 7 * (1 + number / Self.mostInjections)) <= last
        }
    }

    /// Whether the time of a dose is counted from vaccines of which one is given anyway: once against whooping cough with
    /// the booster against tetanus.
    private func goesAlong(_ open: Recommendation, with doses: [Recommendation]) -> Bool {
        let given = Set(doses.flatMap(\.givenAntigens))
        let series = open.progress.filter { $0.nextFrom != nil && $0.isBooster }
        guard !series.isEmpty, let schedule = judgement.schedule(open.schedule) else { return false }
        return series.allSatisfy { progress in
            let row = schedule.series.first { $0.id == progress.key.series }
            return row?.doses.filter(\.isBooster).flatMap(\.intervals).contains { interval in
                guard interval.earliestRecommended != nil, case .mostRecent(let kinds) = interval.reference else {
                    return false
                }
                return kinds.contains { isGiven($0, given) }
            } ?? false
        }
    }

    /// What completes a combination of which a part is given anyway, by id: where all of it is allowed it is given whole.
    private func wholeCombinations(with visit: VisitPlan.Visit, _ allowed: [Recommendation]) -> Set<String> {
        let (given, others) = (visit.doses.filter(\.isOfBasicCourse), allowed.filter(\.isOfBasicCourse))
        guard judgement.patient.isPerson, !given.isEmpty, !others.isEmpty else { return [] }
        let antigens = Set((given + others).flatMap(\.givenAntigens))
        let started = Set(given.flatMap(\.givenAntigens))
        let whole = combinations.combinations(of: antigens, on: visit.date).filter { vaccine in
            antigens.isSuperset(of: vaccine.targets) && !started.isDisjoint(with: vaccine.targets)
        }
        return Set(
            others.filter { dose in whole.contains { Set(dose.antigens).isSubset(of: $0.targets) } }.map(\.id))
    }

    /// Whether it comes again in every season.
    private func isSeasonal(_ dose: Recommendation) -> Bool {
        dose.antigens.contains { lines[$0]?.isSeasonal ?? false }
    }

    private func isGiven(_ kind: VaccineSelector, _ antigens: Set<String>) -> Bool {
        guard case .named(let name) = kind, let vaccine = catalogue.vaccine(name) else { return false }
        return antigens.isSuperset(of: vaccine.targets)
    }
}

extension Recommendation {
    /// Whether its day is counted from something that was ticked or from a pregnancy, and comes later: what goes along with
    /// others isn't brought forward.
    fileprivate func isAwaited(on day: CalendarDate) -> Bool {
        guard case .interval(let gap) = reason, gap.observation != nil else { return false }
        return recommended.map { day < $0 } ?? false
    }

    /// Whether its next dose goes on with a course that isn't complete.
    fileprivate var isOfBasicCourse: Bool {
        let next = progress.filter { $0.nextFrom != nil }
        return !next.isEmpty && next.allSatisfy { !$0.isBooster }
    }
}

extension Answer.Line {
    /// Whether trips are all that it is asked about for.
    fileprivate var isAskedForTrips: Bool {
        !reasons.isEmpty
            && reasons.allSatisfy { reason in
                switch reason {
                case .trip, .tripIf, .tripWithoutDay: true
                default: false
                }
            }
    }
}
