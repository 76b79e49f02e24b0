import CivilDates

/// Finds what makes a schedule useless: it contradicts itself, or names what doesn't exist.
struct ScheduleCheck {
    let schedule: Schedule

    init(_ schedule: Schedule) {
        self.schedule = schedule
    }

    func run() throws(DataFault) {
        try checkIDs()
        for conflict in schedule.conflicts {
            for period in [conflict.begin, conflict.minimumEnd, conflict.end] where period.isNegative {
                throw fault(.conflictNegative, ["period": period])
            }
        }
        for series in schedule.series { try check(series) }
        try checkCycles()
    }

    /// Whether everything that the schedule names is in the table.
    func run(vaccines: VaccineTable) throws(DataFault) {
        try run()
        let known = Set(vaccines.vaccinesByAntigen(of: schedule.species).keys)
        for series in schedule.series {
            for antigen in series.antigens where !known.contains(antigen) {
                throw fault(of: series.id, .noVaccine, ["species": schedule.species, "name": antigen])
            }
            for (number, dose) in series.doses.enumerated() {
                let listed = dose.preferableVaccines + dose.allowableVaccines
                for case .named(let name) in listed.map(\.vaccine) + dose.inadvertentVaccines
                    + (dose.change.map { $0.earlier + $0.later } ?? [])
                where !vaccines.contains(name) {
                    throw fault(of: series.id, .doseVaccine, ["number": number + 1, "name": name])
                }
            }
        }
        for rule in schedule.contraindications {
            for case .named(let name) in rule.vaccines.map(\.vaccine) where !vaccines.contains(name) {
                throw fault(.ruleVaccine, ["name": name])
            }
        }
        for conflict in schedule.conflicts {
            for case .named(let name) in conflict.earlier + conflict.later where !vaccines.contains(name) {
                throw fault(.conflictVaccine, ["name": name])
            }
        }
    }

    private func checkIDs() throws(DataFault) {
        var ids: Set<String> = []
        for id in schedule.series.map(\.id) where id.isEmpty || !ids.insert(id).inserted {
            throw fault(of: id, .seriesId, ["name": id])
        }
        var groups: Set<String> = []
        for id in schedule.groups.map(\.id) where id.isEmpty || !groups.insert(id).inserted {
            throw fault(.groupId, ["name": id])
        }
        var grouped: Set<String> = []
        for antigen in schedule.groups.flatMap(\.antigens) where !grouped.insert(antigen).inserted {
            throw fault(.twoGroups, ["name": antigen])
        }
        for series in schedule.series {
            for source in series.sources where schedule.sources[source] == nil {
                throw fault(of: series.id, .unlistedSource, ["name": source])
            }
        }
    }

    /// A fault of the schedule, or of one of its series.
    func fault(
        of series: String? = nil, _ code: DataFault.Code, _ arguments: [String: any CustomStringConvertible] = [:]
    ) -> DataFault {
        DataFault(file: schedule.id, path: series ?? "", code, arguments)
    }

    private func check(_ series: AntigenSeries) throws(DataFault) {
        guard !series.doses.isEmpty, !series.antigens.isEmpty else {
            throw fault(of: series.id, .seriesEmpty)
        }
        for (number, dose) in series.doses.enumerated() {
            for age in dose.ages { try check(age, number, series) }
            for interval in dose.intervals + dose.allowableIntervals {
                try check(interval, number, series)
                try checkGap(interval, number, series)
            }
            if let late = dose.change?.countsAs, number == 0 || !(1...number).contains(late) {
                throw fault(of: series.id, .doseLate, ["number": number + 1, "other": late])
            }
            let conditions = dose.skips.flatMap(\.sets).flatMap(\.conditions)
            for case .interval(let period) in conditions where period.isNegative {
                throw fault(of: series.id, .doseSkip, ["number": number + 1, "period": period])
            }
        }
    }

    private func check(_ age: AgeRule, _ number: Int, _ series: AntigenSeries) throws(DataFault) {
        let all = [age.absoluteMinimum, age.minimum, age.earliestRecommended, age.latestRecommended]
        let ages = (all + [age.recommendedUntil, age.maximum]).compactMap { $0 }
        for age in ages where age.isNegative {
            throw fault(of: series.id, .doseAge, ["number": number + 1, "period": age])
        }
        // Months have no fixed length: only what is out of order by more than that is wrong for sure.
        for (younger, older) in zip(ages, ages.dropFirst()) where younger.approximateDays > older.approximateDays + 5 {
            throw fault(of: series.id, .doseAges, ["number": number + 1, "older": older, "younger": younger])
        }
    }

    private func check(_ interval: IntervalRule, _ number: Int, _ series: AntigenSeries) throws(DataFault) {
        let all = [
            interval.absoluteMinimum, interval.minimum, interval.earliestRecommended, interval.latestRecommended,
        ]
        for period in all.compactMap({ $0 }) where period.isNegative {
            throw fault(of: series.id, .doseInterval, ["number": number + 1, "period": period])
        }
        if case .seriesDose(let reference) = interval.reference, reference < 1 || reference > number {
            throw fault(of: series.id, .doseForward, ["number": number + 1, "other": reference])
        }
    }

    /// A gap after which an earlier dose comes again has to be one that somebody can live through.
    private func checkGap(_ interval: IntervalRule, _ number: Int, _ series: AntigenSeries) throws(DataFault) {
        let all = [
            interval.minimum, interval.earliestRecommended, interval.latestRecommended, interval.longest?.maximum,
        ]
        for period in all.compactMap({ $0 }) where period.approximateDays > Self.life.approximateDays {
            throw fault(of: series.id, .doseLife, ["number": number + 1, "period": period])
        }
        for late in [interval.longest?.lateCountsAs, interval.afterValidUntilCountsAs].compactMap(\.self)
        where number == 0 || !(1...number).contains(late) {
            throw fault(of: series.id, .doseLate, ["number": number + 1, "other": late])
        }
        guard let gap = interval.longest else { return }
        guard gap.maximum.approximateDays > 0 else {
            throw fault(of: series.id, .doseNoGap, ["number": number + 1])
        }
        for shorter in all.dropLast().compactMap({ $0 }) where shorter.approximateDays > gap.maximum.approximateDays {
            throw fault(of: series.id, .doseGaps, ["number": number + 1, "older": gap.maximum, "younger": shorter])
        }
    }

    /// Nobody waits longer for a dose.
    private static let life = CalendarPeriod(years: 120)
}
