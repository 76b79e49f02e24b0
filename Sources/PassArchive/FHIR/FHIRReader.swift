package import BoundedJSON
import CivilDates
import Model

/// Reads what a pass has room for in a FHIR R4 bundle, in JSON or XML: holders, doses, and immunity that was shown.
///
/// International Patient Summaries, the German MIO Impfpass, US Core, CH VACD and SMART Health Cards are all read alike.
///
/// <https://hl7.org/fhir/R4/bundle.html>, <https://spec.smarthealth.cards/#health-cards-are-small>
package struct FHIRReader {
    private let codes: ClinicalCodes
    private let limits: ArchiveLimits
    private var entries: [(url: String?, resource: JSONValue)] = []
    private var passes: [ArchivedPass] = []
    /// The pass of each entry that is a patient.
    private var passOfEntry: [Int: Int] = [:]
    private var result = FHIRImport(passes: [], findings: [], otherResources: [])

    private init(codes: ClinicalCodes, limits: ArchiveLimits) {
        self.codes = codes
        self.limits = limits
    }

    /// Reads a bundle, a lone resource, or the payload of a SMART Health Card around a bundle.
    ///
    /// Throws `malformed`, `tooLarge`, `documentType`, `encoding`, `notFHIR` or `cancelled`; what is wrong with a single
    /// entry becomes a finding.
    package static func read(
        _ text: [UInt8], codes: ClinicalCodes, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveError) -> FHIRImport {
        try read(
            isXML(text) ? FHIRXML.json(text, limits: limits) : JSONValue(archive: text, limits: limits), codes: codes,
            limits: limits)
    }

    /// Reads what was read as JSON already.
    package static func read(
        _ value: JSONValue, codes: ClinicalCodes, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveError) -> FHIRImport {
        let bundle = value["vc"]?["credentialSubject"]?["fhirBundle"] ?? value
        guard let type = bundle["resourceType"]?.text else {
            throw ArchiveError(.notFHIR, "The file holds no FHIR resource.")
        }
        var reader = FHIRReader(codes: codes, limits: limits)
        reader.entries =
            type == "Bundle"
            ? (bundle["entry"]?.elements ?? []).map { ($0["fullUrl"]?.text, $0["resource"] ?? .null) }
            : [(nil, bundle)]
        guard reader.entries.count <= limits.rows * 4 else {
            throw ArchiveError(.tooLarge, "The bundle holds too many entries.")
        }
        if bundle["signature"] != nil { reader.find(.signature, 0) }
        return try reader.readEntries()
    }

    /// Whether a file is XML, which of all that is imported only FHIR is.
    package static func isXML(_ bytes: [UInt8]) -> Bool { FHIRXML.isXML(bytes) }

    private mutating func readEntries() throws(ArchiveError) -> FHIRImport {
        for (index, entry) in entries.enumerated() {
            switch entry.resource["resourceType"]?.text {
            case "Patient": readPatient(entry.resource, index)
            case "Immunization", "Observation", "Condition": break
            case let other?:
                if !result.otherResources.contains(other), result.otherResources.count < 50 {
                    result.otherResources.append(String(other.prefix(64)))
                    if !Self.carriers.contains(other), !Self.isAbsent(entry.resource) {
                        find(.otherResource, index, name: String(other.prefix(64)))
                    }
                }
            case nil: find(.notAResource, index)
            }
        }
        let index = ReferenceIndex(entries)
        for (number, entry) in entries.enumerated() {
            try ArchiveError.checkCancellation()
            switch entry.resource["resourceType"] {
            case "Immunization": readImmunization(entry.resource, number, index)
            case "Observation", "Condition": readImmunity(entry.resource, number, index)
            default: continue
            }
        }
        result.passes = passes
        result.findings.sort { $0.entry < $1.entry }
        return result
    }

    /// Resources that others refer to, and that say nothing of the holder's health.
    private static let carriers: Set = [
        "Composition", "Practitioner", "PractitionerRole", "Organization", "Location", "Provenance", "Device",
        "OperationOutcome",
    ]

    /// Whether a resource says only that nothing is known, as a summary has to where it knows nothing.
    private static func isAbsent(_ resource: JSONValue) -> Bool {
        let code = resource["code"] ?? resource["medicationCodeableConcept"]
        return Concept(code).codings.contains { $0.system == CodeSystemURI.absentOrUnknown }
    }

    private mutating func readPatient(_ patient: JSONValue, _ entry: Int) {
        guard passes.count < limits.passes else { return find(.tooMany, entry) }
        guard let name = Self.name(patient) else { return find(.patientWithoutName, entry) }
        guard let kind = AnimalSpecies.kind(of: patient) else { return find(.animalOfUnknownKind, entry) }
        let birthDate = patient["birthDate"]?.text
        var content = Pass(
            kind: kind, name: name, birthDate: birthDate.flatMap(PartialDate.init(ofRecord:)),
            sex: Self.sex(patient["gender"]?.text))
        for field in Pass.extended { field.readExtension(of: patient, into: &content) }
        guard content.fitsDocuments else { return find(.textTooLong, entry) }
        if birthDate != nil, content.birthDate == nil { find(.dateUnreadable, entry) }
        let pass = ArchivedPass(id: Self.identifier(patient, CodeSystemURI.passID), content)
        passOfEntry[entry] = passes.count
        passes.append(pass)
        result.codings.append([])
        let numbers = (patient["identifier"]?.elements ?? []).compactMap { $0["system"]?.text }
        if numbers.contains(where: { $0 != CodeSystemURI.passID }) { find(.holderNumbers, entry) }
    }

    /// What an Observation or a Condition says of immunity becomes a fact of its holder, each once.
    private mutating func readImmunity(_ resource: JSONValue, _ entry: Int, _ index: ReferenceIndex) {
        let concept = Concept(resource["code"])
        if Self.isAbsent(resource) { return }
        let name = concept.label.map { String($0.prefix(100)) }
        switch ImmunityReader(resource, concept, codes: codes).read() {
        case .failure(let problem): find(problem, entry, name: name)
        case .success(let value):
            guard
                let number = index.entry(of: resource["subject"], from: resource), let patient = passOfEntry[number]
            else { return find(.patientMissing, entry) }
            guard passes[patient].facts.count < limits.rows else { return find(.tooMany, entry) }
            let fact = ArchivedFact(Fact(kind: ImmunityReader.kind, value: value))
            if !passes[patient].facts.contains(fact) { passes[patient].facts.append(fact) }
        }
    }

    private mutating func readImmunization(_ resource: JSONValue, _ entry: Int, _ index: ReferenceIndex) {
        guard
            let number = index.entry(of: resource["patient"], from: resource),
            let patient = passOfEntry[number]
        else { return find(.patientMissing, entry) }
        guard passes[patient].vaccinations.count < limits.rows else { return find(.tooMany, entry) }
        var reader = ImmunizationReader(resource, codes: codes, index: index, holder: passes[patient].content)
        let vaccination = reader.read()
        let name = vaccination.map { vaccination in
            vaccination.vaccineName ?? vaccination.vaccine.flatMap(codes.nameOfVaccine) ?? vaccination.target
        }
        for problem in reader.problems { find(problem, entry, name: name.map { String($0.prefix(100)) }) }
        guard let vaccination else { return }
        if let asked = reader.asked {
            result.asked.append(AskedDose(pass: patient, dose: passes[patient].vaccinations.count, asked))
        }
        passes[patient].vaccinations.append(vaccination)
        result.codings[patient].append(Concept(resource["vaccineCode"]).codings)
    }

    private mutating func find(_ problem: FHIRImport.Remark.Kind, _ entry: Int, name: String? = nil) {
        guard result.findings.count < 10_000 else { return }
        result.findings.append(.init(entry: entry, problem: problem, name: name))
    }

    /// The first usual name: as text, or given and family names.
    private static func name(_ patient: JSONValue) -> String? {
        let names = patient["name"]?.elements ?? []
        let usual = names.first { $0["use"]?.text != "old" && $0["use"]?.text != "maiden" } ?? names.first
        if let text = usual?["text"]?.text, !text.isEmpty { return text }
        let parts = (usual?["given"]?.elements ?? []).compactMap(\.text) + [usual?["family"]?.text].compactMap { $0 }
        let name = parts.joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    private static func sex(_ gender: String?) -> RecordedSex {
        switch gender {
        case "female": .female
        case "male": .male
        case "other": .diverse
        default: .unknown
        }
    }

    static func identifier(_ resource: JSONValue, _ system: String) -> String? {
        let identifiers = resource["identifier"]?.elements ?? []
        return identifiers.first { $0["system"]?.text == system }?["value"]?.text
            .flatMap { ArchiveFormat.isID($0) ? $0 : nil }
    }
}
