package import CivilDates
import Immunization

/// Says what isn't given in pregnancy to whoever may be pregnant and doesn't say so.
package struct Pregnancies {
    let judgement: Judgement
    let catalogue: Catalogue

    /// The ages between which somebody can be pregnant.
    package static let ages = (begin: CalendarPeriod(years: 12), end: CalendarPeriod(years: 60))

    /// What the schedules that ask for a line's dose say of a pregnancy, where they forbid all that it can be given with.
    func notes(_ line: Answer.Line, _ claims: [Claim]) -> [[String: String]] {
        guard line.state.isOpen, mayBePregnant else { return [] }
        let rules = claims.compactMap { judgement.schedule($0.recommendation.schedule) }.flatMap(\.contraindications)
        return rules.filter { rule in
            rule.observation == PatientObservation.pregnancy && rule.degree == .absolute && !rule.text.isEmpty
                && (rule.antigen.map(line.antigens.contains) ?? true) && forbids(rule, line)
        }.map(\.text).unique()
    }

    private var mayBePregnant: Bool {
        let patient = judgement.patient
        return patient.isPerson && patient.sex != .male && patient.pregnancyStart == nil
            && judgement.day(atAge: Self.ages.begin) <= judgement.day
            && judgement.day < judgement.day(atAge: Self.ages.end)
    }

    private func forbids(_ rule: Contraindication, _ line: Answer.Line) -> Bool {
        let named = line.vaccines.compactMap(catalogue.vaccine)
        let all = named.isEmpty ? line.antigens.flatMap(catalogue.vaccines(for:)).filter { !$0.isPassive } : named
        return rule.vaccines.isEmpty
            || !all.isEmpty && rule.vaccines.contains { $0.vaccine == .live } && all.allSatisfy(\.isLive)
    }
}
