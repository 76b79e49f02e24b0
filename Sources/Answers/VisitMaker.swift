import CivilDates
import Immunization

/// Makes visits of a plan, and lets lines follow it: what today's visit gives is for now.
struct VisitMaker {
    let plan: VisitPlan
    let judgement: Judgement

    /// For longer nothing waits for room: a live vaccine waits four weeks for the one before.
    private static let longestWait = CalendarPeriod(weeks: 5)

    private let combinations: Combinations
    /// How many doses the courses have, by antigen, as far as the plan goes.
    private let totals: [String: Int]
    /// How many doses of a course that goes on were given, by antigen.
    private let given: [String: Int]
    /// What each visit gives.
    private let parts: [[Combinations.Part]]
    /// How many visits of the plan are for now: today's, and those within a week that take what finds no room before.
    private let countNow: Int

    init(_ plan: VisitPlan, _ judgement: Judgement, _ combinations: Combinations) {
        (self.plan, self.judgement) = (plan, judgement)
        totals = Self.totals(plan)
        let open = judgement.recommendations.flatMap(\.progress).filter { $0.nextFrom != nil && !$0.isBooster }
        given = Dictionary(open.map { ($0.key.antigen, $0.given) }, uniquingKeysWith: min)
        self.combinations = combinations
        parts = plan.visits.map { combinations.parts(of: $0.doses, on: $0.date) }
        countNow = Self.countNow(plan, parts, on: judgement.day)
    }

    /// Whether the first visit has no room left.
    private var isFirstFull: Bool { parts.first.map(Self.isFull) ?? false }

    /// Whether a line is given a live vaccine on a later day, weeks after one of the first visit.
    private func waitsForLive(_ line: Answer.Line, until day: CalendarDate) -> Bool {
        guard parts.first?.contains(where: \.isLive) == true else { return false }
        return zip(plan.visits, parts).contains { visit, parts in
            visit.date == day
                && parts.contains { part in
                    part.isLive
                        && part.doses.contains { !Set($0.antigens).isDisjoint(with: line.group) }
                }
        }
    }

    private static func isFull(_ parts: [Combinations.Part]) -> Bool {
        parts.count { $0.vaccine?.isOral != true } >= VisitPlanner.mostInjections
    }

    private static func countNow(_ plan: VisitPlan, _ parts: [[Combinations.Part]], on day: CalendarDate) -> Int {
        guard let first = plan.visits.first, first.date <= day else { return 0 }
        let isFull = parts.map(Self.isFull)
        let days = plan.visits.map(\.date)
        return 1 + zip(isFull, zip(days, days.dropFirst())).prefix { $0.0 && $0.1.1 <= $0.1.0.adding(days: 7) }.count
    }

    func visits(of lines: [Answer.Line]) -> [Answer.Visit] {
        let asked = lines.filter { $0.state == .ask || $0.isQuestion }.map(\.id)
        return plan.visits.enumerated().map { number, visit in
            self.visit(
                on: visit.date, parts[number].map { injection($0, on: visit.date, lines) },
                isMoreLeft: number + 1 < countNow, toAsk: number == 0 ? asked : [])
        }
    }

    /// A visit on a day, to whoever vaccinates the patient.
    func visit(
        on day: CalendarDate, _ injections: [Answer.Injection], isMoreLeft: Bool = false, toAsk: [String] = []
    ) -> Answer.Visit {
        Answer.Visit(
            day: day, injections: injections, isMoreLeft: isMoreLeft,
            place: judgement.patient.isPerson ? .doctor : .vet,
            isOnTrip: judgement.patient.isAway(on: day), toAsk: toAsk)
    }

    /// The injections that doses are given in on a day.
    func injections(
        of doses: [Recommendation], on day: CalendarDate, _ lines: [Answer.Line]
    ) -> [Answer.Injection] {
        combinations.parts(of: doses, on: day).map { injection($0, on: day, lines) }
    }

    private func injection(
        _ part: Combinations.Part, on day: CalendarDate, _ lines: [Answer.Line]
    ) -> Answer.Injection {
        let antigens = part.doses.flatMap(\.antigens).unique()
        // What the vaccine holds besides is given with it, where that is wanted soon: whooping cough's brings tetanus along.
        let held = Set(part.vaccine?.targets ?? [])
        let soon = day.adding(judgement.recommender.soon)
        let served = lines.filter { line in
            antigens.contains(where: line.group.contains)
                || line.state.isOpen && !line.isQuestion && line.day ?? day <= soon
                    && !held.isDisjoint(with: line.antigens)
        }
        let steps = part.doses.compactMap { $0.step(totals) }
        let isSame =
            steps.count == part.doses.count && Set(steps.map(\.dose)).count == 1
            && !lines.contains { $0.isCourseUnknown && antigens.contains(where: $0.group.contains) }
        let numbers = Set(steps.map(\.total))
        let isSeasonal = !served.isEmpty && served.allSatisfy(\.isSeasonal)
        let total = isSame && numbers.count == 1 ? numbers.first : nil
        return Answer.Injection(
            vaccine: part.vaccine?.id, antigens: antigens,
            lines: served.map(\.id).sorted(),
            isOral: part.vaccine?.isOral ?? false, dose: isSame ? steps.first?.dose : nil,
            total: total,
            isBooster: !isSeasonal && part.doses.allSatisfy(\.isOnlyBooster),
            isYearly: isSeasonal && served.allSatisfy(\.isYearly) && total ?? 1 <= 1,
            firstDay: part.doses.map { max($0.earliest ?? day, $0.recommended ?? day) }.max() ?? day)
    }

