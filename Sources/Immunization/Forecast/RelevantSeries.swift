import CivilDates

extension AssessmentContext {
    /// Whether a series is one for the patient on a day (CDSi Logic Specification 4.5, chapter 5).
    func isRelevant(_ row: SeriesRow, on day: CalendarDate) -> Bool {
        guard row.series.kind != .risk || hasGround(row), isOpen(row), isInForce(row.series.limits, on: day),
            !isPastFirstSeason(row.series, on: day)
        else { return false }
        return row.series.kind != .risk || row.series.indications.contains { applies($0, on: day) }
            || isBegun(row, on: day)
    }

    /// Whether a course was begun for a trip, and is finished whenever that was.
    private func isBegun(_ row: SeriesRow, on day: CalendarDate) -> Bool {
        guard !row.finishedLater.isEmpty else { return false }
        return firstDose(of: row, for: row.finishedLater).map { $0 <= day } ?? false
    }

    /// The first dose of a course for which one of the rules held; looked for once, since each dose asks.
    private func firstDose(of row: SeriesRow, for rules: [Indication]) -> CalendarDate? {
        if let known = begun[row.series.id] {
            note(known.change)
            return known.dose
        }
        let change = nextChange
        nextChange = .last
        let dates = row.series.antigens.flatMap { history.indices[$0] ?? [] }.map { history.doses[$0].date }.sorted()
        // The earlier the day, the more trips are to come: what asks for none on the first asks for none later.
        let meant = dates.first.map { first in rules.filter { isForTrip($0, on: first) } } ?? []
        let dose = meant.isEmpty ? nil : dates.first { date in meant.contains { applies($0, on: date) } }
        begun[row.series.id] = (dose, nextChange)
        nextChange = min(change, nextChange)
        return dose
    }

    private func isForTrip(_ indication: Indication, on date: CalendarDate) -> Bool {
        guard case .trip(let rule) = indication.ground else { return false }
        return patient.trips.contains { isMeant($0, by: rule, on: date) }
    }

    /// Whether anything of the patient is a ground of a row, whatever its day.
    private func hasGround(_ row: SeriesRow) -> Bool {
        row.isForTrips && !patient.trips.isEmpty || row.observations.contains(where: hasBegun)
            || !row.homes.isDisjoint(with: patient.home)
    }

    /// Whether a series isn't closed to the patient by birth, sex or home, whatever the indication and the day.
    func isOpen(_ row: SeriesRow) -> Bool {
        (row.series.sexes.isEmpty || row.series.sexes.contains(patient.sex)) && isWithin(row.series.limits)
    }

    /// Whether nothing but trips makes a series one for the patient.
    func isForTripsAlone(_ row: SeriesRow) -> Bool {
        row.series.kind == .risk
            && !row.series.indications.contains { indication in
                if case .trip = indication.ground { false } else { applies(indication, on: date) }
            }
    }

    /// Whether a series tells what doses count for though it isn't one for the patient: not what is refreshed once after
    /// something that never was, as a treatment, since it asks for no age and no course.
    func isTelling(_ row: SeriesRow) -> Bool {
        guard isOpen(row), row.series.kind == .risk, let first = row.doses.first?.rule else { return isOpen(row) }
        return !first.isBooster || first.isRecurring || hasGround(row)
    }

    /// Whether a series was for the patient when one of the doses was given, although it isn't any more.
    ///
    /// What counted then doesn't become worthless when an age is passed, a trip is over, or a rule is withdrawn.
    func wasRelevant(_ row: SeriesRow, to doses: [Int]) -> Bool {
        isOpen(row) && doses.contains { isRelevant(row, on: history.doses[$0].date) }
    }

    /// A row for the first season of a life is none for those who have left both the season and the age behind.
    private func isPastFirstSeason(_ series: AntigenSeries, on day: CalendarDate) -> Bool {
        series.doses.allSatisfy { dose in
            guard case .firstOfLife? = dose.season, let ages = dose.ages.first,
                let last = dose.season?.window(on: day, born: patient.birthDate).last,
                let maximum = (ages.recommendedUntil ?? ages.maximum).map(self.day(atAge:))
            else { return false }
            note(last.adding(days: 1))
            note(maximum)
            return last < day && maximum <= day
        }
    }

