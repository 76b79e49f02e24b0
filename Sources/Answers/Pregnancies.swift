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

    private var mayBePregnant: Bool { judgement.patient.pregnancyStart == nil && canBePregnant(on: judgement.day) }

    private func canBePregnant(on day: CalendarDate) -> Bool {
        judgement.patient.isPerson && judgement.patient.sex != .male
            && judgement.day(atAge: Self.ages.begin) <= day && day < judgement.day(atAge: Self.ages.end)
    }

    /// Whether a dose against an antigen can be one that is asked for in each pregnancy, so long after the one before that
    /// there can have been another: of a pregnancy that is over nobody tells us.
    func mayBeAsked(_ dose: AdministeredDose, against antigen: String, after last: CalendarDate?) -> Bool {
        guard canBePregnant(on: dose.date.latest), let vaccine = dose.vaccine.flatMap(catalogue.vaccine) else {
            return false
        }
        return asked(against: antigen).contains { one in
            guard one.preferableVaccines.contains(where: { $0.vaccine.isNamed(vaccine) }),
                let week = one.intervals.first(where: \.isOfPregnancy)?.earliest
            else { return false }
            return last.map { $0.adding(week) <= dose.date.latest } ?? true
        }
    }

    /// The doses that rows ask for in each pregnancy.
    private func asked(against antigen: String) -> [SeriesDose] {
        let rows = judgement.assessments.compactMap { judgement.schedule($0.schedule) }.flatMap(\.series)
        return rows.filter { $0.antigens.contains(antigen) }.flatMap(\.doses).filter { dose in
            dose.intervals.contains(where: \.isOfPregnancy)
        }
    }

    private func forbids(_ rule: Contraindication, _ line: Answer.Line) -> Bool {
        guard !rule.vaccines.isEmpty else { return true }
        guard rule.vaccines.contains(where: { $0.vaccine == .live }) else { return false }
        let named = line.vaccines.compactMap(catalogue.vaccine)
        guard named.isEmpty else { return named.allSatisfy(\.isLive) }
        let all = line.antigens.lazy.flatMap(catalogue.vaccines).filter { !$0.isPassive }
        return !all.isEmpty && all.allSatisfy(\.isLive)
    }
}

extension IntervalRule {
    /// Whether it is counted from the begin of a pregnancy.
    fileprivate var isOfPregnancy: Bool { reference == .observation(PatientObservation.pregnancy) }

    fileprivate var earliest: CalendarPeriod? { absoluteMinimum ?? minimum }
}

extension VaccineSelector {
    fileprivate func isNamed(_ vaccine: Vaccine) -> Bool { self == .named(vaccine.id) || self == .named(vaccine.kind) }
}
