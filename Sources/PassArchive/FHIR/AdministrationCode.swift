import BoundedJSON
import Model

/// Codes for where on the body, or how, a vaccine was given.
///
/// <https://hl7.org/fhir/R4/valueset-immunization-site.html>, <https://hl7.org/fhir/R4/valueset-immunization-route.html>
struct AdministrationCode: Sendable {
    /// The system that we write.
    let system: String
    /// What we write for a word, and what else is read as it: codes of SNOMED CT, and of EDQM for routes.
    let codes: [(word: String, code: String, display: String, others: [String])]

    static let sites = AdministrationCode(
        system: "http://terminology.hl7.org/CodeSystem/v3-ActSite",
        codes: [
            ("left-arm", "LA", "left arm", ["LD", "LUA", "368208006"]),
            ("right-arm", "RA", "right arm", ["RD", "RUA", "368209003"]),
            ("left-thigh", "LT", "left thigh", ["LVL", "61396006"]),
            ("right-thigh", "RT", "right thigh", ["RVL", "11207009"]),
            ("buttock", "BU", "buttock", ["LG", "RG", "46862004"]),
        ])

    static let routes = AdministrationCode(
        system: "http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration",
        codes: [
            ("intramuscular", "IM", "Injection, intramuscular", ["20035000", "78421000"]),
            ("subcutaneous", "SQ", "Injection, subcutaneous", ["20066000", "34206005"]),
            ("intradermal", "IDINJ", "Injection, intradermal", ["20030000", "372464004"]),
            ("oral", "PO", "Swallow, oral", ["20053000", "26643006"]),
            ("nasal", "NASINHLC", "Inhalation, nasal", ["20049000", "46713006"]),
        ])

    /// A word of ours as a CodeableConcept.
    @Sendable func json(_ word: String) -> JSONValue {
        let coding = codes.first { $0.word == word }.map {
            FHIRCoding(system: system, code: $0.code, display: $0.display)
        }
        return coding.map { ["coding": [$0.json]] } ?? ["text": .string(word)]
    }

    /// The word that a CodeableConcept means; nil where it means none of ours.
    func word(in codings: [FHIRCoding]) -> String? {
        codings.lazy.compactMap { coding in
            codes.first { coding.system == system && $0.code == coding.code || $0.others.contains(coding.code) }?.word
        }.first
    }
}
