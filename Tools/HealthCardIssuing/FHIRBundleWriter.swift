import BoundedJSON
import CivilDates
import HealthCertificate

/// Writes claims as the FHIR bundle of a SMART Health Card, small as cards ask for.
enum FHIRBundleWriter {
    /// A collection of one Patient and a resource for each vaccination and test.
    static func bundle(for claims: HealthClaims) -> JSONValue {
        let resources = [patient(claims.holder)] + claims.entries.compactMap(resource)
        let entries = resources.enumerated().map { index, resource in
            JSONValue.object(["fullUrl": .string("resource:\(index)"), "resource": resource])
        }
        return .object([
            "resourceType": .string("Bundle"), "type": .string("collection"), "entry": .array(entries),
        ])
    }

    private static func resource(_ entry: HealthClaims.Entry) -> JSONValue? {
        switch entry {
        case .vaccination(let vaccination): immunization(vaccination)
        case .test(let test): observation(test)
        case .recovery: nil
        }
    }

    private static func patient(_ holder: Holder) -> JSONValue {
        let given = holder.name.given?.split(separator: " ").map { JSONValue.string(String($0)) }
        return object(
            "Patient",
            [
                "name": .array([members(["family": text(holder.name.family), "given": given.map(JSONValue.array)])]),
                "birthDate": text(holder.dateOfBirth?.text),
            ])
    }

    private static func immunization(_ entry: VaccinationEntry) -> JSONValue {
        let dose = members([
            "targetDisease": entry.target.map { .array([concept($0)]) },
            "doseNumberPositiveInt": entry.dose.map { .integer(Int64($0)) },
            "seriesDosesPositiveInt": entry.total.map { .integer(Int64($0)) },
        ])
        return object(
            "Immunization",
            [
                "status": .string("completed"),
                "vaccineCode": (entry.vaccine ?? entry.product).map(concept),
                "patient": .object(["reference": .string("resource:0")]),
                "occurrenceDateTime": text(entry.date?.text),
                "lotNumber": text(entry.lotNumber),
                "manufacturer": entry.manufacturer.map { .object(["identifier": identifier($0)]) },
                "performer": entry.performer.map {
                    .array([.object(["actor": .object(["display": .string($0)])])])
                },
                "protocolApplied": entry.dose == nil ? nil : .array([dose]),
            ])
    }

    private static func observation(_ entry: TestResult) -> JSONValue {
        object(
            "Observation",
            [
                "status": .string("final"),
                "category": .array([
                    concept(
                        Coding(
                            system: "http://terminology.hl7.org/CodeSystem/observation-category", code: "laboratory"))
                ]),
                "code": entry.type.map(concept),
                "subject": .object(["reference": .string("resource:0")]),
                "effectiveDateTime": text(entry.sampledAt?.text),
                "valueCodeableConcept": entry.result.map(concept),
                "performer": entry.centre.map { .array([.object(["display": .string($0)])]) },
            ])
    }

    private static func object(_ type: String, _ optional: [String: JSONValue?]) -> JSONValue {
        var all = optional
        all["resourceType"] = .string(type)
        return members(all)
    }

    /// The members that have a value.
    private static func members(_ optional: [String: JSONValue?]) -> JSONValue {
        JSONValue(optional.compactMapValues(\.self))
    }

    private static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    private static func concept(_ coding: Coding) -> JSONValue {
        .object(["coding": .array([members(["system": text(coding.system), "code": .string(coding.code)])])])
    }

    private static func identifier(_ coding: Coding) -> JSONValue {
        members(["system": text(coding.system), "value": .string(coding.code)])
    }
}
