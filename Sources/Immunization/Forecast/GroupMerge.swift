import CivilDates

/// Merges the best series of a group's antigens into one forecast (CDSi Logic Specification 4.5, chapter 9).
struct GroupMerge {
    let group: VaccineGroup
    let context: AssessmentContext

    /// One forecast for each kind of series, the one to act on first.
    func forecasts(_ judged: [JudgedAntigen]) -> [GroupForecast] {
        let isPast = judged.allSatisfy(\.isPast)
        let wanted = withoutIdle(judged.filter { $0.isPast == isPast }.flatMap(\.best))
        let counting = judged.flatMap(\.counting)
        return [AntigenSeries.Kind.risk, .standard, .evaluation].compactMap { kind in
            let same = wanted.filter { $0.kind == kind }
            guard !same.isEmpty else { return nil }
            let forecast = forecast(same, kind, others: wanted.filter { $0.kind != kind }, counting: counting)
            return isPast ? Self.withoutNeed(forecast) : forecast
        }.sorted { Self.urgency($0) < Self.urgency($1) }
    }

    /// Series that the patient has outgrown don't speak for an antigen that another series still cares for.
    private func withoutIdle(_ best: [PatientSeries]) -> [PatientSeries] {
        best.filter { series in
            let isIdle = series.forecast.status == .agedOut || series.forecast.status == .notRecommended
            return !isIdle
                || !best.contains { other in
                    other.evaluation.antigen == series.evaluation.antigen
                        && other.forecast.status != .agedOut && other.forecast.status != .notRecommended
                }
        }
    }

    /// What is left of a forecast when no indication asks for it: complete stays complete, nothing else is needed.
    private static func withoutNeed(_ forecast: GroupForecast) -> GroupForecast {
        var forecast = forecast
        forecast.isWithoutIndication = true
        if forecast.status != .complete, forecast.status != .immune { forecast.status = .notRecommended }
        (forecast.doseNumber, forecast.earliest, forecast.recommended) = (nil, nil, nil)
        (forecast.pastDue, forecast.latest, forecast.antigens) = (nil, nil, [])
        return forecast
    }

    private static func urgency(_ forecast: GroupForecast) -> Int {
        switch forecast.status {
        case .notComplete: 0
        case .askDoctor: 1
        case .contraindicated: 2
        case .complete, .immune: 3
        case .notRecommended, .agedOut: 4
        }
    }

    private func forecast(
        _ series: [PatientSeries], _ kind: AntigenSeries.Kind, others: [PatientSeries], counting: [PatientSeries]
    ) -> GroupForecast {
        let next = furthestBehind(series.filter { $0.forecast.status == .notComplete })
        let open = next.map(\.forecast)
        var result = GroupForecast(
            group: group.id, kind: kind, status: status(series.map(\.forecast.status)), antigens: [],
            series: series.map(\.row.key),
            doses: (series + counting).mergedDoses)
        if result.status == .askDoctor {
            let asking = series.filter { $0.forecast.status == .askDoctor }
            result.antigens = asking.map(\.evaluation.antigen)
            result.doseNumber = asking.compactMap(\.forecast.doseNumber).max()
        }
        guard result.status == .notComplete else { return result }
        let earliest = earliest(open)
        result.earliest = earliest
        // Business rules FORECASTVG-2, 3, 4, 8 and FORECASTDN-2.
        result.recommended = open.compactMap(\.recommended).min().map { max($0, earliest ?? $0) }
        result.pastDue = open.compactMap(\.pastDue).min().map { max($0, earliest ?? $0) }
        result.latest = open.compactMap(\.latest).min()
        let numbers = open.compactMap(\.doseNumber)
        result.doseNumber = group.isGivenWhole ? numbers.min() : numbers.max()
        // Doses that completed a series of another kind were given all the same: people count them.
        let given = others.filter(\.isComplete).map { $0.validCount + 1 }.max()
        result.doseNumber = [result.doseNumber, given].compactMap { $0 }.max()
        result.antigens = next.map(\.evaluation.antigen)
        return result
    }

    /// What the next dose is for: where antigens are given together and some were given alone, those that lack most, and
    /// what counts as long as those are in time.
    ///
    /// They don't get overdue by the others' distances: a dose against tetanus alone doesn't put off the one against
    /// diphtheria.
    private func furthestBehind(_ open: [PatientSeries]) -> [PatientSeries] {
        let least = open.compactMap(\.forecast.doseNumber).min()
        let first = open.filter { $0.forecast.doseNumber == least }.map(\.forecast)
        guard group.isGivenWhole, let earliest = first.compactMap(\.earliest).max() else { return open }
        let day = max(earliest, first.compactMap(\.pastDue).min() ?? .last, context.date)
        for earliest in open.compactMap(\.forecast.earliest) { context.note(earliest) }
        return open.filter { $0.forecast.doseNumber == least || ($0.forecast.earliest ?? .first) <= day }
    }

    /// Table 9-4; with a single status it is that one.
    private func status(_ all: [SeriesForecast.Status]) -> SeriesForecast.Status {
        for status in [SeriesForecast.Status.contraindicated, .askDoctor, .agedOut, .notRecommended, .notComplete]
        where all.contains(status) { return status }
        return all.allSatisfy { $0 == .immune } ? .immune : .complete
    }

    /// Business rules SINGLEANTVG-2, MULTIANTVG-1 and FORECASTPRIORITY-1.
    private func earliest(_ open: [SeriesForecast]) -> CalendarDate? {
        let dates = open.compactMap(\.earliest)
        if group.antigens.count == 1 { return dates.min() }
        guard open.contains(where: \.hasPriority) else { return dates.max() }
        let given = context.history.doses.last { !$0.antigens.allSatisfy { !group.antigens.contains($0) } }?.date
        return [dates.min(), given].compactMap { $0 }.max()
    }
}
