/// Chooses the best series of one antigen (CDSi Logic Specification 4.5, chapter 8).
struct SeriesChoice {
    let context: AssessmentContext

    /// The one series of each selection group that serves the patient best, in the order of the groups.
    func prioritized(of all: [PatientSeries]) -> [PatientSeries] {
        var names: [String] = []
        for series in all where !names.contains(series.selection.group) { names.append(series.selection.group) }
        return names.compactMap { name in onePrioritized(all.filter { $0.selection.group == name }) }
    }

    /// Those of the prioritized series that protect fully when all of them are followed.
    func best(of prioritized: [PatientSeries]) -> [PatientSeries] {
        prioritized.filter { isBest($0, among: prioritized) }
    }

    /// Table 8-14.
    private func isBest(_ series: PatientSeries, among all: [PatientSeries]) -> Bool {
        if series.isComplete { return true }
        let equivalent = all.filter { series.selection.equivalentGroups.contains($0.selection.group) }
        if equivalent.contains(where: \.isComplete) || series.kind == .evaluation { return false }
        return series.kind == .risk || !equivalent.contains { $0.kind == .risk }
    }

    /// Sections 8.2, 8.3 and 8.7, within one group.
    private func onePrioritized(_ group: [PatientSeries]) -> PatientSeries? {
        let scorable = inTime(scorable(group))
        // Whoever is too young to begin it isn't shown a series yet.
        let standard = group.filter { $0.selection.isDefault && isOldEnough(for: $0) }
        let onlyDefault = standard.count == 1 ? standard.first : nil
        if scorable.count <= 1 { return scorable.first ?? onlyDefault }
        let complete = scorable.filter(\.isComplete)
        if complete.count == 1 { return complete.first }
        let inProcess = scorable.filter(\.isInProcess)
        if complete.isEmpty {
            if inProcess.count == 1 { return inProcess.first }
            // Doses that counted go on counting when the patient has outgrown the series they were given for.
            if inProcess.isEmpty, let begun = mostBegun(scorable) ?? onlyDefault { return begun }
        }
        let scoring = SeriesScoring(context: context)
        if !complete.isEmpty { return preferred(complete, scoring.complete(complete)) }
        if !inProcess.isEmpty { return preferred(inProcess, scoring.inProcess(inProcess)) }
        return preferred(scorable, scoring.noValidDoses(scorable))
    }

    private func mostBegun(_ series: [PatientSeries]) -> PatientSeries? {
        preferred(series.filter { $0.validCount > 0 }, series.filter { $0.validCount > 0 }.map(\.validCount))
    }

    /// Business rule SELECTBEST-2.
    private func preferred(_ series: [PatientSeries], _ points: [Int]) -> PatientSeries? {
        zip(series, points).max { left, right in
            if left.1 != right.1 { return left.1 < right.1 }
            return left.0.selection.preference > right.0.selection.preference
        }?.0
    }

    /// Business rules SELECTB-24 and SELECTSCORE-2.
    private func scorable(_ group: [PatientSeries]) -> [PatientSeries] {
        // What the patient has outgrown is no other way: else doses would count no more that did in what is forbidden.
        let allForbidden = group.allSatisfy {
            [.contraindicated, .agedOut, .notRecommended].contains($0.forecast.status)
        }
        let allowed = group.filter { allForbidden || $0.forecast.status != .contraindicated }
        // What is plainly to be done, or done, goes before what a doctor has to decide, unless less counts in it.
        let plain = allowed.filter { [.notComplete, .complete, .immune].contains($0.forecast.status) }
        let reached = plain.map(\.validCount).max() ?? -1
        let open = allowed.filter { $0.forecast.status != .askDoctor || $0.validCount > reached }
        // Where a child's strength may have done it, another way doesn't start again unasked.
        let isDone = plain.contains { $0.forecast.status != .notComplete }
        let doubted = isDone ? [] : allowed.filter { $0.isDoubted && $0.validCount >= reached }
        let candidates = doubted.isEmpty ? open : doubted
        let topPriority = candidates.filter { $0.kind == .risk }.map(\.selection.priority).min()
        let hasDoses = group.contains { $0.validCount > 0 }
        let hasDefault = group.contains(where: \.selection.isDefault)
        return candidates.filter { series in
            switch series.kind {
            case .risk: series.selection.priority == topPriority
            case .standard: isStartedInTime(series) || (!hasDoses && !hasDefault)
            case .evaluation: series.isComplete
            }
        }
    }

    /// Where a trip leaves too little time for one way, the first that can be followed before it, unless less counts in it.
    private func inTime(_ series: [PatientSeries]) -> [PatientSeries] {
        guard series.contains(where: { !$0.forecast.isInTime }), series.allSatisfy(\.forecast.isOpen) else {
            return series
        }
        let reached = series.map(\.validCount).max() ?? 0
        let fitting = series.filter { $0.forecast.isInTime && $0.validCount == reached }
        let first = fitting.map(\.selection.preference).min()
        return fitting.isEmpty ? series : fitting.filter { $0.selection.preference == first }
    }

    private func isOldEnough(for series: PatientSeries) -> Bool {
        series.selection.minimumAgeToStart.map { context.hasCome(context.day(atAge: $0)) } ?? true
    }

    private func isStartedInTime(_ series: PatientSeries) -> Bool {
        guard let first = series.evaluation.firstValid else { return false }
        guard let maximum = series.selection.maximumAgeToStart else { return true }
        return context.history.doses[first].date < context.day(atAge: maximum)
    }
}
