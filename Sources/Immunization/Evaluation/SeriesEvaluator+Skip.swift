import CivilDates

extension SeriesEvaluator {
    /// Section 6.2: whether a dose of the series may be left out on a day.
    ///
    /// Only the history's doses before `limit` count; `previous` is the latest of them against the same antigen.
    mutating func canSkip(
        _ target: Int, _ moment: ConditionalSkip.Context, at day: CalendarDate, before limit: Int, previous: Int?
    ) -> Bool {
        for (number, skip) in evaluation.row.doses[target].rule.skips.enumerated()
        where skip.context == .both || skip.context == moment {
            var met = 0
            for (setNumber, set) in skip.sets.enumerated() where context.contains(set.validity, day) {
                let key = ((target << 8) | (number & 255)) << 16 | (setNumber & 255) << 8
                if isMet(set, key, at: day, before: limit, previous: previous) { met += 1 }
            }
            if skip.logic == .any ? met > 0 : met == skip.sets.count { return true }
        }
        return false
    }

    private mutating func isMet(
        _ set: ConditionalSkip.ConditionSet, _ key: Int, at day: CalendarDate, before limit: Int, previous: Int?
    ) -> Bool {
        for (number, condition) in set.conditions.enumerated() {
            let holds = isMet(condition, key | (number & 255), at: day, before: limit, previous: previous)
            if holds, set.logic == .any { return true }
            if !holds, set.logic == .all { return false }
        }
        return set.logic == .all && !set.conditions.isEmpty
    }

    private mutating func isMet(
        _ condition: SkipCondition, _ key: Int, at day: CalendarDate, before limit: Int, previous: Int?
    ) -> Bool {
        switch condition {
        case .age(let begin, let end): context.isAge(on: day, from: begin, until: end)
        case .interval(let period): previous.map { hasPassed(period, since: history.doses[$0], on: day) } ?? false
        case .completed(let groups): !others.completedGroups.isDisjoint(with: groups)
        case .observation(let code, let isPresent): (context.observations[code] != nil) == isPresent
        case .doses(let wanted): compare(count(wanted, key, before: limit), wanted)
        }
    }

    private func hasPassed(_ period: CalendarPeriod, since dose: PatientHistory.Dose, on day: CalendarDate) -> Bool {
        let end = dose.date.adding(period)
        context.note(end)
        return end <= day
    }

    private func compare(_ count: Int, _ wanted: SkipCondition.DoseCount) -> Bool {
        switch wanted.comparison {
        case .moreThan: count > wanted.number
        case .equal: count == wanted.number
        case .lessThan: count < wanted.number
        }
    }

    /// Business rule CONDSKIP-1, continued from where the condition was asked for last.
    private mutating func count(_ wanted: SkipCondition.DoseCount, _ key: Int, before limit: Int) -> Int {
        var (seen, count) = counts[key] ?? (0, 0)
        while seen < limit {
            if isCounted(seen, wanted) { count += 1 }
            seen += 1
        }
        counts[key] = (seen, count)
        return count
    }

    private func isCounted(_ index: Int, _ wanted: SkipCondition.DoseCount) -> Bool {
        let dose = history.doses[index]
        let isMeant = wanted.vaccines.contains { vaccine in
            // A named vaccine counts wherever it was given; anything else is asked of this antigen's doses.
            if case .named = vaccine { return vaccine.matches(dose) }
            return vaccine.matches(dose) && dose.antigens.contains(evaluation.antigen)
        }
        guard isMeant, !wanted.onlyValid || isValid[index] else { return false }
        let window = DateWindow(first: wanted.from, last: wanted.until).rolledBack(to: context.date)
        if wanted.from != nil, wanted.until != nil { context.note(context.date.adding(days: 1)) }
        return context.isAge(on: dose.date, from: wanted.beginAge, until: wanted.endAge)
            && (window.first.map { $0 <= dose.date } ?? true) && (window.last.map { dose.date < $0 } ?? true)
    }
}
