import CivilDates

extension SeriesEvaluator {
    /// Goes back to an earlier dose of the series if the gap before the next one is too long by a day.
    ///
    /// - Returns: The first day on which it was too long; nil if it isn't.
    mutating func goBackIfLate(at day: CalendarDate, before limit: Int) -> CalendarDate? {
        guard let next = evaluation.next else { return nil }
        for interval in evaluation.series.doses[next].intervals where interval.validity.contains(day) {
            guard let longest = interval.longest,
                let end = reference(of: interval, before: limit)?.adding(longest.maximum), end < day
            else { continue }
            evaluation.goBack(to: longest.lateCountsAs - 1)
            return end.adding(days: 1)
        }
        return nil
    }
}
