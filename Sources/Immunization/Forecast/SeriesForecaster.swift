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
        while true {
            skipDoses(at: context.date)
            if let status = statusWithoutDose() { return status }
            guard let next = evaluator.evaluation.next else { return exhausted() }
            let rule = evaluator.evaluation.series.doses[next]
            let forecast = ForecastDates(evaluator: evaluator, rule: rule).forecast(dose: next)
            guard forecast.status == .notComplete, let earliest = forecast.earliest else { return forecast }
            // Section 7.6: will the dose still be asked for on the day it can be given? If not, what comes after it?
            guard canSkip(next, at: earliest) else { return forecast }
            evaluator.evaluation.advance(.skipped)
        }
    }

    private mutating func canSkip(_ dose: Int, at day: CalendarDate) -> Bool {
        evaluator.canSkip(
            dose, .forecast, at: day, before: evaluator.history.doses.count, previous: evaluator.indices.last)
    }

    private mutating func skipDoses(at day: CalendarDate) {
        evaluator.skipDoses(.forecast, at: day, before: evaluator.history.doses.count, previous: evaluator.indices.last)
    }

    /// Table 7-10, columns 4 and 5: immunity and contraindication hold whatever else is true.
    private func statusWithoutDose() -> SeriesForecast? {
        let evaluation = evaluator.evaluation
        if isImmune { return SeriesForecast(.immune, .immunity) }
        guard evaluation.next != nil || evaluation.satisfiedCount == 0 else { return nil }
        return contraindication(evaluation.next).map {
            SeriesForecast(.contraindicated, .contraindication(observation: $0))
        }
    }

    private func exhausted() -> SeriesForecast {
        evaluator.evaluation.satisfiedCount > 0
            ? SeriesForecast(.complete, .allDosesGiven) : SeriesForecast(.notRecommended, .dosesNotNeeded)
    }

    /// Section 7.2.
    private var isImmune: Bool {
        let context = context
        return (context.rules.immunity[evaluator.evaluation.antigen] ?? []).contains { rule in
            if rule.observations.contains(where: { context.observations[$0] != nil }) { return true }
            guard let limit = rule.bornBefore, context.patient.birthDate < limit else { return false }
            return (rule.birthCountry == nil || rule.birthCountry == context.patient.birthCountry)
                && !rule.exclusions.contains { context.observations[$0] != nil }
        }
    }

    /// Section 7.3: the observation that forbids the series, if one does.
    private func contraindication(_ next: Int?) -> String? {
        let active = context.contraindications[evaluator.evaluation.antigen] ?? []
        if let whole = active.first(where: { $0.vaccines.isEmpty }) { return whole.observation }
        guard let next, let first = active.first else { return nil }
        let candidates = evaluator.candidates(for: evaluator.evaluation.series.doses[next])
        guard !candidates.isEmpty else { return nil }
        let allForbidden = candidates.allSatisfy { candidate in
            active.contains { $0.forbids(candidate, in: context) }
        }
        return allForbidden ? first.observation : nil
    }
}

extension Contraindication {
    func forbids(_ vaccine: VaccineTable.Entry, in context: AssessmentContext) -> Bool {
        vaccines.contains { entry in
            entry.vaccine.matches(vaccine) && context.isAge(on: context.date, from: entry.beginAge, until: entry.endAge)
        }
    }
}

extension VaccineSelector {
    /// Whether a vaccine is meant.
    func matches(_ vaccine: VaccineTable.Entry) -> Bool {
        switch self {
        case .any: true
        case .live: vaccine.isLive
        case .inactivated: !vaccine.isLive
        case .named(let name): vaccine.id == name || vaccine.kind == name
        }
    }
}

extension SeriesEvaluator {
    /// The vaccines that a dose is recommended with.
    func candidates(for rule: SeriesDose) -> [VaccineTable.Entry] {
        let meant = rule.preferableVaccines.isEmpty ? [DoseVaccine(.any)] : rule.preferableVaccines
        return meant.flatMap { context.rules.entries($0.vaccine, antigen: evaluation.antigen) }
    }
}
