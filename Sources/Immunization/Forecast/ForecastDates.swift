import CivilDates

/// The days of a forecast (CDSi Logic Specification 4.5, sections 7.4 and 7.5).
struct ForecastDates {
    let evaluator: SeriesEvaluator
    private let row: SeriesRow.Dose
    private let context: AssessmentContext
    private let ages: AgeRule?
    private let intervals: [IntervalRule]
    private let season: DateWindow?

    /// The number of the dose in the series, from 0.
    private let dose: Int

    init(evaluator: SeriesEvaluator, dose: Int) {
        row = evaluator.evaluation.row.doses[dose]
        self.evaluator = evaluator
        self.dose = dose
        let (context, today) = (evaluator.context, evaluator.context.date)
        self.context = context
        ages = row.rule.ages.first { context.contains($0.validity, today) }
        intervals = row.rule.intervals.filter { context.contains($0.validity, today) }
        // A yearly season is the one that the dose can be given in: whoever had this one's waits for the next.
        let ready = intervals.compactMap { interval in
            interval.minimum.flatMap { minimum in
                evaluator.reference(of: interval, before: evaluator.history.doses.count)?.adding(minimum)
            }
        }
        season = row.rule.season.map { context.window(of: $0, on: max(today, ready.max() ?? today)) }
    }

    func forecast(dose next: Int) -> SeriesForecast {
        if let last = season?.last, context.hasCome(last.adding(days: 1)) {
            return SeriesForecast(.notRecommended, .seasonOver)
        }
        let maximum = [ages?.recommendedUntil, ages?.maximum].compactMap { $0.map(context.day(atAge:)) }.min()
        if let maximum, context.hasCome(maximum) { return SeriesForecast(.agedOut, .pastMaximumAge) }
        let conflict = conflictEnd()
        let earliest = candidateEarliest(conflict?.day)
        if let maximum, earliest >= maximum { return SeriesForecast(.agedOut, .cannotFinishInTime) }
        var forecast = SeriesForecast(.notComplete, .any)
        forecast.seriesDose = next + 1
        forecast.doseNumber = doseNumber
        forecast.earliest = earliest
        forecast.latest = [maximum?.adding(days: -1), endOfFirstSeason].compactMap(\.self).min()
        setDueDates(&forecast, earliest, conflict)
        forecast.vaccines = recommendedVaccines(forecast)
        forecast.hasPriority = !intervals.isEmpty && intervals.allSatisfy(\.hasPriority)
        return forecast
    }

    /// Business rule FORECASTDTCAN-1.
    private func candidateEarliest(_ conflictEnd: CalendarDate?) -> CalendarDate {
        var dates = intervals.compactMap { interval in
            interval.minimum.flatMap { minimum in reference(of: interval)?.adding(minimum) }
        }
        dates += [ages?.minimum.map(context.day(atAge:)), season?.first, conflictEnd, latestJudged].compactMap {
            $0
        }
        if let lapsed = evaluator.evaluation.lapsed { dates.append(lapsed) }
        return dates.max() ?? context.patient.birthDate
    }

    private func reference(of interval: IntervalRule) -> CalendarDate? {
        evaluator.reference(of: interval, before: evaluator.history.doses.count)
    }

    /// The first day the reference can have been: what is lost with time is counted from there.
    private func earliestReference(of interval: IntervalRule) -> CalendarDate? {
        let count = evaluator.history.doses.count
        return evaluator.referenceDose(of: interval, before: count).map { evaluator.history.doses[$0].earliestDate }
            ?? reference(of: interval)
    }

    private var latestJudged: CalendarDate? {
        evaluator.evaluation.latestJudged.map { evaluator.history.doses[$0].date }
    }

    /// The first day on which a vaccine that the dose is recommended with keeps its distance from all others, and from
    /// which of them that is.
    private func conflictEnd() -> ConflictEnd? {
        guard !context.recentDoses.isEmpty, row.isConflicting else { return nil }
        let active = evaluator.contraindications(dose: dose, on: context.date)
        var best: ConflictEnd?
        for candidate in row.candidates
        where !active.contains(where: { $0.forbids(candidate, on: context.date, in: context) }) {
            guard let end = context.conflictEnd(of: candidate) else { return nil }
            if end.day < best?.day ?? .last { best = end }
        }
        return best
    }

