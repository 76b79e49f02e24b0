import CivilDates
import Immunization

/// The visits to the doctor that do all that is due in the next two years.
struct VisitsView {
    /// A longer history is nobody's: it isn't planned for, so that a page's time stays bounded.
    private static let maximumHistory = 1_000

    let visits: [VisitPlan.Visit]
    private let names: VaccinationNames
    private let today: CalendarDate

    /// - Parameter shown: The recommendations that the page shows; a visit's other doses are left out.
    init(advice: Advice, shown: [Recommendation], names: VaccinationNames) {
        let ids = Set(shown.map(\.id))
        let isPlanned = advice.patient.doses.count <= Self.maximumHistory
        let planned = isPlanned ? advice.recommender.plan(for: advice.patient, from: advice.today).visits : []
        visits = planned.compactMap { visit in
            let doses = visit.doses.filter { ids.contains($0.id) }
            return doses.isEmpty ? nil : VisitPlan.Visit(date: visit.date, doses: doses)
        }
        (self.names, today) = (names, advice.today)
    }

    var isEmpty: Bool { visits.isEmpty }

    var fields: Fields? {
        guard !visits.isEmpty else { return nil }
        let words = names.words
        return [
            "rows": visits.map { visit -> Fields in
                [
                    "date": visit.date <= today
                        ? words[.visitsNow] : words(.visitsFrom, ["date": words.date(visit.date.description)]),
                    "doses": visit.doses.map { dose -> Fields in
                        ["name": words.list(dose.antigens.map(names.target)), "dose": step(dose).field]
                    },
                ]
            }
        ]
    }

    private func step(_ dose: Recommendation) -> String? {
        guard let progress = dose.progress.first(where: { $0.nextFrom != nil }) else { return nil }
        if progress.isBooster { return names.words[.recommendationsBooster] }
        guard progress.planned > 1, progress.given < progress.planned else { return nil }
        return names.words(
            .recommendationsDose, ["dose": String(progress.given + 1), "total": String(progress.planned)])
    }
}
