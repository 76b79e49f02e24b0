import CivilDates
import Immunization

/// The visits to the doctor that do all that is due in the next two years.
struct VisitsView {
    let visits: [VisitPlan.Visit]
    private let advice: Advice
    private let names: VaccinationNames

    /// - Parameter shown: The recommendations that the page shows; a visit's other doses are left out.
    init(advice: Advice, shown: [Recommendation], names: VaccinationNames) {
        visits = advice.visits(for: shown)
        (self.advice, self.names) = (advice, names)
    }

    var isEmpty: Bool { visits.isEmpty }
}