    /// Business rules FORECASTDT-2, 3, 5 and 6; a trip sets its own days.
    private func setDueDates(_ forecast: inout SeriesForecast, _ earliest: CalendarDate, _ conflict: ConflictEnd?) {
        let byAge = ages?.earliestRecommended.map(context.day(atAge:))
        let byInterval = byAge == nil ? longest({ $0.earliestRecommended }, from: earliestReference) : nil
        let overdueByInterval = intervals.compactMap { interval in
            interval.latestRecommended.flatMap { period in earliestReference(of: interval)?.adding(period) }
        }.max()
        var recommended = byAge ?? byInterval?.day ?? earliest
        let overdueByAge = ages?.latestRecommended.map(context.day(atAge:))
        var pastDue = (overdueByAge ?? overdueByInterval ?? overdueBySeason)?.adding(days: -1)
        forecast.reason =
            ages?.earliestRecommended.map { .age($0) } ?? byInterval.map { .interval($0.gap) }
            ?? reasonForDelay(earliest, conflict) ?? .any
        if let end = endAsSaid {
            (recommended, pastDue, forecast.reason) = (end, end, .validUntil(end))
        }
        if let next = nextSeason(after: recommended) {
            (recommended, forecast.reason) = (next.first, .season(first: next.first, last: next.last))
        }
        if let trip = context.nextTrip(for: evaluator.evaluation.row.series) {
            let given = evaluator.evaluation.satisfiedCount
            let latest = trip.latest(given: given, isBooster: row.rule.isBooster)
            if given == 0, let lead = trip.recommended { recommended = lead }
            // Where the usual distance leaves too little time for what has to be in, the least one is kept.
            if given > 0, given <= trip.rule.gaps.count, let latest, earliest <= latest, latest < recommended {
                recommended = earliest
            }
            if let end = validityEnd, end < trip.returning ?? trip.departure {
                recommended = min(recommended, trip.recommended ?? trip.departure)
            }
            if let renewed = renewal(for: trip), renewed < recommended {
                (recommended, forecast.reason) = (renewed, .trip(departure: trip.departure))
                pastDue = trip.latestBeforeEnd ?? pastDue
            }
            // A dose that isn't asked for before the departure has time after the return.
            if recommended <= trip.departure {
                // An age that isn't reached is waited for, whatever the trip.
                if recommended != byAge || context.hasCome(recommended) {
                    forecast.reason = .trip(departure: trip.departure)
                }
                // Inside the validity of the one before, a booster protects at once.
                pastDue = validityEnd.map { min($0, trip.departure) } ?? latest ?? pastDue
            }
            if given <= trip.rule.gaps.count, let latest {
                forecast.isInTime = earliest <= latest && !context.hasCome(latest.adding(days: 1))
            }
        }
        forecast.unadjustedRecommended = recommended
        forecast.unadjustedPastDue = pastDue
        forecast.recommended = max(earliest, recommended)
        forecast.pastDue = pastDue.map { max(earliest, $0) }
        if recommended < earliest, let delay = reasonForDelay(earliest, conflict), isTold(delay, earliest) {
            forecast.reason = delay
        }
        waitIfAsked(&forecast)
    }

    /// What isn't urgent waits for a time after an observation began, as for the second third of a pregnancy.
    private func waitIfAsked(_ forecast: inout SeriesForecast) {
        guard let (day, rule) = evaluator.wait, let recommended = forecast.recommended, recommended < day,
            let length = rule.length, forecast.latest.map({ day <= $0 }) ?? true
        else { return }
        forecast.recommended = day
        forecast.pastDue = forecast.pastDue.map { max($0, day) }
        forecast.reason = .interval(SeriesForecast.Gap(length, after: nil, observation: rule.observation))
        forecast.why = [rule.text]
    }

    /// The day to renew the last dose on, if it is too old at the end of a trip: before the departure or, on a stay that
    /// outlasts a dose given then, during it.
    private func renewal(for trip: MostUrgentTrip) -> CalendarDate? {
        guard let freshFrom = trip.freshFrom, let last = evaluator.evaluation.latestValid,
            evaluator.history.doses[last].earliestDate < freshFrom
        else { return nil }
        return max(freshFrom, trip.recommended ?? trip.departure)
    }

    /// The season to wait for, where a dose is recommended after the end of its yearly one and before the next.
    private func nextSeason(after day: CalendarDate) -> (first: CalendarDate, last: CalendarDate?)? {
        guard case .yearly? = row.rule.season, let end = season?.last, day > end,
            let next = row.rule.season?.window(on: day), let first = next.first, first > day
        else { return nil }
        return (first, next.last)
    }

    /// The last day of the first season of a life: no other comes in which the dose would be given.
    private var endOfFirstSeason: CalendarDate? {
        if case .firstOfLife? = row.rule.season { season?.last } else { nil }
    }

    /// The last day on which the dose before is valid, where a booster has a longest gap and it hasn't passed.
    private var validityEnd: CalendarDate? {
        guard row.rule.isBooster, evaluator.evaluation.lapsed == nil else { return nil }
        let ends = endsByGap + [endAsSaid].compactMap(\.self)
        return ends.min().flatMap { context.hasCome($0.adding(days: 1)) ? nil : $0 }
    }

