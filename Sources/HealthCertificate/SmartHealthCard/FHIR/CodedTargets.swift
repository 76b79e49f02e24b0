import BoundedJSON

/// What codes of vaccines and tests tell of the disease they are about.
enum CodedTargets {
    /// CDC's codes of vaccines administered.
    static let cvx = "http://hl7.org/fhir/sid/cvx"
    /// Codes of laboratory tests.
    static let loinc = "http://loinc.org"
    /// COVID-19, as EU certificates code it.
    static let covid19 = Coding(system: "http://snomed.info/sct", code: "840539006")

    /// The code systems that vaccines and tests come in, by the member that holds them.
    static func systems(for member: String) -> Set<String> {
        member == "vaccineCode"
            ? [
                cvx, "http://snomed.info/sct", "https://www.gs1.org/gtin", "http://id.who.int/icd11/mms",
                "http://www.whocc.no/atc", "urn:oid:2.16.840.1.113883.6.69", "http://hl7.org/fhir/sid/ndc",
            ] : [loinc, "http://snomed.info/sct"]
    }

    /// Whether a code has the form of a CVX code: two or three digits.
    static func isCVX(_ code: String) -> Bool {
        2...3 ~= code.utf8.count && code.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }

    /// The disease that a vaccine's code is for; nil where the code doesn't tell us.
    static func target(ofVaccine concept: JSONValue?) -> Coding? {
        contains(concept, system: cvx, codes: covid19Vaccines) ? covid19 : nil
    }

    /// The disease that a test's code is for; nil where the code doesn't tell us.
    static func target(ofTest concept: JSONValue?) -> Coding? {
        contains(concept, system: loinc, codes: covid19Tests) ? covid19 : nil
    }

    private static func contains(_ concept: JSONValue?, system: String, codes: Set<String>) -> Bool {
        (concept?["coding"]?.elements ?? []).contains { coding in
            coding["system"]?.text == system && codes.contains(coding["code"]?.text ?? "")
        }
    }

    /// CDC, 'COVID-19 vaccine related codes': vaccines against SARS-CoV-2, by CVX code.
    /// <https://www.cdc.gov/iis/code-sets/covid-19-related-codes.html>
    private static let covid19Vaccines: Set<String> = [
        "207", "208", "210", "211", "212", "213", "217", "218", "219", "221", "225", "226", "227", "228", "229",
        "230", "300", "301", "302", "308", "309", "310", "311", "312", "313", "500", "501", "502", "503", "504",
        "505", "506", "507", "508", "509", "510", "511", "512", "513", "514", "515", "516", "517", "518", "519",
        "520", "521",
    ]

    /// VSAC value set 2.16.840.1.113762.1.4.1114.9, 'COVID-19 laboratory tests', as far as its codes name the virus,
    /// and LOINC's code of the rapid antigen test that came after it.
    private static let covid19Tests: Set<String> = [
        "94306-8", "94307-6", "94308-4", "94309-2", "94500-6", "94502-2", "94503-0", "94504-8", "94507-1", "94508-9",
        "94531-1", "94533-7", "94534-5", "94547-7", "94558-4", "94559-2", "94562-6", "94563-4", "94564-2", "94565-9",
        "94640-0", "94661-6", "94756-4", "94757-2", "94758-0", "94759-8", "94760-6", "94761-4", "94762-2", "94764-8",
        "94845-5", "95209-3", "95406-5", "95409-9", "95416-4", "95423-0", "95424-8", "95425-5", "95542-7", "95608-6",
        "95609-4", "97097-0",
    ]
}
