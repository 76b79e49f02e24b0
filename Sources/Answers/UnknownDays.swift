import CivilDates
import Immunization

/// Finds what is for now only because the day of a dose isn't known: a dose counts from the last day that it can have been
/// given on, so that one after it may have come too soon.
struct UnknownDays {
    private let judgement: Judgement
    /// Each dose without a day that another one follows, and what would be recommended had it been given on the first day
    /// that it can have been.
    private let others: [(dose: AdministeredDose, recommendations: [Recommendation])]

    /// More than anybody looks up at once.
    private static let most = 6

    init(_ judgement: Judgement, for lines: [Answer.Line]) {
        self.judgement = judgement
        let followed = Set(lines.filter(\.isForNow).flatMap { $0.entered.dropLast() })
        let inexact = judgement.patient.doses.filter { !$0.date.isExact && followed.contains($0.id) }
        let sorted = inexact.sorted { ($0.date.latest, $0.id) > ($1.date.latest, $1.id) }
        others = sorted.prefix(judgement.isShort ? Self.most : 0).map { dose in
            var patient = judgement.patient
            for index in patient.doses.indices where patient.doses[index].id == dose.id {
                patient.doses[index].date = PartialDate(dose.date.earliest)
            }
            let other = Judgement(patient, by: judgement.recommender.engine, on: judgement.day)
            return (dose, other.recommendations)
        }
    }

    /// The line, with the dose whose day decides whether it is for now.
    func telling(_ line: Answer.Line) -> Answer.Line {
        guard line.isForNow, asks(judgement.recommendations, for: line),
            let other = others.first(where: {
                line.entered.contains($0.dose.id) && !asks($0.recommendations, for: line)
            })
        else { return line }
        var line = line
        line.reasons = [.unknownDay(dose: other.dose.id, on: other.dose.date)] + line.reasons.prefix(1)
        return line
    }

    private func asks(_ recommendations: [Recommendation], for line: Answer.Line) -> Bool {
        recommendations.contains { recommendation in
            (recommendation.state <= .due || recommendation.state == .askDoctor)
                && recommendation.antigens.contains(where: line.antigens.contains)
        }
    }
}
