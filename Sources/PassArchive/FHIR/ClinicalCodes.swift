package import Immunization

/// What ties our ids to other systems' codes: the catalogue, seen from here.
package struct ClinicalCodes: Sendable {
    /// The codes of a vaccine, best first, our own left out.
    package var codingsOfVaccine: @Sendable (String) -> [Coding]
    /// The codes of a disease target, best first, our own left out.
    package var codingsOfTarget: @Sendable (String) -> [Coding]
    /// A vaccine's name to show; nil when it is not known.
    package var nameOfVaccine: @Sendable (String) -> String?
    /// A disease target's name to show; nil when it is not known.
    package var nameOfTarget: @Sendable (String) -> String?
    /// The disease targets of a vaccine, the main one first.
    package var targetsOfVaccine: @Sendable (String) -> [String]
    /// What a code of a vaccine means.
    package var vaccine: @Sendable (Coding) -> CodedVaccine?
    /// The vaccine that is called so.
    package var vaccineNamed: @Sendable (String) -> String?
    /// The disease targets that a code can mean for a species: several share one where it doesn't tell them apart.
    package var targets: @Sendable (Coding, _ species: String) -> [String]
    /// What holds of whoever had the disease, or tested positive, that a code means.
    package var observation: @Sendable (Coding) -> String?
    /// The degree of an observation that a measured number has; nil where it has none.
    package var degree: @Sendable (_ observation: String, _ number: String) -> String?

    package init(
        codingsOfVaccine: @escaping @Sendable (String) -> [Coding] = { _ in [] },
        codingsOfTarget: @escaping @Sendable (String) -> [Coding] = { _ in [] },
        nameOfVaccine: @escaping @Sendable (String) -> String? = { _ in nil },
        nameOfTarget: @escaping @Sendable (String) -> String? = { _ in nil },
        targetsOfVaccine: @escaping @Sendable (String) -> [String] = { _ in [] },
        vaccine: @escaping @Sendable (Coding) -> CodedVaccine? = { _ in nil },
        vaccineNamed: @escaping @Sendable (String) -> String? = { _ in nil },
        targets: @escaping @Sendable (Coding, String) -> [String] = { _, _ in [] },
        observation: @escaping @Sendable (Coding) -> String? = { _ in nil },
        degree: @escaping @Sendable (String, String) -> String? = { _, _ in nil }
    ) {
        self.codingsOfVaccine = codingsOfVaccine
        self.codingsOfTarget = codingsOfTarget
        self.nameOfVaccine = nameOfVaccine
        self.nameOfTarget = nameOfTarget
        self.targetsOfVaccine = targetsOfVaccine
        self.vaccine = vaccine
        self.vaccineNamed = vaccineNamed
        self.targets = targets
        self.observation = observation
        self.degree = degree
    }

    /// Knows no codes but our own ids.
    package static let none = ClinicalCodes()
}
