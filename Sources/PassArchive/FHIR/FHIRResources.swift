import BoundedJSON
import CivilDates
import Foundation
import Model

/// Our records as FHIR R4 resources.
struct FHIRResources {
    let codes: ClinicalCodes

    /// The holder.
    ///
    /// <https://hl7.org/fhir/R4/patient.html>
    func patient(_ pass: ArchivedPass) -> JSONObject {
        [
            "resourceType": "Patient",
            "meta": pass.content.isForPerson ? Self.profile("Patient-uv-ips") : nil,
            "extension": Self.array(
                [AnimalSpecies.json(pass.kind)] + Pass.extended.map { $0.fhirExtension(of: pass.content) }),
            "identifier": pass.id.map { [Self.identifier(CodeSystemURI.passID, $0)] },
            "name": [["text": .string(pass.name)]],
            "gender": .string(Self.gender(pass.sex)),
            "birthDate": JSONValue(pass.birthDate?.description),
            "_birthDate": pass.birthDate == nil ? Self.unknown : nil,
        ]
    }

    /// A dose.
    ///
    /// <https://hl7.org/fhir/R4/immunization.html>
    func immunization(_ vaccination: ArchivedVaccination, patient: String, isForPerson: Bool) -> JSONObject {
        let country: JSONValue? = vaccination.country.map {
            ["resourceType": "Location", "id": "place", "address": ["country": .string($0)]]
        }
        let texts = ImmunizationText.all.map {
            ($0.name, $0.field[vaccination.content].map(\.description).map($0.write))
        }
        return JSONObject(
            present: [
                ("resourceType", "Immunization"),
                ("meta", isForPerson ? Self.profile("Immunization-uv-ips") : nil),
                ("contained", country.map { [$0] }),
                ("extension", Self.array(ImmunizationText.extended.map { $0.fhirExtension(of: vaccination.content) })),
                ("identifier", vaccination.id.map { [Self.identifier(CodeSystemURI.vaccinationID, $0)] }),
                ("status", "completed"),
                ("vaccineCode", vaccineCode(vaccination)),
                ("patient", ["reference": .string(patient)]),
                ("occurrenceDateTime", .string(vaccination.date.description)),
                ("recorded", JSONValue(vaccination.sourceDate?.description)),
                ("primarySource", .bool(vaccination.source == .certified)),
                ("reportOrigin", DoseOrigin.json(vaccination.source)),
                ("location", country.map { _ in ["reference": "#place"] }),
            ] + texts + [
                ("isSubpotent", vaccination.reduced.map { _ in .bool(true) }),
                ("protocolApplied", [protocolApplied(vaccination)]),
            ])
    }

    private func vaccineCode(_ vaccination: ArchivedVaccination) -> JSONValue {
        var codings: [FHIRCoding] = []
        if let vaccine = vaccination.vaccine {
            codings = codes.codingsOfVaccine(vaccine)
            codings.append(
                FHIRCoding(system: CodeSystemURI.vaccine, code: vaccine, display: codes.nameOfVaccine(vaccine)))
        } else if vaccination.vaccineName == nil {
            codings = [FHIRCoding(system: CodeSystemURI.nullFlavor, code: "UNK", display: "Unknown")]
        }
        return [
            "coding": codings.isEmpty ? nil : .array(codings.map(\.json)), "text": JSONValue(vaccination.vaccineName),
        ]
    }

    private func protocolApplied(_ vaccination: ArchivedVaccination) -> JSONValue {
        let others = vaccination.vaccine.map(codes.targetsOfVaccine) ?? []
        let targets = vaccination.targets + others.filter { !vaccination.targets.contains($0) }
        let diseases = targets.map { target -> JSONValue in
            let own = FHIRCoding(system: CodeSystemURI.target, code: target, display: codes.nameOfTarget(target))
            return [
                "coding": .array((codes.codingsOfTarget(target) + [own]).map(\.json)),
                "text": JSONValue(codes.nameOfTarget(target)),
            ]
        }
        return [
            "targetDisease": .array(diseases),
            "doseNumberPositiveInt": JSONValue(vaccination.doseNumber),
            "doseNumberString": vaccination.doseNumber == nil ? "unknown" : nil,
            "seriesDosesPositiveInt": JSONValue(vaccination.seriesDoses),
        ]
    }

    /// What there is of it; nil where there is nothing.
    private static func array(_ values: [JSONValue?]) -> JSONValue? {
        let values = values.compactMap(\.self)
        return values.isEmpty ? nil : .array(values)
    }

    static func gender(_ sex: RecordedSex) -> String {
        switch sex {
        case .female: "female"
        case .male: "male"
        case .diverse: "other"
        case .unknown: "unknown"
        }
    }

    static func identifier(_ system: String, _ value: String) -> JSONValue {
        ["system": .string(system), "value": .string(value)]
    }

    static func profile(_ name: String) -> JSONValue {
        ["profile": [.string("http://hl7.org/fhir/uv/ips/StructureDefinition/\(name)|2.0.1")]]
    }

    /// Says that a value is not known. <https://hl7.org/fhir/R4/extension-data-absent-reason.html>
    static let unknown: JSONValue = [
        "extension": [
            ["url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown"]
        ]
    ]
}
