import CivilDates

extension AntigenSeries {
    /// Whether one of its doses may be left out because a series is complete.
    fileprivate var asksForSeries: Bool {
        doses.flatMap(\.skips).flatMap(\.sets).flatMap(\.conditions).contains {
            if case .completed = $0 { true } else { false }
        }
    }
}

/// A schedule, prepared for judging: one entry for each antigen of a series, conflicts found by vaccine.
final class RuleSet: Sendable {
    let schedule: Schedule
    let vaccines: VaccineTable
    let observations: ObservationTable
    /// The antigens of the schedule, in the order of their first series.
    let antigens: [String]
    /// The series of each of these antigens, in the same order.
    let rows: [[SeriesRow]]
    /// The first row of each series, by the series' id.
    private let rowsByID: [String: SeriesRow]
    /// The antigens of which a dose may be left out because a series is complete.
    let antigensAskingForSeries: Set<String>
    /// What rows ask for on observations of whatever degree, each once.
    let asked: [AskedObservation]
    /// At which ages, in which seasons and on which days rows begin or end to ask for something.
    let turns: RowTurns
    /// The vaccine groups, with one for each antigen that is in none, and the places of their antigens.
    let groups: [(group: VaccineGroup, antigens: [Int])]
    /// For each antigen, the vaccines that its rules look at besides those against it.
    private let watched: [[VaccineSelector]]
    /// What forbids vaccines, by the observation that forbids; what needs none under nil.
    let contraindications: [String?: [Contraindication]]
    /// No conflict lasts longer than this, in days.
    let longestConflict: Int
    /// For each vaccine of the table, the age from which it counts in the first row that names it or its kind; empty where
    /// no distance asks for valid doses, or no row names one.
    private let youngest: [CalendarPeriod?]
    /// Whether any distance is measured from valid doses of a vaccine alone.
    var asksForUncounted: Bool { !youngest.isEmpty }
    /// For each vaccine of the table, the conflicts in which it is the later one.
    private let conflicts: [[VaccineConflict]]

