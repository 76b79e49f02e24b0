import CivilDates

extension SeriesEvaluator {
    /// Section 6.4: the age at which the dose was given.
    func judgeAge(_ dose: PatientHistory.Dose, _ target: SeriesRow.Dose) -> DoseEvaluation.Reason? {
        guard let ages = target.rule.ages.first(where: { $0.validity.contains(dose.date) }) else { return nil }
        let minimum = ages.minimum.map(context.day(atAge:))
        if let floor = ages.absoluteMinimum.map(context.day(atAge:)) ?? minimum, dose.date < floor {
            return .tooYoung(from: floor, days: dose.date.days(until: floor))
        }
        // A dose whose day isn't known is too old only if it was on the first day it can have been.
        if let ceiling = ages.maximum.map(context.day(atAge:)), min(dose.earliestDate, dose.date) >= ceiling {
            return .tooOld(before: ceiling)
        }
        guard let minimum, dose.date < minimum else { return nil }
        return .gracePeriod(days: dose.date.days(until: minimum))
    }

    /// Sections 6.5 and 6.6: all preferable distances are kept, or all allowable ones.
    func judgeIntervals(_ dose: PatientHistory.Dose, _ index: Int, _ target: SeriesRow.Dose) -> DoseEvaluation.Reason? {
        var verdict: DoseEvaluation.Reason?
        var missed: (floor: CalendarDate, days: Int)?
        var isBeforehand = false
        for interval in target.rule.intervals where interval.validity.contains(dose.date) {
            guard let reference = reference(of: interval, before: index) else { continue }
            let minimum = interval.minimum.map(reference.adding)
            guard let floor = interval.absoluteMinimum.map(reference.adding) ?? minimum else { continue }
            if dose.date < floor {
                if case .observation = interval.reference, dose.date < reference { isBeforehand = true }
                if floor > (missed?.floor ?? .first) { missed = (floor, dose.date.days(until: floor)) }
            } else if let minimum, dose.date < minimum {
                verdict = .gracePeriod(days: dose.date.days(until: minimum))
            }
        }
        guard let missed else { return verdict }
        if satisfiesAllowable(dose, index, target) { return nil }
        return isBeforehand ? .beforehand : .tooSoon(from: missed.floor, days: missed.days)
    }

    private func satisfiesAllowable(_ dose: PatientHistory.Dose, _ index: Int, _ target: SeriesRow.Dose) -> Bool {
        let allowable = target.rule.allowableIntervals.filter { $0.validity.contains(dose.date) }
        return !allowable.isEmpty
            && allowable.allSatisfy { interval in
                guard let reference = reference(of: interval, before: index),
                    let floor = interval.absoluteMinimum ?? interval.minimum
                else { return true }
                return reference.adding(floor) <= dose.date
            }
    }

    /// The day a distance is measured from, or nil if there is none yet (business rules CALCDTINT-1, 2, 8 and 9).
    func reference(of interval: IntervalRule, before limit: Int) -> CalendarDate? {
        referenceDose(of: interval, before: limit).map { history.doses[$0].date } ?? observationDate(of: interval)
    }

    /// The dose a distance is measured from, if it is measured from a dose.
    func referenceDose(of interval: IntervalRule, before limit: Int) -> Int? {
        switch interval.reference {
        case .previousDose: evaluation.previous
        case .previousValidDose: evaluation.latestValid
        case .seriesDose(let number): evaluation.satisfying(dose: number)
        case .mostRecent(let vaccines):
            vaccines.compactMap { vaccine in
                history.latest(vaccine, before: limit) { index in
                    evaluation.inadvertent.contains(index) || interval.onlyValid && context.uncounted.contains(index)
                }
            }.max()
        case .observation: nil
        }
    }

    /// An observation without a day began by the day of assessment at the latest: no dose is known to have come after it.
    private func observationDate(of interval: IntervalRule) -> CalendarDate? {
        guard case .observation(let code) = interval.reference, let day = context.observations[code] else { return nil }
        if day == nil { context.note(context.date.adding(days: 1)) }
        return day ?? context.date
    }

    /// Sections 6.8 and 6.9: whether the vaccine is a preferable or at least an allowable one.
    func judgeVaccine(_ dose: PatientHistory.Dose, _ target: SeriesRow.Dose) -> DoseEvaluation.Reason? {
        if target.rule.preferableVaccines.isEmpty, target.rule.allowableVaccines.isEmpty { return nil }
        var isMeant = false
        for entries in [target.rule.preferableVaccines, target.rule.allowableVaccines] {
            for entry in entries where entry.vaccine.matches(dose) {
                if let own = dose.manufacturer, let named = entry.manufacturer, own != named { continue }
                if context.isAge(on: dose.date, from: entry.beginAge, until: entry.endAge) { return nil }
                isMeant = true
            }
        }
        if isMeant { return .vaccineAtWrongAge }
        let all = (target.rule.preferableVaccines + target.rule.allowableVaccines).filter { entry in
            entry.manufacturer == nil && context.isAge(on: dose.date, from: entry.beginAge, until: entry.endAge)
        }
        let possible = dose.possible.filter { $0.antigens.contains(evaluation.antigen) }
        let counting = possible.filter { one in all.contains { $0.vaccine.matches(one) } }
        guard !counting.isEmpty else { return .wrongVaccine }
        return counting.count < possible.count ? .unknownVaccine : nil
    }
}
