/// A series as it is followed for one antigen, with what its doses are given with.
///
/// Made once for a schedule; a class, so that the many steps of judging share it instead of copying it.
final class SeriesRow: Sendable {
    /// One dose of it.
    final class Dose: Sendable {
        let rule: SeriesDose
        /// The vaccines that it is recommended with.
        let candidates: [IndexedVaccine]
        /// Whether any of them needs a distance from another vaccine.
        let isConflicting: Bool
        /// Whether it is recommended with any vaccine against the antigen.
        let isForAny: Bool

        init(_ rule: SeriesDose, _ candidates: [IndexedVaccine], isConflicting: Bool) {
            (self.rule, self.candidates, self.isConflicting) = (rule, candidates, isConflicting)
            isForAny = rule.preferableVaccines.allSatisfy { $0.vaccine == .any }
        }
    }

    let series: AntigenSeries
    let antigen: String
    let doses: [Dose]
    /// The places of its doses, in the order in which they are followed as long as none recurs.
    let plan: [Int]
    /// What counts as immunity against the antigen.
    let immunity: [ImmunityRule]
    /// The observations that are grounds of it.
    let observations: [String]
    /// The homes that are.
    let homes: Set<String>
    /// Whether trips are.
    let isForTrips: Bool
    /// The indications by which a course that was begun for a trip is finished whenever that was.
    let finishedLater: [Indication]
    var id: String { series.id }
    var selection: SeriesSelection { series.selection }
    /// Whether a gap between its doses can be too long.
    let hasLongestGap: Bool
    /// The series as results name it.
    var key: SeriesKey { SeriesKey(series: series.id, antigen: antigen) }

    init(_ series: AntigenSeries, antigen: String, doses: [Dose], immunity: [ImmunityRule]) {
        (self.series, self.antigen, self.doses, self.immunity) = (series, antigen, doses, immunity)
        plan = Array(doses.indices)
        let grounds = series.indications.map(\.ground)
        observations = grounds.compactMap { if case .observation(let code) = $0 { code } else { nil } }.unique()
        homes = grounds.reduce(into: []) { homes, ground in
            if case .residence(let regions) = ground { homes.formUnion(regions) }
        }
        finishedLater = series.indications.filter { indication in
            if case .trip(let rule) = indication.ground { rule.isFinishedLater } else { false }
        }
        isForTrips = grounds.contains { if case .trip = $0 { true } else { false } }
        hasLongestGap = doses.contains { $0.rule.intervals.contains { $0.longest != nil } }
    }
}

/// Makes the rows of a schedule.
struct RowMaker {
    let vaccines: VaccineTable
    let byAntigen: [String: [IndexedVaccine]]
    /// For each vaccine of the table, the conflicts in which it is the later one.
    let conflicts: [[VaccineConflict]]
    let immunity: [String: [ImmunityRule]]

    func row(_ series: AntigenSeries, antigen: String) -> SeriesRow {
        let doses = series.doses.map { rule in
            let selectors = rule.preferableVaccines.isEmpty ? [.any] : rule.preferableVaccines.map(\.vaccine)
            let candidates = selectors.flatMap { vaccines(meantBy: $0, antigen) }
            return SeriesRow.Dose(
                rule, candidates, isConflicting: candidates.contains { !conflicts[$0.index].isEmpty })
        }
        return SeriesRow(series, antigen: antigen, doses: doses, immunity: immunity[antigen] ?? [])
    }

    /// The vaccines that a selector means for an antigen; antibodies only if it names them.
    private func vaccines(meantBy selector: VaccineSelector, _ antigen: String) -> [IndexedVaccine] {
        let all = byAntigen[antigen] ?? []
        switch selector {
        case .any: return all.filter { !$0.isPassive }
        case .live: return all.filter(\.isLive)
        case .inactivated: return all.filter { !$0.isLive && !$0.isPassive }
        case .named(let name): return vaccines.vaccine(name).map { [$0] } ?? all.filter { $0.kind == name }
        }
    }
}
