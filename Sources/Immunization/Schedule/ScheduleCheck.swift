/// Finds what makes a schedule useless: it contradicts itself, or names what doesn't exist.
struct ScheduleCheck {
    let schedule: Schedule

    init(_ schedule: Schedule) {
        self.schedule = schedule
    }

    func run() throws(ScheduleError) {
        try checkIDs()
        for conflict in schedule.conflicts {
            for period in [conflict.begin, conflict.minimumEnd, conflict.end] where period.isNegative {
                throw ScheduleError(.negativePeriod, schedule.id, "a conflict has the negative distance \(period)")
            }
        }
        for series in schedule.series { try check(series) }
        try checkCycles()
    }

    private func checkIDs() throws(ScheduleError) {
        var ids: Set<String> = []
        for id in schedule.series.map(\.id) + schedule.groups.map({ "group " + $0.id }) {
            guard !id.isEmpty, ids.insert(id).inserted else {
                throw ScheduleError(.duplicateID, schedule.id, "the id '\(id)' is empty or used twice")
            }
        }
        var grouped: Set<String> = []
        for antigen in schedule.groups.flatMap(\.antigens) where !grouped.insert(antigen).inserted {
            throw ScheduleError(.duplicateID, schedule.id, "the antigen '\(antigen)' is in two groups")
        }
        for series in schedule.series {
            for source in series.sources where schedule.sources[source] == nil {
                throw ScheduleError(.dangling, place(series), "the source '\(source)' isn't listed")
            }
        }
    }

    private func place(_ series: AntigenSeries, _ dose: Int? = nil) -> String {
        "\(schedule.id), series \(series.id)" + (dose.map { ", dose \($0 + 1)" } ?? "")
    }

    private func check(_ series: AntigenSeries) throws(ScheduleError) {
        guard !series.doses.isEmpty, !series.antigens.isEmpty else {
            throw ScheduleError(.empty, place(series), "a series needs at least one dose and one antigen")
        }
        for (number, dose) in series.doses.enumerated() {
            let place = place(series, number)
            for age in dose.ages { try check(age, place) }
            for interval in dose.intervals + dose.allowableIntervals { try check(interval, number, place) }
            let skipped = dose.skips.flatMap(\.sets).flatMap(\.conditions)
            for case .interval(let period) in skipped where period.isNegative {
                throw ScheduleError(.negativePeriod, place, "a skip has the negative distance \(period)")
            }
        }
    }

    private func check(_ age: AgeRule, _ place: String) throws(ScheduleError) {
        let all = [age.absoluteMinimum, age.minimum, age.earliestRecommended, age.latestRecommended, age.maximum]
        let ages = all.compactMap { $0 }
        for age in ages where age.isNegative {
            throw ScheduleError(.negativePeriod, place, "the age '\(age)' is negative")
        }
        // Months have no fixed length: only what is out of order by more than that is wrong for sure.
        for (younger, older) in zip(ages, ages.dropFirst()) where younger.approximateDays > older.approximateDays + 5 {
            throw ScheduleError(.negativePeriod, place, "the age '\(older)' comes before '\(younger)'")
        }
    }

    private func check(_ interval: IntervalRule, _ number: Int, _ place: String) throws(ScheduleError) {
        let all = [
            interval.absoluteMinimum, interval.minimum, interval.earliestRecommended, interval.latestRecommended,
        ]
        for period in all.compactMap({ $0 }) where period.isNegative {
            throw ScheduleError(.negativePeriod, place, "the interval '\(period)' is negative")
        }
        if case .seriesDose(let reference) = interval.reference, !(1...number).contains(reference) {
            throw ScheduleError(.forwardReference, place, "the interval is measured from dose \(reference)")
        }
    }
}
