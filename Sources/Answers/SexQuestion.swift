import CivilDates
import Immunization

/// Asks about what rows have for one sex only, where it isn't told which is meant.
struct SexQuestion {
    let judgement: Judgement
    let dossier: Dossier

    /// The lines, those to ask about that would be open for a woman or a man and aren't otherwise.
    func asking(_ lines: [Answer.Line], remake: ([Claim]) -> [Answer.Line]) -> [Answer.Line] {
        guard judgement.patient.sex == .unknown || judgement.patient.sex == .diverse else { return lines }
        let limited = antigens
        guard lines.contains(where: { isIdle($0) && !limited.isDisjoint(with: $0.group) }) else { return lines }
        var asked: [String: Answer.Line] = [:]
        for sex in [Sex.female, .male] {
            var patient = judgement.patient
            patient.sex = sex
            let other = Judgement(patient, by: judgement.recommender.engine, on: judgement.day)
            for line in remake(ClaimJudge(dossier, other).claims)
            where line.state == .now || line.state == .nowUnlessGiven {
                asked[line.id] = line
            }
        }
        return lines.map { line in
            guard isIdle(line), !limited.isDisjoint(with: line.group), var other = asked[line.id] else { return line }
            (other.state, other.isQuestion, other.day, other.since) = (.ask, false, nil, nil)
            other.reasons = [.sex] + other.reasons.prefix(1)
            return other
        }
    }

    private func isIdle(_ line: Answer.Line) -> Bool {
        !line.isImmune && !line.isTold && (line.state == .complete || line.state == .notRecommended)
    }

    /// The antigens of rows for one sex only.
    private var antigens: Set<String> {
        let judged = Set(judgement.assessments.map(\.schedule))
        let rows = judgement.recommender.engine.schedules.filter { judged.contains($0.id) }.flatMap(\.series)
        return Set(rows.filter { !$0.sexes.isEmpty && !$0.sexes.contains(judgement.patient.sex) }.flatMap(\.antigens))
    }
}
