import CivilDates

/// One relevant series of one antigen, judged and forecast.
///
/// A class, so that choosing among many shares them instead of copying them.
final class PatientSeries {
    let evaluation: SeriesEvaluation
    let forecast: SeriesForecast

    var row: SeriesRow { evaluation.row }
    var kind: AntigenSeries.Kind { evaluation.row.series.kind }
    var selection: SeriesSelection { evaluation.row.series.selection }
    var validCount: Int { evaluation.satisfiedCount }
    /// Business rule SELECTB-6.
    var isComplete: Bool { forecast.status == .complete }
    /// Business rule SELECTB-16.
    var isInProcess: Bool { validCount > 0 && forecast.isOpen }
    /// Whether a doctor has to say if a child's strength is enough, or which vaccine it was.
    var isDoubted: Bool {
        switch forecast.reason {
        case .childStrength, .unknownVaccine: true
        default: false
        }
    }
    /// How many doses are still to come in this turn of the series.
    var remainingCount: Int { max(0, evaluation.plan.count - evaluation.targets.count) }

    init(_ row: SeriesRow, _ doses: [Int], context: AssessmentContext, others: OtherResults) {
        var evaluator = SeriesEvaluator(row, doses, context: context, others: others)
        evaluator.run()
        var forecaster = SeriesForecaster(consume evaluator)
        let found = forecaster.run()
        evaluation = forecaster.evaluator.evaluation
        guard found.status == .notComplete, let doubt = evaluation.evaluations.reversed().lazy.compactMap(\.doubt).first
        else {
            forecast = found
            return
        }
        var lenient = SeriesEvaluator(row, doses, context: context, others: others)
        lenient.trustsDoubtful = true
        lenient.run()
        var other = SeriesForecaster(consume lenient)
        let possible = other.run()
        if let recommended = possible.recommended { context.note(recommended) }
        forecast = found.depending(on: possible, doubt, today: context.date)
    }

    /// Business rule SELECTB-12: when the series could be finished; nil if nothing is to come.
    var finish: CalendarDate? {
        guard let earliest = forecast.earliest, evaluation.targets.count < evaluation.plan.count else { return nil }
        let remaining = evaluation.plan[(evaluation.targets.count + 1)...]
        let minima = remaining.flatMap { row.doses[$0].rule.intervals.compactMap(\.minimum) }
        return minima.map(earliest.adding).max() ?? earliest
    }

    /// Business rule SELECTB-3.
    func isCompletable(_ context: AssessmentContext) -> Bool {
        guard let finish else { return false }
        let ages = row.doses.last?.rule.ages.first { context.contains($0.validity, context.date) }
        guard let maximum = ages?.recommendedUntil ?? ages?.maximum else { return true }
        return finish < context.day(atAge: maximum)
    }
}

extension DoseEvaluation {
    /// What a doctor has to say of it.
    fileprivate var doubt: SeriesForecast.Reason? {
        switch reason {
        case .childStrength: .childStrength(dose: dose)
        case .unknownVaccine: .unknownVaccine(dose: dose)
        default: nil
        }
    }
}
