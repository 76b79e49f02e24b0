import BoundedJSON

/// A code of some system, as FHIR's `FHIRCoding`. <https://hl7.org/fhir/R4/datatypes.html#FHIRCoding>
package struct FHIRCoding: Sendable, Hashable {
    /// A system's URI.
    package let system: String
    package let code: String
    package let display: String?

    package init(system: String, code: String, display: String? = nil) {
        self.system = system
        self.code = code
        self.display = display
    }

    var json: JSONValue {
        ["system": .string(system), "code": .string(code), "display": JSONValue(display)]
    }

    /// Reads a `FHIRCoding`; nil without a system or a code.
    init?(_ value: JSONValue) {
        guard let system = value["system"]?.text, let code = value["code"]?.text, !code.isEmpty else { return nil }
        self.init(system: system, code: code, display: value["display"]?.text)
    }
}

/// URIs of the code systems that we write and read.
package enum CodeSystemURI {
    /// Vaccines administered, CDC. <https://hl7.org/fhir/R4/cvx.html>
    package static let cvx = "http://hl7.org/fhir/sid/cvx"
    /// Anatomical Therapeutic Chemical classification, WHO.
    package static let atc = "http://www.whocc.no/atc"
    /// The same in Germany, as it was and is published there.
    static let atcGermany = ["http://fhir.de/CodeSystem/dimdi/atc", "http://fhir.de/CodeSystem/bfarm/atc"]
    /// SNOMED CT.
    package static let snomed = "http://snomed.info/sct"
    /// ICD-10, WHO.
    package static let icd10 = "http://hl7.org/fhir/sid/icd-10"
    /// What countries made of it: the three characters that begin a code are the same.
    static let icd10Countries = [
        "http://fhir.de/CodeSystem/dimdi/icd-10-gm", "http://fhir.de/CodeSystem/bfarm/icd-10-gm",
        "http://hl7.org/fhir/sid/icd-10-gm", "http://hl7.org/fhir/sid/icd-10-cm",
        "http://hl7.org/fhir/sid/icd-10-us",
    ]
    /// The EU's register of medicinal products (`EU/1/20/1528`).
    package static let euProduct = "https://ec.europa.eu/health/documents/community-register/html/"
    /// Pharmazentralnummer, Germany.
    package static let pzn = "http://fhir.de/CodeSystem/ifa/pzn"
    /// Our catalogue's vaccines.
    package static let vaccine = "urn:vaccinapp:vaccine"
    /// Our catalogue's disease targets.
    package static let target = "urn:vaccinapp:target"
    /// Ids of our passes.
    package static let passID = "urn:vaccinapp:pass"
    /// Ids of our vaccinations.
    package static let vaccinationID = "urn:vaccinapp:vaccination"
    /// Where our records of doses come from.
    package static let source = "urn:vaccinapp:source"

    static let loinc = "http://loinc.org"
    package static let nullFlavor = "http://terminology.hl7.org/CodeSystem/v3-NullFlavor"
    static let absentOrUnknown = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips"
}
