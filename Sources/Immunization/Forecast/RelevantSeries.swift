extension AssessmentContext {
    /// Whether a series is one for the patient (CDSi Logic Specification 4.5, chapter 5).
    func isRelevant(_ series: AntigenSeries) -> Bool {
        guard series.sexes.isEmpty || series.sexes.contains(patient.sex), isWithin(series.limits) else { return false }
        return series.kind != .risk || series.indications.contains(where: applies)
    }

    private func isWithin(_ limits: SeriesLimits) -> Bool {
        if let from = limits.bornFrom, patient.birthDate < from { return false }
        if let before = limits.bornBefore, patient.birthDate >= before { return false }
        if let from = limits.inForceFrom, date < from { return false }
        if let until = limits.inForceUntil, date >= until { return false }
        if let weeks = limits.gestationBelowWeeks, (patient.gestationWeeks ?? .max) >= weeks { return false }
        if let weeks = limits.gestationFromWeeks, (patient.gestationWeeks ?? .max) < weeks { return false }
        return limits.regions.isEmpty || !limits.regions.isDisjoint(with: patient.home)
    }

    /// Table 5-4.
    func applies(_ indication: Indication) -> Bool {
        guard isAge(on: date, from: indication.beginAge, until: indication.endAge) else { return false }
        switch indication.ground {
        case .observation(let code): return observations[code] != nil
        case .residence(let regions): return !regions.isDisjoint(with: patient.home)
        case .trip(let rule): return patient.trips.contains { isMeant($0, by: rule) }
        }
    }

    /// The departure that presses most for a series, and the days that its rule derives from it.
    func nextTrip(
        for series: AntigenSeries
    ) -> (departure: CalendarDate, recommended: CalendarDate?, latest: CalendarDate?)? {
        var best: (departure: CalendarDate, recommended: CalendarDate?, latest: CalendarDate?)?
        for indication in series.indications where applies(indication) {
            // Whoever needs it anyway needn't wait for a trip.
            guard case .trip(let rule) = indication.ground else { return nil }
            for trip in patient.trips where isMeant(trip, by: rule) && trip.departure < best?.departure ?? .last {
                best = (
                    trip.departure, rule.recommendedBefore.map { trip.departure.adding($0.negated) },
                    rule.latestBefore.map { trip.departure.adding($0.negated) }
                )
            }
        }
        return best
    }

    /// Whether a trip isn't over and leads where a rule asks for; a stay of unknown length counts as long enough.
    private func isMeant(_ trip: Trip, by rule: TripRule) -> Bool {
        guard (trip.returning ?? trip.departure.adding(CalendarPeriod(years: 1))) >= date else { return false }
        if let days = rule.minimumDays, let end = trip.returning, trip.departure.days(until: end) < days {
            return false
        }
        return rule.destinations.isEmpty
            || trip.destinations.contains { place in
                rule.destinations.contains(place) || rule.destinations.contains(String(place.prefix { $0 != "-" }))
            }
    }
}

extension CalendarPeriod {
    /// The same length, back in time.
    var negated: CalendarPeriod { CalendarPeriod(years: -years, months: -months, weeks: -weeks, days: -days) }
}
