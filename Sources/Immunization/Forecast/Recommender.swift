public import CivilDates

/// Turns what the engine finds into a list of what to do, the most urgent first.
public struct Recommender: Sendable {
    /// The engine with its schedules.
    public let engine: ImmunizationEngine
    /// How long before the recommended day a dose is called due soon.
    public let soon: CalendarPeriod

    /// A recommender; eight weeks ahead is soon.
    public init(_ engine: ImmunizationEngine, soon: CalendarPeriod = CalendarPeriod(weeks: 8)) {
        (self.engine, self.soon) = (engine, soon)
    }

    /// What is recommended to a patient on a day: overdue first, then by recommended day.
    public func recommendations(for patient: Patient, on date: CalendarDate) -> [Recommendation] {
        recommendations(of: engine.assess(patient, on: date))
    }

    /// The same of assessments that have been made already.
    public func recommendations(of assessments: [Assessment]) -> [Recommendation] {
        let found = assessments.flatMap { assessment -> [Recommendation] in
            guard let rules = engine.rules(of: assessment.schedule) else { return [] }
            let places = Dictionary(
                zip(assessment.series.map(\.key), assessment.series.indices), uniquingKeysWith: { first, _ in first })
            return assessment.groups.map { forecast in
                let judged = forecast.series.compactMap { places[$0].map { assessment.series[$0] } }
                let rows = forecast.series.map(\.series).unique().compactMap(rules.row)
                return recommendation(forecast, rules.schedule, of: assessment, judged: judged, rows: rows)
            }
        }
        // Their places are put in order, since they themselves are large.
        return found.indices.sorted { left, right in
            if found[left].state != found[right].state { return found[left].state < found[right].state }
            let (leftDay, rightDay) = (found[left].recommended ?? .last, found[right].recommended ?? .last)
            return leftDay != rightDay ? leftDay < rightDay : found[left].id < found[right].id
        }.map { found[$0] }
    }

    private func recommendation(
        _ forecast: GroupForecast, _ schedule: Schedule, of assessment: Assessment, judged: [SeriesAssessment],
        rows: [SeriesRow]
    ) -> Recommendation {
        let decisive = judged.first {
            $0.forecast.status == forecast.status
                && (forecast.status == .askDoctor || $0.forecast.recommended == forecast.recommended)
        }
        return Recommendation(
            id: "\(schedule.id)/\(forecast.group)/\(forecast.kind.rawValue)", schedule: schedule.id,
            group: forecast.group, kind: forecast.kind,
            state: state(forecast, on: assessment.date),
            antigens: (forecast.antigens.isEmpty ? forecast.series.map(\.antigen) : forecast.antigens).unique(),
            doseNumber: forecast.doseNumber, earliest: forecast.earliest, recommended: forecast.recommended,
            overdueFrom: forecast.pastDue?.adding(days: 1), latest: forecast.latest,
            reason: forecast.isWithoutIndication
                ? .noIndication : (decisive ?? judged.first)?.forecast.reason ?? .any,
            why: judged.filter { $0.forecast.status == forecast.status }.flatMap(\.forecast.why).unique(),
            indications: judged.flatMap(\.indications).unique(), progress: Self.progress(judged, of: forecast),
            doses: Self.doses(forecast, assessment), vaccines: Self.common(judged.map(\.forecast)),
            sources: rows.flatMap(\.series.sources).unique().compactMap { schedule.sources[$0] },
            confidence: rows.compactMap(\.series.confidence).max { $0.rawValue < $1.rawValue },
            review: rows.allSatisfy { ($0.series.review ?? schedule.review) == .reviewed } ? .reviewed : .draft,
            notes: rows.map(\.series.note).filter { !$0.isEmpty }.unique())
    }

    /// What each vaccination counts for, as said of the antigens: none is too early for its age that counts there,
    /// and what was given before a pregnancy is none of those for it.
    private static func doses(_ forecast: GroupForecast, _ assessment: Assessment) -> [DoseEvaluation] {
        let own = forecast.doses.filter { $0.reason != .beforehand }
        guard own.contains(where: \.isAheadOfItsTime) else { return own }
        let antigens = Set(forecast.series.map(\.antigen))
        let valid = assessment.antigens.filter { antigens.contains($0.antigen) }.flatMap(\.doses)
            .filter { $0.status == .valid }
        return own.map { dose in dose.isAheadOfItsTime ? valid.first { $0.dose == dose.dose } ?? dose : dose }
    }

    private func state(_ forecast: GroupForecast, on date: CalendarDate) -> Recommendation.State {
        switch forecast.status {
        case .complete: return .complete
        case .immune: return .immune
        case .askDoctor: return .askDoctor
        case .contraindicated: return .contraindicated
        case .notRecommended: return .notRecommended
        case .agedOut: return .agedOut
        case .notComplete:
            guard let recommended = forecast.recommended else { return .due }
            if let pastDue = forecast.pastDue, pastDue < date { return .overdue }
            if recommended <= date { return .due }
            return recommended <= date.adding(soon) ? .dueSoon : .planned
        }
    }

    private static func progress(_ judged: [SeriesAssessment], of forecast: GroupForecast) -> [SeriesProgress] {
        let isNext = { (series: SeriesAssessment) in forecast.antigens.contains(series.key.antigen) }
        return (judged.filter(isNext) + judged.filter { !isNext($0) }).map(progress)
    }

    private static func progress(_ series: SeriesAssessment) -> SeriesProgress {
        SeriesProgress(
            key: series.key, given: series.givenCount, planned: series.plannedCount, isBooster: series.isBooster,
            nextFrom: series.forecast.earliest, nextRecommended: series.forecast.recommended,
            status: series.forecast.status)
    }

    /// The vaccines that serve every open series.
    private static func common(_ forecasts: [SeriesForecast]) -> [String] {
        let lists = forecasts.filter(\.isOpen).map(\.vaccines)
        guard let first = lists.first else { return [] }
        return first.filter { vaccine in lists.dropFirst().allSatisfy { $0.contains(vaccine) } }
    }
}

extension Array where Element: Hashable {
    /// Each element once, in the order of their first places; inlined, so that other modules have it for their types.
    @inlinable
    package func unique() -> [Element] {
        guard count > 1 else { return self }
        // A few are compared in less time than a set of them is made.
        if count <= 12 {
            return reduce(into: []) { found, one in
                if !found.contains(one) { found.append(one) }
            }
        }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
