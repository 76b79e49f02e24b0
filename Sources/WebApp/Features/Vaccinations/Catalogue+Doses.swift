import Immunization
import Model

extension Catalogue {
    /// Everything that a vaccination protects against; at least what it was entered for.
    func targets(of vaccination: Vaccination) -> [String] {
        let known = vaccination.vaccine.flatMap { vaccine($0)?.targets } ?? []
        return known.isEmpty ? vaccination.targets : known
    }

    /// Whether two vaccinations are most likely one: on the same day, against a disease that both protect against.
    func isSameDose(_ left: Vaccination, _ right: Vaccination) -> Bool {
        left.date == right.date && !Set(targets(of: left)).isDisjoint(with: targets(of: right))
    }
}
