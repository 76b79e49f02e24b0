import CivilDates

/// Gives points to series that compete (CDSi Logic Specification 4.5, sections 8.4 to 8.6).
struct SeriesScoring {
    let context: AssessmentContext

    /// Table 8-7.
    func complete(_ series: [PatientSeries]) -> [Int] {
        best(of: series.map(\.validCount), points: 1)
    }

    /// Table 8-9.
    func inProcess(_ series: [PatientSeries]) -> [Int] {
        let product = series.map { $0.selection.isProductPath && $0.evaluation.isAllValid ? 2 : -2 }
        let completable = series.map { $0.isCompletable(context) ? 3 : -3 }
        let mostValid = best(of: series.map(\.validCount), points: 2)
        let closest = best(of: series.map { -$0.remainingCount }, points: 2)
        return sum([product, completable, mostValid, closest, finishEarliest(series)])
    }

    /// Table 8-11.
    func noValidDoses(_ series: [PatientSeries]) -> [Int] {
        let start = best(of: series.map { -($0.forecast.earliest ?? .last).dayNumber }, points: 1)
        let completable = series.map { $0.isCompletable(context) ? 1 : -1 }
        let product = series.map { $0.selection.isProductPath ? -1 : 1 }
        return sum([start, completable, product])
    }

    /// Business rule SELECTB-11.
    private func finishEarliest(_ series: [PatientSeries]) -> [Int] {
        let days = series.map { $0.isCompletable(context) ? -($0.finish ?? .last).dayNumber : Int.min }
        return zip(days, best(of: days, points: 1)).map { $0 == Int.min ? -1 : $1 }
    }

    /// The points for the single best, none for several that share the place, and as many off for all others.
    private func best(of values: [Int], points: Int) -> [Int] {
        guard let top = values.max() else { return [] }
        let isShared = values.count { $0 == top } > 1
        return values.map { $0 < top ? -points : isShared ? 0 : points }
    }

    private func sum(_ rows: [[Int]]) -> [Int] {
        guard let first = rows.first else { return [] }
        return first.indices.map { column in rows.reduce(0) { $0 + $1[column] } }
    }
}
