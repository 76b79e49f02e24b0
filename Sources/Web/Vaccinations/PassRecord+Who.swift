package import CivilDates
package import Immunization
import Model
import Vault

extension PassRecord {
    /// Whom a dose of this pass was given, and when.
    package func who(on day: PartialDate?) -> VaccineFinder.Who {
        VaccineFinder.Who(self.kind, birth: self.birthDate, on: day)
    }
}

extension VaccineFinder {
    /// What an id means that a row was laid out with; nil where it names nothing of this species.
    package func known(_ id: String, _ species: String) -> Answer? {
        suggestion(id, species: species).map { .one($0, sureness: Self.exact) }
    }
}
