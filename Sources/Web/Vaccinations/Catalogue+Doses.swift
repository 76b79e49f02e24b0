package import Immunization
package import Model

extension Catalogue {
    /// Everything that a vaccination protects against; at least what it was entered for.
    package func targets(of vaccination: Vaccination) -> [String] {
        let known = vaccination.vaccine.flatMap { vaccine($0)?.targets } ?? []
        return known.isEmpty ? vaccination.targets : known
    }
}
