import Immunization
import Model

/// A dose with what the catalogue knows of it, looked up once: by reference, since each is compared with many.
final class ToldDose: Sendable {
    let dose: Vaccination
    /// The kind of its vaccine; nil where the catalogue has none.
    let kind: String?
    let isPassive: Bool
    let isLive: Bool
    /// What it protects against; at least what it was entered for.
    let targets: Set<String>
    /// A name of its own, folded.
    let name: String?
    let batch: String?

    init(_ dose: Vaccination, _ catalogue: Catalogue) {
        self.dose = dose
        let vaccine = dose.vaccine.flatMap(catalogue.vaccine)
        (kind, isPassive, isLive) = (vaccine?.kind, vaccine?.isPassive ?? false, vaccine?.isLive ?? false)
        let known = vaccine?.targets ?? []
        targets = Set(known.isEmpty ? dose.targets : known)
        name = dose.vaccineName.map(Catalogue.folded)
        batch = dose.batch?.lowercased()
    }
}
