import CivilDates

extension AssessmentContext {
    /// What is the matter with single doses, whatever series they belong to.
    var issues: [HistoryIssue] {
        let details = datedDetails
        guard !details.isEmpty else { return history.issues }
        return history.issues
            + history.doses.filter { isForbidden($0, by: details) }.map {
                HistoryIssue(dose: $0.id, kind: .contraindicated)
            }
    }

    /// What held on which days; what has no first day isn't known to have held when a dose was given.
    private struct DatedDetail {
        let codes: Set<String>
        let days: ClosedRange<CalendarDate>
    }

    /// A pregnancy is over with the birth, which may be at term: live vaccines are right soon after it.
    private static let pregnancy = CalendarPeriod(weeks: 37)

    private var datedDetails: [DatedDetail] {
        var all = patient.observations
        if let start = patient.pregnancyStart {
            var pregnancy = PatientObservation(PatientObservation.pregnancy, on: start)
            pregnancy.until = start.adding(Self.pregnancy)
            all.append(pregnancy)
        }
        return all.compactMap { observation in
            guard let first = observation.date else { return nil }
            let codes = Set(rules.observations.codes(of: observation)).filter { rules.contraindications[$0] != nil }
            return codes.isEmpty ? nil : DatedDetail(codes: codes, days: first...max(first, observation.until ?? .last))
        }
    }

    /// Whether a rule forbade a dose on whichever day it can have been given; an exception that was ever ticked is one.
    private func isForbidden(_ dose: PatientHistory.Dose, by details: [DatedDetail]) -> Bool {
        let held = details.filter { $0.days.contains(dose.earliestDate) && $0.days.contains(dose.date) }
        let codes = held.reduce(into: Set<String>()) { $0.formUnion($1.codes) }
        let exceptions = patient.observations.reduce(into: Set<String>()) {
            $0.formUnion(rules.observations.codes(of: $1))
        }
        return codes.flatMap { rules.contraindications[$0] ?? [] }.contains { rule in
            rule.degree == .absolute && rule.doses.isEmpty && rule.unless.isDisjoint(with: exceptions)
                && codes.isSuperset(of: rule.also)
                && (rule.antigen.map(dose.antigens.contains) ?? true)
                && isAge(on: dose.date, from: rule.beginAge, until: rule.endAge)
                && (rule.vaccines.isEmpty
                    || rule.vaccines.contains {
                        $0.vaccine.matches(dose) && isAge(on: dose.date, from: $0.beginAge, until: $0.endAge)
                    })
        }
    }
}
