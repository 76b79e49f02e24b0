package import Immunization

/// What ties our ids to other systems' codes: the catalogue, seen from here.
package struct ClinicalCodes: Sendable {
    /// The codes of a vaccine, best first, our own left out.
    package var codingsOfVaccine: @Sendable (String) -> [FHIRCoding] = { _ in [] }
    /// The codes of a disease target, best first, our own left out.
    package var codingsOfTarget: @Sendable (String) -> [FHIRCoding] = { _ in [] }
    /// A vaccine's name to show; nil when it is not known.
    package var nameOfVaccine: @Sendable (String) -> String? = { _ in nil }
    /// A disease target's name to show; nil when it is not known.
    package var nameOfTarget: @Sendable (String) -> String? = { _ in nil }
    /// The disease targets of a vaccine, the main one first.
    package var targetsOfVaccine: @Sendable (String) -> [String] = { _ in [] }
    /// What a text and codes of a vaccine mean, beside the targets that the code of each disease can mean.
    package var find:
        @Sendable (_ text: String?, [FHIRCoding], _ diseases: [[String]], VaccineFinder.Who) -> VaccineFinder.Answer = {
            _, _, _, _ in .unknown
        }
    /// The disease targets that a code can mean for a species: several share one where it doesn't tell them apart.
    package var targets: @Sendable (FHIRCoding, _ species: String) -> [String] = { _, _ in [] }
    /// What holds of whoever had the disease, or tested positive, that a code means.
    package var observation: @Sendable (FHIRCoding) -> String? = { _ in nil }
    /// The degree of an observation that a measured number has; nil where it has none.
    package var degree: @Sendable (_ observation: String, _ number: String) -> String? = { _, _ in nil }

    /// Knows no codes but our own ids.
    package static let none = ClinicalCodes()
}
