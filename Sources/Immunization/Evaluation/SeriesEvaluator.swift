import CivilDates

/// Holds a patient's doses of one antigen against the doses of one series, in order of time.
///
/// CDSi Logic Specification 4.5, section 4.4 (figures 4-5 and 4-6) and chapter 6.
struct SeriesEvaluator {
    let context: AssessmentContext
    let others: OtherResults
    var evaluation: SeriesEvaluation
    /// For each dose of the history, whether it is valid in this series.
    var isValid: [Bool]
    /// Whether a child's strength counts in somebody who had outgrown it, and an unknown vaccine wherever it can have been
    /// one that does: to see whether anything depends on it.
    var trustsDoubtful = false
    /// Counts that skip conditions asked for, kept up from dose to dose so that a long history stays linear.
    var counts: [Int: (seen: Int, count: Int)] = [:]

    /// The history's doses of the antigen, in order of time.
    let indices: [Int]

    init(_ row: SeriesRow, _ indices: [Int], context: AssessmentContext, others: OtherResults) {
        (self.context, self.others) = (context, others)
        evaluation = SeriesEvaluation(row)
        evaluation.evaluations.reserveCapacity(indices.count)
        self.indices = indices
        isValid = context.noneValid
    }

    var history: PatientHistory { context.history }

    mutating func run() {
        for (position, index) in indices.enumerated() {
            let dose = history.doses[index]
            if let defect = dose.defect {
                record(index, .substandard, defect, against: evaluation.next)
                continue
            }
            let previous = position > 0 ? indices[position - 1] : nil
            skipDoses(.evaluation, at: dose.date, before: index, previous: previous)
            // What is lost with time is lost only if the dose was too late on the first day it can have been.
            if goBackIfLate(at: min(dose.earliestDate, dose.date), before: index) != nil {
                skipDoses(.evaluation, at: dose.date, before: index, previous: previous)
            }
            goBackIfChanged(at: position)
            guard let next = evaluation.next else {
                record(index, .extraneous, .seriesComplete, against: nil)
                continue
            }
            let (status, reason) = judge(index, against: evaluation.row.doses[next])
            record(index, status, reason, against: next)
            evaluation.latestJudged = index
            if reason == .inadvertent { evaluation.inadvertent.insert(index) }
            if status == .valid || (status == .notValid && reason != .inadvertent) { evaluation.previous = index }
            if status == .valid { evaluation.advance(.satisfied(index)) }
        }
    }

    /// Leaves out the doses to come as long as their conditions hold on a day.
    mutating func skipDoses(
        _ moment: ConditionalSkip.Context, at day: CalendarDate, before limit: Int, previous: Int?
    ) {
        while let next = evaluation.next, canSkip(next, moment, at: day, before: limit, previous: previous) {
            evaluation.advance(.skipped)
        }
    }

    private mutating func record(
        _ index: Int, _ status: DoseEvaluation.Status, _ reason: DoseEvaluation.Reason?, against target: Int?
    ) {
        let dose = history.doses[index]
        evaluation.evaluations.append(
            DoseEvaluation(
                dose: dose.id, status: status, reason: reason, seriesDose: target.map { $0 + 1 }, date: dose.date))
        evaluation.doseIndices.append(index)
        isValid[index] = status == .valid
    }

    /// Section 6.10: all steps in their order; the first that fails decides.
    private func judge(
        _ index: Int, against target: SeriesRow.Dose
    ) -> (DoseEvaluation.Status, DoseEvaluation.Reason?) {
        let dose = history.doses[index]
        if target.isInadvertent(dose) { return (.notValid, .inadvertent) }
        if dose.missing.contains(evaluation.antigen) { return (.notValid, .wrongVaccine) }
        let age = judgeAge(dose, target)
        if case .tooOld = age { return (.extraneous, age) }
        let youngest = context.youngestForProduct(dose)
        if case .tooYoung(let from, _) = age {
            return (.notValid, youngest.flatMap { from < $0 ? .tooYoungForProduct(from: $0) : nil } ?? age)
        }
        let interval = judgeIntervals(dose, index, target)
        switch interval {
        case .tooSoon, .beforehand: return (.notValid, interval)
        default: break
        }
        if let conflict = others.conflicts[index] { return (.notValid, conflict) }
        if let youngest { return (.notValid, .tooYoungForProduct(from: youngest)) }
        if let vaccine = judgeVaccine(dose, target), vaccine != .unknownVaccine || !trustsDoubtful {
            return (.notValid, vaccine)
        }
        if !trustsDoubtful, context.isOutgrown(dose) { return (.notValid, .childStrength) }
        return (.valid, age ?? interval)
    }
}

extension AssessmentContext {
    /// From when on a dose counts that was given below its product's age.
    func youngestForProduct(_ dose: PatientHistory.Dose) -> CalendarDate? {
        dose.vaccine?.youngest(givenOn: dose.date, bornOn: patient.birthDate)
    }

    /// Whether a dose was a child's, and the patient had outgrown it.
    fileprivate func isOutgrown(_ dose: PatientHistory.Dose) -> Bool {
        dose.vaccine?.isOutgrown(givenOn: min(dose.earliestDate, dose.date), bornOn: patient.birthDate) ?? false
    }
}

extension SeriesRow.Dose {
    /// Whether a dose was never meant for this one: a vaccine that is listed so, or an antibody that isn't named.
    fileprivate func isInadvertent(_ dose: PatientHistory.Dose) -> Bool {
        if rule.inadvertentVaccines.contains(where: { $0.matches(dose) }) { return true }
        guard dose.vaccine?.isPassive == true else { return false }
        return !(rule.preferableVaccines + rule.allowableVaccines).contains { entry in
            if case .named = entry.vaccine { entry.vaccine.matches(dose) } else { false }
        }
    }
}
