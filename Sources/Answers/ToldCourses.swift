import CivilDates
import Immunization

/// A patient with the childhood courses that were reported, as if they had been given at the recommended ages.
struct ToldCourses {
    let judgement: Judgement
    let catalogue: Catalogue

    /// The patient with what the rows of some claims have in childhood.
    ///
    /// - Parameter claims: Those whose course was reported.
    func patient(told claims: [Claim]) -> Patient {
        var patient = judgement.patient
        var known: Set<String> = []
        for claim in claims {
            for (antigen, row) in zip(claim.antigens, claim.antigens.map { row(of: $0, claim) }) {
                guard let row, known.insert(antigen).inserted else { continue }
                patient.doses += doses(of: row, against: antigen)
            }
        }
        return patient
    }

    private func row(of antigen: String, _ claim: Claim) -> AntigenSeries? {
        claim.rows.first { $0.antigens.contains(antigen) }
    }

    /// The doses of a row that come before an age of 18, at the ages and distances that it has.
    private func doses(of row: AntigenSeries, against antigen: String) -> [AdministeredDose] {
        let grown = judgement.day(atAge: Judgement.grown)
        var (days, last): ([(CalendarDate, SeriesDose)], CalendarDate) = ([], judgement.patient.birthDate)
        for dose in row.doses where !dose.isRecurring {
            let age = dose.ages.first.flatMap { $0.earliestRecommended ?? $0.minimum }.map { judgement.day(atAge: $0) }
            let gaps = dose.intervals.compactMap { ($0.earliestRecommended ?? $0.minimum).map { last.adding($0) } }
            let day = ([age ?? last] + (days.isEmpty ? [] : gaps)).max() ?? last
            guard day < grown, days.isEmpty || day > last else { continue }
            days.append((day, dose))
            last = day
        }
        return days.enumerated().map { number, entry in
            dose("told/\(antigen)/\(number + 1)", of: entry.1, against: antigen, on: entry.0)
        }
    }

    /// With the smallest vaccine that the row names, else known by its antigen alone.
    private func dose(
        _ id: String, of rule: SeriesDose, against antigen: String, on day: CalendarDate
    ) -> AdministeredDose {
        let named = rule.preferableVaccines.compactMap { entry -> Vaccine? in
            guard case .named(let name) = entry.vaccine, entry.beginAge == nil, entry.endAge == nil else { return nil }
            return catalogue.vaccine(name)
        }
        guard let vaccine = named.min(by: { $0.targets.count < $1.targets.count }) else {
            return AdministeredDose(id: id, antigens: [antigen], date: PartialDate(day))
        }
        return AdministeredDose(id: id, vaccine: vaccine.id, date: PartialDate(day))
    }

    /// Whether a dose is of a reported course, not an entered one.
    static func isTold(_ dose: String) -> Bool { dose.hasPrefix("told/") }
}
