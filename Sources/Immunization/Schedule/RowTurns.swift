package import CivilDates

/// When the rows of a schedule begin or end to ask for something, each age, season and day once: many rows share them.
package struct RowTurns: Sendable {
    /// The ages that anything of a row goes by.
    private let ages: [CalendarPeriod]
    private let seasons: [Season]
    /// The days on which rows come into force or are withdrawn.
    private let days: [CalendarDate]
    /// The ages from which rows are for everybody.
    private let starts: [CalendarPeriod]
    /// The ages from which grounds are ones.
    private let grounds: [AgedGround]

    private struct AgedGround: Hashable {
        let ground: Indication.Ground
        let begin: CalendarPeriod
    }

    init(_ schedule: Schedule) {
        let rows = schedule.series
        let doses = rows.flatMap(\.doses)
        let indications = rows.flatMap(\.indications)
        let ofRows = indications.flatMap { [$0.beginAge, $0.endAge] }
        let ofDoses = doses.flatMap(\.ages).flatMap { [$0.minimum, $0.maximum, $0.recommendedUntil] }
        let ofStarts = rows.map(\.selection).flatMap { [$0.minimumAgeToStart, $0.maximumAgeToStart] }
        let forbidding = schedule.contraindications.flatMap { [$0.beginAge, $0.endAge] }
        ages = (ofRows + ofDoses + ofStarts + forbidding).compactMap(\.self).unique()
        seasons = doses.compactMap(\.season).unique()
        days = rows.map(\.limits).flatMap { [$0.inForceFrom, $0.inForceUntil] }.compactMap(\.self).unique()
        starts = rows.compactMap(\.selection.minimumAgeToStart).unique()
        grounds = indications.compactMap { one in one.beginAge.map { AgedGround(ground: one.ground, begin: $0) } }
            .unique()
    }

    /// All such days for somebody, with the seasons as they are on a day.
    package func days(on day: CalendarDate, bornOn birth: CalendarDate) -> [CalendarDate] {
        let windows = seasons.map { $0.window(on: day) }
        return ages.map(birth.adding) + days + windows.compactMap(\.first)
            + windows.compactMap { $0.last?.adding(days: 1) }
    }

    /// The ages from which rows are for everybody, or for whoever has their ground.
    func beginnings(where isFulfilled: (Indication.Ground) -> Bool) -> [CalendarPeriod] {
        starts + grounds.filter { isFulfilled($0.ground) }.map(\.begin)
    }
}
