import CivilDates
import Immunization

/// Tells until when an animal's vaccination is valid, as a border or a boarding kennel asks.
struct Validity {
    let judgement: Judgement

    /// The last day on which a dose is valid, where it is its course's last so far, or was before another: by the longest
    /// distance to the next, where no doctor has to know it, and by what is said of the dose.
    func end(of dose: String, on day: CalendarDate, _ antigen: String, isLast: Bool = true) -> CalendarDate? {
        guard judgement.patient.species != Species.person, let series = standing(antigen),
            let evaluation = series.doses.first(where: { $0.dose == dose && $0.status == .valid }),
            let number = evaluation.seriesDose, !isLast || !series.doses.contains(where: { $0.date > day }),
            let row = judgement.recommender.engine.schedules.lazy.flatMap(\.series).first(where: {
                $0.id == series.key.series
            }), let next = row.doses.count > number ? row.doses[number] : row.doses.last
        else { return nil }
        let isSaid = next.intervals.contains { $0.afterValidUntilCountsAs != nil }
        let said = isSaid ? judgement.patient.doses.first { $0.id == dose }?.validUntil : nil
        guard next.ask.isEmpty || said != nil else { return nil }
        let ends = next.intervals.compactMap(\.longest).map { day.adding($0.maximum) }
        return (ends + [said].compactMap(\.self)).min()
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