    /// The line as the plan has it: its day, how many doses its course has, and now where today's visit gives it.
    func follow(_ line: Answer.Line, _ visits: [Answer.Visit]) -> Answer.Line {
        var line = line
        let planned = leastGiven(of: line).compactMap { totals[$0] }.max()
        line.total = line.isBooster ? nil : planned ?? line.total
        if let total = line.total, let dose = line.dose, dose > total { line.total = nil }
        if line.isCourseUnknown { (line.dose, line.total) = (nil, nil) }
        // The first of two in one season doesn't come again: its second follows weeks later.
        if let total = line.total, total > 1 { line.isYearly = false }
        guard line.state.isOpen, !line.isQuestion else {
            if line.isQuestion { line.day = nil }
            return line
        }
        guard let place = visits.firstIndex(where: { $0.injections.contains { $0.lines.contains(line.id) } }) else {
            // Once the others are given, nothing asks for it.
            if line.isForNow, isNeedless(line) { (line.state, line.day, line.since) = (.notRecommended, nil, nil) }
            if line.state == .later { putOff(&line) }
            return line
        }
        let day = visits[place].day
        let isToday = day <= judgement.day
        let isNow = isToday || place < countNow
        if isNow, !line.isForNow, isToday || line.firstDay ?? .last <= judgement.day { line.state = .now }
        // What waits on purpose, as for the dose of a pregnancy, isn't for now; what finds no room is, and what waits for
        // the way home.
        let isWaiting =
            !isFirstFull || waitsForLive(line, until: day)
            || judgement.day.adding(Self.longestWait) < day
        if line.isForNow, isNow || !isWaiting || judgement.patient.isAway(on: judgement.day) {
            line.day = day
        } else {
            settle(&line, on: day)
        }
        return line
    }

    /// The line, for a day to come; what is said to be valid until a day keeps that.
    private func settle(_ line: inout Answer.Line, on day: CalendarDate) {
        guard line.isForNow || !line.reasons.contains(where: { $0.validity != nil }) else { return }
        (line.state, line.since, line.day) = (judgement.ahead(day), nil, day)
    }

    /// Those of a line's antigens whose course is furthest behind: its dose and how many there are, are theirs.
    private func leastGiven(of line: Answer.Line) -> [String] {
        let known = line.antigens.compactMap { given[$0] }
        return line.antigens.filter { antigen in given[antigen].map { $0 == known.min() } ?? known.isEmpty }
    }

    /// The line, for when its next dose is recommended once all that is planned has been given, where that puts it off.
    private func putOff(_ line: inout Answer.Line) {
        let last = plan.visits.last?.date ?? .last
        let next = plan.remaining.filter { open in
            open.recommended.map { last < $0 } ?? false && !Set(open.antigens).isDisjoint(with: line.antigens)
        }.min { $0.recommended ?? .last < $1.recommended ?? .last }
        guard let next, let day = next.recommended, line.day.map({ $0 < day }) ?? true else { return }
        settle(&line, on: day)
        line.lastGoodDay = next.overdueFrom?.adding(days: -1)
        // It isn't counted from what is entered any more.
        line.reasons.removeAll { if case .gap = $0 { true } else { false } }
    }

    /// Whether a plan that goes on without it doesn't ask for it in the end.
    private func isNeedless(_ line: Answer.Line) -> Bool {
        !plan.visits.isEmpty && !plan.remaining.contains { !Set($0.antigens).isDisjoint(with: line.group) }
    }

    /// What the last dose of each course is, or what remains after it.
    private static func totals(_ plan: VisitPlan) -> [String: Int] {
        var totals: [String: Int] = [:]
        func note(_ recommendation: Recommendation, _ number: (SeriesProgress) -> Int) {
            for progress in recommendation.progress where progress.nextFrom != nil && !progress.isBooster {
                totals[progress.key.antigen] = max(totals[progress.key.antigen] ?? 0, number(progress))
            }
        }
        for dose in plan.visits.flatMap(\.doses) { note(dose) { $0.given + 1 } }
        for open in plan.remaining { note(open, \.planned) }
        return totals
    }
}

extension Recommendation {
    /// Which dose of its course it is; nil where that says nothing.
    ///
    /// Of diseases with different numbers the lowest counts: whoever had measles vaccine alone gets the first of two doses
    /// against all three.
    fileprivate func step(_ totals: [String: Int]) -> Step? {
        let open = progress.filter { $0.nextFrom != nil && antigens.contains($0.key.antigen) }
        guard open.first.map({ !$0.isBooster }) ?? false, let least = open.min(by: { $0.given < $1.given }) else {
            return nil
        }
        let total = open.filter { $0.given == least.given }.compactMap { totals[$0.key.antigen] }.max() ?? least.planned
        return total > 0 ? Step(dose: least.given + 1, total: max(total, least.given + 1)) : nil
    }

    fileprivate struct Step: Hashable {
        let dose: Int
        let total: Int
    }

    /// Whether its next dose only refreshes.
    fileprivate var isOnlyBooster: Bool {
        let open = progress.filter { $0.nextFrom != nil }
        return !open.isEmpty && open.allSatisfy(\.isBooster)
    }
}
