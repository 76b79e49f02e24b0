import BoundedJSON
import Model

/// FHIR's extension for patients that are animals.
///
/// <https://hl7.org/fhir/R4/extension-patient-animal.html>
enum AnimalSpecies {
    static let extensionURL = "http://hl7.org/fhir/StructureDefinition/patient-animal"

    private static let snomed = [
        "dog": FHIRCoding(
            system: CodeSystemURI.snomed, code: "448771007", display: "Canis lupus subspecies familiaris"),
        "cat": FHIRCoding(system: CodeSystemURI.snomed, code: "448169003", display: "Felis catus"),
    ]

    /// The extension for a kind of pass; nil for a person.
    static func json(_ kind: String) -> JSONValue? {
        guard kind != Pass.person else { return nil }
        let species: JSONValue = [
            "coding": snomed[kind].map { .array([$0.json]) }, "text": .string(kind),
        ]
        return ["url": .string(extensionURL), "extension": [["url": "species", "valueCodeableConcept": species]]]
    }

    /// The kind of pass that a Patient is for; nil for a species that nobody has named.
    static func kind(of patient: JSONValue) -> String? {
        let animal = patient["extension"]?.elements?.first { $0["url"]?.text == extensionURL }
        guard let animal else { return Pass.person }
        let species = animal["extension"]?.elements?.first { $0["url"]?.text == "species" }?["valueCodeableConcept"]
        for coding in (species?["coding"]?.elements ?? []).compactMap({ FHIRCoding($0) }) {
            if let kind = snomed.first(where: { $0.value.code == coding.code && $0.value.system == coding.system })?.key
            {
                return kind
            }
        }
        return species?["text"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
