import CivilDates
import Immunization

/// Tells until when an animal's vaccination is valid, as a border or a boarding kennel asks.
struct Validity {
    let judgement: Judgement

    /// The last day on which a dose is valid, where it is its course's last so far, or was before another: by what is said of
    /// it, and at most by the longest distance to the next, where no doctor has to know it.
    ///
    /// What is refreshed again and again is valid until the day of the next dose, also where that is in time for longer. Of a
    /// product that nobody named that day is all that is known; after it, only what is said helps.
    func end(of dose: String, on day: CalendarDate, _ antigen: String, isLast: Bool = true) -> CalendarDate? {
        guard !judgement.patient.isPerson, let series = standing(antigen),
            let evaluation = series.doses.first(where: { $0.dose == dose && $0.status == .valid }),
            let number = evaluation.seriesDose, !isLast || !series.doses.contains(where: { $0.date > day }),
            let row = judgement.recommender.engine.schedules.lazy.flatMap(\.series).first(where: {
                $0.id == series.key.series
            }), let next = row.doses.dropFirst(number).first(where: { !isOutgrown($0, on: day) }) ?? row.doses.last
        else { return nil }
        let isSaid = next.intervals.contains { $0.afterValidUntilCountsAs != nil }
        let said = isSaid ? judgement.patient.doses.first { $0.id == dose }?.validUntil : nil
        guard next.ask.isEmpty || said != nil else { return nil }
        let due = next.intervals.compactMap(\.earliestRecommended).map(day.adding).min()
        let ends = next.intervals.compactMap(\.longest).map { day.adding($0.maximum) }
        guard ends.isEmpty else {
            guard isSaid || next.isRecurring else { return nil }
            return (ends + [said ?? due].compactMap(\.self)).min()
        }
        guard isSaid, said == nil else { return said }
        return due.flatMap { isLast && $0 < judgement.day ? nil : $0 }
    }

    /// Whether a dose is left out at an age that was reached by a day, as a puppy's after a course that began again.
    private func isOutgrown(_ dose: SeriesDose, on day: CalendarDate) -> Bool {
        dose.skips.flatMap(\.sets).flatMap(\.conditions).contains { condition in
            if case .age(let from?, nil) = condition { judgement.day(atAge: from) <= day } else { false }
        }
    }

    /// The series against an antigen that goes on, by the recommendation that presses most.
    private func standing(_ antigen: String) -> SeriesAssessment? {
        for recommendation in judgement.recommendations {
            let progress = recommendation.progress.filter { $0.key.antigen == antigen }
            guard let key = (progress.first { $0.nextFrom != nil } ?? progress.first)?.key else { continue }
            return judgement.series(of: recommendation).first { $0.key == key }
        }
        return nil
    }
}
