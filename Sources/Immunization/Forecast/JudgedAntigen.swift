/// All series of one antigen, judged for a patient.
final class JudgedAntigen {
    let antigen: String
    /// The relevant series.
    let all: [PatientSeries]
    /// Series that aren't relevant any more but were when a dose was given; nothing is recommended by them.
    let past: [PatientSeries]
    /// The one series of each selection group that serves best: what is valid in one of them counts.
    let prioritized: [PatientSeries]
    /// The series to follow; without a relevant one, the past ones that tell best how far the patient is.
    let best: [PatientSeries]
    /// Series beside a prioritized one that the patient has outgrown, or in which a gap can be too long: what counted
    /// in them goes on counting.
    let outgrown: [PatientSeries]
    /// The series that decide what a dose counts for: in one of them is enough.
    var counting: [PatientSeries] { prioritized + outgrown + past }
    /// All series that are or were for the patient.
    var known: [PatientSeries] { all + past }

    /// What each vaccination counts for, as pages say it.
    ///
    /// Which series serves best is known only afterwards; so one that begins at a later age doesn't make a dose too early
    /// that counts in another.
    private(set) lazy var doses: [DoseEvaluation] = {
        let merged = (best + counting).mergedDoses
        guard merged.contains(where: \.isAheadOfItsTime) else { return merged }
        let valid = known.flatMap(\.evaluation.evaluations).filter { $0.status == .valid }
        let byDose = Dictionary(valid.map { ($0.dose, $0) }, uniquingKeysWith: { first, _ in first })
        return merged.map { $0.isAheadOfItsTime ? byDose[$0.dose] ?? $0 : $0 }
    }()

    /// Whether no series is relevant, so that no dose is needed whatever the past ones say.
    var isPast: Bool { all.isEmpty }

    init(_ antigen: String, _ rows: [SeriesRow], _ doses: [Int], context: AssessmentContext, others: OtherResults) {
        self.antigen = antigen
        let relevant = rows.filter { context.isRelevant($0, on: context.date) }
        // A trip takes nothing away: the course of another product counts without it, and so with it.
        let isForTrips = relevant.allSatisfy(context.isForTripsAlone)
        let past = rows.filter { one in
            !doses.isEmpty && !relevant.contains { $0 === one }
                && (context.wasRelevant(one, to: doses)
                    || (isForTrips && (relevant.isEmpty || one.selection.isProductPath) && context.isTelling(one)))
        }
        func judge(_ one: SeriesRow) -> PatientSeries { PatientSeries(one, doses, context: context, others: others) }
        (all, self.past) = (relevant.map(judge), past.map(judge))
        let choice = SeriesChoice(context: context)
        prioritized = choice.prioritized(of: all.isEmpty ? self.past : all)
        // A gap that becomes too long changes which series serves best, and nothing of what counted before it.
        let closed = Set(
            prioritized.filter { $0.forecast.status == .agedOut }.map(\.selection.group)
                + all.filter(\.row.hasLongestGap).map(\.selection.group))
        outgrown = all.filter { closed.contains($0.selection.group) && $0.validCount > 0 }
        best = choice.best(of: prioritized)
    }
}
