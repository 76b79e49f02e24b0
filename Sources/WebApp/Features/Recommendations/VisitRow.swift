import CivilDates
import Immunization

extension Advice {
    /// The visits to the doctor that do all that is due in the next two years.
    ///
    /// - Parameter shown: The recommendations that are shown; a visit's other doses are left out.
    func visits(for shown: [Recommendation]) -> [VisitPlan.Visit] {
        let ids = Set(shown.map(\.id))
        return plan.visits.compactMap { visit in
            let doses = visit.doses.filter { ids.contains($0.id) }
            return doses.isEmpty ? nil : VisitPlan.Visit(date: visit.date, doses: doses)
        }
    }
}

/// A visit: from when, and what is given.
struct VisitRow: TemplateModel {
    let visit: VisitPlan.Visit
    let advice: Advice
    let names: VaccinationNames

    private var doses: [VisitDoseRow] { visit.doses.map { VisitDoseRow(dose: $0, advice: advice, names: names) } }

    static let fields: [TemplateField<Self>] = [
        .text("date") { row, words in
            row.visit.date <= row.advice.today
                ? words[.visitsNow] : words(.visitsFrom, ["date": words.date(row.visit.date.description)])
        },
        .rows("doses") { $0.doses },
    ]
}

/// A dose of a visit.
struct VisitDoseRow: TemplateModel {
    let dose: Recommendation
    let advice: Advice
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in words.list(row.dose.antigens.map(row.names.target)) },
        .text("dose") { $0.advice.step($0.dose, $1) },
    ]
}
