import CivilDates

/// Finds what one series asks for next (CDSi Logic Specification 4.5, chapter 7).
struct SeriesForecaster {
    var evaluator: SeriesEvaluator
    private var context: AssessmentContext { evaluator.context }

    init(_ evaluator: SeriesEvaluator) {
        self.evaluator = evaluator
    }

    /// Sections 7.1 to 7.6, in their order.
    ///
    /// Doses that the forecast leaves out stay marked in the evaluation.
    mutating func run() -> SeriesForecast {
        skipDoses(at: context.date)
        if isImmune { return SeriesForecast(.immune, .immunity) }
        if let day = evaluator.goBackIfLate(at: context.date, before: evaluator.history.doses.count) {
            evaluator.evaluation.lapsed = day
        }
        while true {
            skipDoses(at: context.date)
            guard let next = evaluator.evaluation.next else { return exhausted() }
            let forecast = ForecastDates(evaluator: evaluator, dose: next).forecast(dose: next)
            guard forecast.status == .notComplete, let earliest = forecast.earliest else { return forecast }
            // Section 7.6: will the dose still be asked for on the day it can be given? If not, what comes after it?
            guard canSkip(next, at: earliest) else { return decided(forecast, dose: next) }
            evaluator.evaluation.advance(.skipped)
        }
    }

    /// What becomes of a dose that is asked for when something forbids it, or leaves it to a doctor.
    private func decided(_ forecast: SeriesForecast, dose next: Int) -> SeriesForecast {
        let (active, day) = evaluator.contraindications(dose: next, recommended: forecast.recommended)
        let row = evaluator.evaluation.row.doses[next]
        let (rule, candidates) = (row.rule, row.candidates)
        let isWholly = { (rules: [Contraindication]) in
            rules.contains { $0.vaccines.isEmpty }
                || (!candidates.isEmpty
                    && candidates.allSatisfy { one in rules.contains { $0.forbids(one, on: day, in: context) } })
        }
        let absolute = active.filter { $0.degree == .absolute }
        if isWholly(absolute) {
            var result = SeriesForecast(.contraindicated, .contraindication(observation: absolute.first?.observation))
            result.why = absolute.map(\.text).filter { !$0.isEmpty }
            return result
        }
        // Until when the dose before is valid answers it.
        let isAnswered = rule.intervals.contains {
            evaluator.validUntil($0, before: evaluator.history.doses.count) != nil
        }
        var reasons = rule.ask.isEmpty || isAnswered ? [] : [rule.ask]
        let cautions = isWholly(active) ? active.filter { $0.degree == .ask }.map(\.text) : []
        reasons += cautions
        guard !reasons.isEmpty, !isForLater(forecast) else { return forecast }
        var result = forecast
        result.isCautioned = !cautions.isEmpty
        (result.status, result.reason, result.why) = (.askDoctor, .doctorDecides, reasons)
        return result
    }

    /// Whether the series begins at an age that the patient hasn't, with nothing of it before: nobody has to ask yet.
    private func isForLater(_ forecast: SeriesForecast) -> Bool {
        guard let age = evaluator.evaluation.row.series.selection.minimumAgeToStart, let earliest = forecast.earliest
        else {
            return false
        }
        let start = context.day(atAge: age)
        return !context.hasCome(start) && start <= earliest
    }

    private mutating func canSkip(_ dose: Int, at day: CalendarDate) -> Bool {
        evaluator.canSkip(
            dose, .forecast, at: day, before: evaluator.history.doses.count, previous: evaluator.indices.last)
    }

    private mutating func skipDoses(at day: CalendarDate) {
        evaluator.skipDoses(.forecast, at: day, before: evaluator.history.doses.count, previous: evaluator.indices.last)
    }

    private func exhausted() -> SeriesForecast {
        evaluator.evaluation.satisfiedCount > 0
            ? SeriesForecast(.complete, .allDosesGiven) : SeriesForecast(.notRecommended, .dosesNotNeeded)
    }

    /// Section 7.2.
    private var isImmune: Bool {
        let context = context
        return evaluator.evaluation.row.immunity.contains { rule in
            if rule.observations.contains(where: { context.observations[$0] != nil }) { return true }
            guard let limit = rule.bornBefore, context.patient.birthDate < limit else { return false }
            return (rule.birthCountry == nil || rule.birthCountry == context.patient.birthCountry)
                && !rule.exclusions.contains { context.observations[$0] != nil }
        }
    }
}

extension Contraindication {
    /// Whether a vaccine is forbidden on a day, or left to a doctor; a rule that names none means all.
    func forbids(_ vaccine: IndexedVaccine, on day: CalendarDate, in context: AssessmentContext) -> Bool {
        vaccines.isEmpty
            || vaccines.contains { entry in
                entry.vaccine.matches(vaccine)
                    && context.isAge(on: day, from: entry.beginAge, until: entry.endAge)
            }
    }
}

extension VaccineSelector {
    func matches(_ vaccine: IndexedVaccine) -> Bool {
        switch self {
        case .any: true
        case .live: vaccine.isLive
        case .inactivated: !vaccine.isLive
        case .named(let name): vaccine.id == name || vaccine.kind == name
        }
    }
}

extension SeriesEvaluator {
    /// Section 7.3: the contraindications that concern one of the series' doses, given on a day.
    func contraindications(dose: Int, on day: CalendarDate) -> [Contraindication] {
        let number = dose + 1
        return forbidding.filter {
            $0.degree != .wait && ($0.doses.isEmpty || $0.doses.contains(number))
                && context.isAge(on: day, from: $0.beginAge, until: $0.endAge)
        }
    }

    /// The same on the day on which a dose would be given, with that day.
    func contraindications(
        dose: Int, recommended: CalendarDate?
    ) -> (active: [Contraindication], day: CalendarDate) {
        guard !forbidding.isEmpty else { return ([], context.date) }
        let day = dayGiven(recommended: recommended)
        return (contraindications(dose: dose, on: day), day)
    }

    /// The day for which what everybody gets waits, the latest of several, with its rule; nil where nothing has to.
    var wait: (day: CalendarDate, rule: Contraindication)? {
        guard evaluation.row.series.kind == .standard else { return nil }
        let rules = forbidding.compactMap { rule -> (day: CalendarDate, rule: Contraindication)? in
            guard rule.degree == .wait, let code = rule.observation, let length = rule.length,
                let start = context.observations[code] ?? nil
            else { return nil }
            return (start.adding(length), rule)
        }
        return rules.filter { !context.hasCome($0.day) }.max { $0.day < $1.day }
    }

    /// The contraindications that hold for the antigen.
    private var forbidding: [Contraindication] { context.contraindications[evaluation.antigen] ?? [] }

    /// The day on which the next dose would be given: the one it is recommended from or, if that has passed, the day of
    /// assessment; before a trip its departure at the latest.
    private func dayGiven(recommended: CalendarDate?) -> CalendarDate {
        if let recommended { context.note(recommended) }
        let day = max(context.date, recommended ?? context.date)
        guard let departure = context.nextTrip(for: evaluation.row.series)?.departure else { return day }
        context.note(departure)
        return max(context.date, min(day, departure))
    }
}