    private func isInForce(_ limits: SeriesLimits, on day: CalendarDate) -> Bool {
        contains(DateWindow(first: limits.inForceFrom, last: limits.inForceUntil?.adding(days: -1)), day)
    }

    private func isWithin(_ limits: SeriesLimits) -> Bool {
        if let from = limits.bornFrom, patient.birthDate < from { return false }
        if let before = limits.bornBefore, patient.birthDate >= before { return false }
        if let days = limits.bornIn, !days.contains(patient.birthDate) { return false }
        if let weeks = limits.gestationBelowWeeks, (patient.gestationWeeks ?? .max) >= weeks { return false }
        if let weeks = limits.gestationFromWeeks, (patient.gestationWeeks ?? .max) < weeks { return false }
        return limits.regions.isEmpty || !limits.regions.isDisjoint(with: patient.home)
    }

    /// Table 5-4.
    func applies(_ indication: Indication, on date: CalendarDate) -> Bool {
        // Most grounds aren't the patient's: ages are asked for last.
        let isGround =
            switch indication.ground {
            case .observation(let code): holds(code, on: date)
            case .residence(let regions): !regions.isDisjoint(with: patient.home)
            case .trip(let rule): patient.trips.contains { isMeant($0, by: rule, on: date) }
            }
        return isGround && indication.also.allSatisfy { holds($0, on: date) }
            && !indication.unless.contains { holds($0, on: date) }
            && isAge(on: date, from: indication.beginAge, until: indication.endAge)
    }

    /// The departure that presses most for a series, and the days that its rule derives from it.
    func nextTrip(for series: AntigenSeries) -> MostUrgentTrip? {
        guard !patient.trips.isEmpty else { return nil }
        var best: MostUrgentTrip?
        for indication in series.indications where applies(indication, on: date) {
            // Whoever needs it anyway needn't wait for a trip.
            guard case .trip(let rule) = indication.ground else { return nil }
            for trip in patient.trips where isMeant(trip, by: rule, on: date) {
                guard let departure = patient.leaving(for: trip), departure < best?.departure ?? .last else { continue }
                best = MostUrgentTrip(departure: departure, returning: trip.returning, rule: rule)
            }
        }
        return best
    }

    /// Where the patient lives; where nobody told, the schedule's own country.
    private var home: Set<String> {
        patient.home.isEmpty ? Set([rules.schedule.country].compactMap(\.self)) : patient.home
    }

    /// Whether a rule asks for a trip, or would if an answer were given.
    private func isMeant(_ trip: Trip, by rule: TripRule, on date: CalendarDate) -> Bool {
        if let end = TripRule.end(of: trip) { note(end.adding(days: 1)) }
        return rule.fit(trip, home: home, on: date) != .no
    }
}

/// The trip that presses most for a series, and the days that its rule derives from it.
struct MostUrgentTrip {
    let departure: CalendarDate
    let returning: CalendarDate?
    let rule: TripRule

    var recommended: CalendarDate? { rule.recommendedBefore.map { departure.adding($0.negated) } }

    /// The last day in time after so many doses.
    func latest(given: Int, isBooster: Bool) -> CalendarDate? {
        rule.lastDay(before: departure, given: given, isBooster: isBooster)
    }

    /// The first day on which a dose is given late enough to be fresh at the end; a stay of unknown length counts as just
    /// long enough.
    var freshFrom: CalendarDate? { rule.freshAtEnd.map { end.adding($0.negated) } }

    /// The last day on which a dose has its time before the end.
    var latestBeforeEnd: CalendarDate? { rule.latestBefore.map { end.adding($0.negated) } }

    private var end: CalendarDate { returning ?? departure.adding(days: rule.minimumDays ?? 0) }
}

extension CalendarPeriod {
    /// The same length, back in time.
    var negated: CalendarPeriod { CalendarPeriod(years: -years, months: -months, weeks: -weeks, days: -days) }
}
