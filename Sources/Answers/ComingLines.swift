import CivilDates
import Immunization

/// Says of what nothing asks for yet what the plan has of it: whoever is 74 reads of the dose at 75.
struct ComingLines {
    let dossier: Dossier
    let judgement: Judgement
    let catalogue: Catalogue
    let plan: VisitPlan

    /// The lines, those that were idle and are planned for as they will be on that day.
    func telling(_ lines: [Answer.Line]) -> [Answer.Line] {
        var known: [CalendarDate: [Answer.Line]] = [:]
        return lines.map { line in
            guard line.state == .notRecommended || line.state == .complete, let day = firstDay(of: line),
                judgement.day < day, !Task.isCancelled
            else { return line }
            let coming = known[day] ?? self.lines(on: day)
            known[day] = coming
            return coming.first { $0.id == line.id }.flatMap { planned($0, for: day, of: line) } ?? line
        }
    }

    /// The day on which the plan first gives something against a line's diseases, or leaves it open for.
    private func firstDay(of line: Answer.Line) -> CalendarDate? {
        let isOwn = { (dose: Recommendation) in dose.antigens.contains(where: line.group.contains) }
        if let visit = plan.visits.first(where: { $0.doses.contains(where: isOwn) }) { return visit.date }
        let last = plan.visits.last?.date ?? judgement.day
        return plan.remaining.filter(isOwn).compactMap(\.recommended).filter { last < $0 }.min()
    }

    /// What is said on a day before which the plan was kept.
    private func lines(on day: CalendarDate) -> [Answer.Line] {
        var patient = judgement.patient
        patient.doses += plan.visits.filter { $0.date < day }.flatMap(\.given)
        let then = Judgement(patient, by: judgement.recommender.engine, on: day)
        return LineMaker(judgement: then, catalogue: catalogue).lines(ClaimJudge(dossier, then).claims)
    }

    private func planned(_ coming: Answer.Line, for day: CalendarDate, of line: Answer.Line) -> Answer.Line? {
        guard coming.state.isOpen || coming.state == .ask, !coming.isQuestion else { return nil }
        var coming = coming
        // What another row leaves to a doctor is no matter until then.
        if coming.state == .ask { (coming.reasons, coming.why) = ([], []) }
        (coming.state, coming.day, coming.since) = (judgement.ahead(day), day, nil)
        (coming.immune, coming.also) = (line.immune, [])
        // What is planned isn't entered, and nothing is counted from it for a reader.
        coming.reasons.removeAll { if case .gap = $0 { true } else { false } }
        return coming
    }
}