    init(_ schedule: Schedule, vaccines: VaccineTable, observations: ObservationTable) {
        (self.schedule, self.vaccines, self.observations) = (schedule, vaccines, observations)
        var (antigens, byAntigen): ([String], [String: [AntigenSeries]]) = ([], [:])
        for series in schedule.series {
            for antigen in series.antigens {
                if byAntigen[antigen] == nil { antigens.append(antigen) }
                byAntigen[antigen, default: []].append(series)
            }
        }
        self.antigens = antigens
        asked = AskedObservation.all(of: schedule.series)
        turns = RowTurns(schedule)
        antigensAskingForSeries = Set(schedule.series.filter(\.asksForSeries).flatMap(\.antigens))
        let asksForValid = schedule.series.flatMap(\.doses).contains { $0.intervals.contains(where: \.onlyValid) }
        youngest = asksForValid ? Self.youngest(schedule, vaccines) : []
        let grouped = Set(schedule.groups.flatMap(\.antigens))
        let groups =
            schedule.groups + antigens.filter { !grouped.contains($0) }.map { VaccineGroup(id: $0, antigens: [$0]) }
        self.groups = groups.map { group in
            (group, antigens.indices.filter { group.antigens.contains(antigens[$0]) })
        }
        contraindications = Dictionary(grouping: schedule.contraindications, by: \.observation)
        longestConflict =
            schedule.conflicts.map { max($0.end.approximateDays, $0.minimumEnd.approximateDays) + 7 }
            .max() ?? 0
        let conflicts = Self.conflicts(of: schedule, vaccines)
        let maker = RowMaker(
            vaccines: vaccines, byAntigen: vaccines.vaccinesByAntigen(of: schedule.species), conflicts: conflicts,
            immunity: Dictionary(grouping: schedule.immunity, by: \.antigen))
        let rows = antigens.map { antigen in (byAntigen[antigen] ?? []).map { maker.row($0, antigen: antigen) } }
        self.rows = rows
        rowsByID = Dictionary(rows.joined().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        watched = rows.map { Array(Set($0.flatMap(\.doses).flatMap { Self.watched($0, conflicts) })) }
        self.conflicts = conflicts
    }

    /// For each vaccine of the table, the conflicts in which it is the later one: by its id, by its kind, by what it is.
    private static func conflicts(of schedule: Schedule, _ vaccines: VaccineTable) -> [[VaccineConflict]] {
        var (byName, other): ([String: [VaccineConflict]], [VaccineConflict]) = ([:], [])
        for conflict in schedule.conflicts {
            for later in conflict.later {
                if case .named(let name) = later {
                    byName[name, default: []].append(conflict)
                } else {
                    other.append(conflict)
                }
            }
        }
        return vaccines.all.map { vaccine in
            let names = vaccine.id == vaccine.kind ? [vaccine.id] : [vaccine.id, vaccine.kind]
            return names.flatMap { byName[$0] ?? [] }
                + other.filter { conflict in
                    conflict.later.contains { $0 == .any || $0 == (vaccine.isLive ? .live : .inactivated) }
                }
        }
    }

    /// The vaccines that distances are measured from, that conditions count, and that block what is recommended.
    private static func watched(_ dose: SeriesRow.Dose, _ conflicts: [[VaccineConflict]]) -> [VaccineSelector] {
        let intervals = (dose.rule.intervals + dose.rule.allowableIntervals).flatMap { interval -> [VaccineSelector] in
            if case .mostRecent(let vaccines) = interval.reference { vaccines } else { [] }
        }
        let conditions = dose.rule.skips.flatMap(\.sets).flatMap(\.conditions)
        let counted = conditions.flatMap { condition -> [VaccineSelector] in
            if case .doses(let wanted) = condition { wanted.vaccines } else { [] }
        }
        let named = counted.filter { if case .named = $0 { true } else { false } }
        return intervals + named + dose.candidates.flatMap { conflicts[$0.index].flatMap(\.earlier) }
    }

    /// A row of a series, by the series' id.
    func row(_ series: String) -> SeriesRow? { rowsByID[series] }

    /// Whether the rules of an antigen, by its place, look at a dose.
    func looks(_ antigen: Int, at dose: PatientHistory.Dose) -> Bool {
        dose.antigens.contains(antigens[antigen]) || watched[antigen].contains { $0.matches(dose) }
    }

    private static func youngest(_ schedule: Schedule, _ vaccines: VaccineTable) -> [CalendarPeriod?] {
        var ages: [String: CalendarPeriod] = [:]
        for dose in schedule.series.flatMap(\.doses) {
            let age = dose.ages.compactMap { $0.absoluteMinimum ?? $0.minimum }.min(by: isShorter) ?? CalendarPeriod()
            for case .named(let name) in (dose.preferableVaccines + dose.allowableVaccines).map(\.vaccine) {
                ages[name] = [ages[name], age].compactMap(\.self).min(by: isShorter)
            }
        }
        guard !ages.isEmpty else { return [] }
        return vaccines.all.map { vaccine in
            [vaccine.id, vaccine.kind].compactMap { ages[$0] }.min(by: isShorter)
        }
    }

    private static func isShorter(_ left: CalendarPeriod, _ right: CalendarPeriod) -> Bool {
        left.approximateDays < right.approximateDays
    }

    /// The age from which a vaccine counts in the first row that names it or its kind; nil where none does.
    func youngestAge(for vaccine: IndexedVaccine) -> CalendarPeriod? { youngest[vaccine.index] }

    /// The age from which a first dose against an antigen counts in any row; nil where none is against it.
    func firstAge(against antigen: String) -> CalendarPeriod? {
        guard let place = antigens.firstIndex(of: antigen) else { return nil }
        return rows[place].compactMap { row in
            let ages = row.doses.first?.rule.ages ?? []
            return ages.isEmpty
                ? CalendarPeriod() : ages.compactMap { $0.absoluteMinimum ?? $0.minimum }.min(by: Self.isShorter)
        }.min(by: Self.isShorter)
    }

    /// The conflicts in which a vaccine is the later one.
    func conflicts(for vaccine: IndexedVaccine) -> [VaccineConflict] { conflicts[vaccine.index] }
}
