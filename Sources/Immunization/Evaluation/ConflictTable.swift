import CivilDates

/// The first day on which a vaccine keeps its distance from all others, and from which of them that is.
typealias ConflictEnd = (day: CalendarDate, gap: SeriesForecast.Gap)

extension AssessmentContext {
    /// When a vaccine keeps its distance from the recent doses; nil where none of them blocks it.
    ///
    /// Looked for once: many rows are recommended with one vaccine.
    func conflictEnd(of vaccine: IndexedVaccine) -> ConflictEnd? {
        if let known = conflictEnds[vaccine.index] {
            note(known.change)
            return known.end
        }
        let change = nextChange
        nextChange = .last
        let ends = rules.conflicts(for: vaccine).flatMap { conflict in
            recentDoses.filter { dose in conflict.earlier.contains { $0.matches(dose) } }.map { dose -> ConflictEnd in
                note(dose.date.adding(days: rules.longestConflict + 1))
                return (dose.date.adding(conflict.end), SeriesForecast.Gap(conflict.end, after: dose.id))
            }
        }
        let end = ends.max { $0.day < $1.day }
        conflictEnds[vaccine.index] = (end, nextChange)
        nextChange = min(change, nextChange)
        return end
    }
}

/// Which doses of a history came too soon after another vaccine (CDSi Logic Specification 4.5, section 6.7).
///
/// Made once for all series: what conflicts doesn't depend on the series a dose is held against.
struct ConflictTable {
    /// For each dose of the history, what it conflicts with.
    private let reasons: [DoseEvaluation.Reason?]

    /// The conflict of a dose of the history.
    subscript(index: Int) -> DoseEvaluation.Reason? { reasons[index] }

    /// Judges every dose of the context's history.
    ///
    /// - Parameter validDoses: which doses are valid in a best series; nil before there is a result.
    init(_ context: AssessmentContext, validDoses: [Bool]?) {
        let (doses, rules) = (context.history.doses, context.rules)
        var reasons = [DoseEvaluation.Reason?](repeating: nil, count: doses.count)
        // Of those given on one day with one vaccine the last speaks for all, so that thousands stay quick.
        var blockers: [(dose: PatientHistory.Dose, isKept: Bool)] = []
        let last = doses.lastIndex { $0.vaccine.map { !rules.conflicts(for: $0).isEmpty } ?? false } ?? -1
        for (index, dose) in doses.prefix(last + 1).enumerated() where rules.longestConflict > 0 {
            let conflicts = dose.vaccine.map(rules.conflicts) ?? []
            if !conflicts.isEmpty { reasons[index] = Self.judge(dose, conflicts, blockers, rules.longestConflict) }
            let isKept = validDoses.map { $0[index] } ?? true
            let twin = blockers.indices.reversed().prefix { blockers[$0].dose.date == dose.date }.first {
                blockers[$0].isKept == isKept && blockers[$0].dose.vaccine?.id == dose.vaccine?.id
            }
            if let twin { blockers[twin].dose = dose } else { blockers.append((dose, isKept)) }
        }
        self.reasons = reasons
    }

    private static func judge(
        _ dose: PatientHistory.Dose, _ conflicts: [VaccineConflict],
        _ blockers: [(dose: PatientHistory.Dose, isKept: Bool)], _ longest: Int
    ) -> DoseEvaluation.Reason? {
        for (other, isKept) in blockers.reversed() {
            if other.date.days(until: dose.date) > longest { break }
            for conflict in conflicts where conflict.earlier.contains(where: { $0.matches(other) }) {
                let end = other.date.adding(isKept ? conflict.minimumEnd : conflict.end)
                if other.date.adding(conflict.begin) <= dose.date, dose.date < end {
                    return .conflict(with: other.id, from: end, days: dose.date.days(until: end))
                }
            }
        }
        return nil
    }
}