    private var endsByGap: [CalendarDate] {
        intervals.compactMap { interval in
            interval.longest.flatMap { earliestReference(of: interval)?.adding($0.maximum) }
        }
    }

    /// The last day on which the dose before is valid, where that is said of it; no later than the rule has it.
    private var endAsSaid: CalendarDate? {
        let ends = intervals.compactMap { evaluator.validUntil($0, before: evaluator.history.doses.count) }
        return ends.min().map { end in (endsByGap + [end]).min() ?? end }
    }

    private var overdueBySeason: CalendarDate? {
        guard let first = season?.first, let day = row.rule.overdueInSeason else { return nil }
        let sameYear = day.day(inYear: first.year)
        return first <= sameYear ? sameYear : day.day(inYear: first.year + 1)
    }

    /// Whether what held a dose up still matters.
    ///
    /// Long after that, the age or the gap of the rule is its reason again; a season goes on.
    private func isTold(_ delay: SeriesForecast.Reason, _ earliest: CalendarDate) -> Bool {
        if case .season = delay { true } else { !context.hasCome(earliest) }
    }

    /// What the earliest day comes of; nil where nothing holds it up.
    private func reasonForDelay(_ earliest: CalendarDate, _ conflict: ConflictEnd?) -> SeriesForecast.Reason? {
        if let season, earliest == season.first { return .season(first: season.first, last: season.last) }
        if let conflict, earliest == conflict.day { return .conflict(conflict.gap) }
        if let age = ages?.minimum, earliest == context.day(atAge: age) { return .minimumAge(age) }
        return longest({ $0.minimum }, from: reference).map { .minimumInterval($0.gap) }
    }

    /// Of one of the intervals' lengths, the one that ends last.
    private func longest(
        _ length: (IntervalRule) -> CalendarPeriod?, from reference: (IntervalRule) -> CalendarDate?
    ) -> (day: CalendarDate, gap: SeriesForecast.Gap)? {
        let count = evaluator.history.doses.count
        return intervals.compactMap { interval in
            guard let period = length(interval), let day = reference(interval)?.adding(period) else { return nil }
            let dose = evaluator.referenceDose(of: interval, before: count).map { evaluator.history.doses[$0].id }
            let observation: String? = if case .observation(let code) = interval.reference { code } else { nil }
            return (day, SeriesForecast.Gap(period, after: dose, observation: observation))
        }.max { $0.day < $1.day }
    }

    /// Business rule FORECASTDN-1.
    private var doseNumber: Int {
        let evaluation = evaluator.evaluation
        var count = evaluation.course.dose + 1
        for (position, target) in evaluation.targets.enumerated().dropFirst(evaluation.course.position) {
            guard case .satisfied(let index) = target else { continue }
            let dose = evaluator.history.doses[index]
            let season = evaluation.row.doses[evaluation.plan[position]].rule.season
                .map { context.window(of: $0, on: context.date) }
            if season?.first.map({ dose.date >= $0 }) ?? true { count += 1 }
        }
        return count
    }

    /// Business rule FORECASTRECVAC-1.
    private func recommendedVaccines(_ forecast: SeriesForecast) -> [String] {
        let (active, day) = evaluator.contraindications(dose: dose, recommended: forecast.recommended)
        let isForbidden = { (vaccine: IndexedVaccine) in active.contains { $0.forbids(vaccine, on: day, in: context) } }
        if row.isForAny, !active.isEmpty {
            // The kinds that are left where a dose may be given with any vaccine and some are forbidden.
            let left = row.candidates.filter { !isForbidden($0) }
            if !left.isEmpty, left.count < row.candidates.count { return Self.kinds(left) }
        }
        return row.rule.preferableVaccines.compactMap { entry in
            guard entry.isForecast, case .named(let name) = entry.vaccine,
                active.isEmpty || context.rules.vaccines.vaccine(name).map({ !isForbidden($0) }) ?? true
            else { return nil }
            // What was possible on a day that has passed is no vaccine for today.
            let days = [forecast.earliest, forecast.recommended].compactMap { $0.map { max($0, context.date) } }
            return days.contains { context.isAge(on: $0, from: entry.beginAge, until: entry.endAge) } ? name : nil
        }
    }

    /// The kinds of some vaccines, the one that holds least first; last those without a product, which may have been any.
    private static func kinds(_ vaccines: [IndexedVaccine]) -> [String] {
        let made = Set(vaccines.filter { $0.id != $0.kind }.map(\.kind))
        return vaccines.filter { $0.id == $0.kind }
            .map { (made.contains($0.id) ? 0 : 1, $0.antigens.count, $0.id) }.sorted(by: <).map(\.2)
    }
}
