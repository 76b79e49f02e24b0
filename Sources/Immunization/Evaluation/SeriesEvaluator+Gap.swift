import CivilDates

extension SeriesEvaluator {
    /// Until when the dose that a distance is measured from is said to be valid, where the rule goes by that.
    func validUntil(_ interval: IntervalRule, before limit: Int) -> CalendarDate? {
        guard interval.afterValidUntilCountsAs != nil else { return nil }
        return referenceDose(of: interval, before: limit).flatMap { history.doses[$0].validUntil }
    }

    /// Goes back to an earlier dose of the series if a dose is the first of vaccines that hold more than the one before.
    mutating func goBackIfChanged(at position: Int) {
        guard let next = evaluation.next, let change = evaluation.row.doses[next].rule.change,
            let previous = evaluation.previous.map({ history.doses[$0] }),
            change.earlier.contains(where: { $0.matches(previous) })
        else { return }
        let doses = indices.prefix(position + 1).map { history.doses[$0] }
        let first = doses.firstIndex { dose in change.later.contains { $0.matches(dose) } }
        if first == position { evaluation.goBack(to: change.countsAs - 1) }
    }

    /// Goes back to an earlier dose of the series if the gap before the next one is too long by a day.
    ///
    /// - Returns: The first day on which it was too long; nil if it isn't.
    mutating func goBackIfLate(at day: CalendarDate, before limit: Int) -> CalendarDate? {
        guard let next = evaluation.next else { return nil }
        for interval in evaluation.row.doses[next].rule.intervals where context.contains(interval.validity, day) {
            let byGap = interval.longest.flatMap { longest in
                reference(of: interval, before: limit).map { ($0.adding(longest.maximum), longest.lateCountsAs) }
            }
            let asSaid = validUntil(interval, before: limit).map { ($0, interval.afterValidUntilCountsAs ?? 1) }
            guard let (end, number) = [byGap, asSaid].compactMap(\.self).min(by: { $0.0 < $1.0 }) else {
                continue
            }
            context.note(end.adding(days: 1))
            guard end < day else { continue }
            evaluation.goBack(to: number - 1)
            return end.adding(days: 1)
        }
        return nil
    }
}
