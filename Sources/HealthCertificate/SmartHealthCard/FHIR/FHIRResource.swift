import BoundedJSON
import CivilDates

/// One resource of a bundle, and where it is.
struct FHIRResource: Sendable, Hashable {
    let json: JSONValue
    /// The resource's type, such as `Immunization`.
    let type: String
    /// Such as `fhirBundle.entry[1].resource`.
    let path: String

    /// The holder that a Patient resource tells: its official name, or its first.
    func holder(notes: inout FHIRNotes) -> Holder {
        let names = json["name"]?.elements ?? []
        let name = names.first { $0["use"]?.text == "official" } ?? names.first
        let given = name?["given"]?.elements?.compactMap(\.text).joined(separator: " ")
        let family = name?["family"]?.text
        if (family ?? "").isEmpty && (given ?? "").isEmpty { notes.find(.patientNameMissing, path + ".name") }
        let birthDate = json["birthDate"]?.text.map { CertificateDate($0) }
        if birthDate?.date == nil { notes.find(.birthDateMissing, path + ".birthDate") }
        return Holder(
            name: PersonName(
                family: family, given: given,
                standardFamily: family.map { Transliteration.machineReadable($0) },
                standardGiven: given.map { Transliteration.machineReadable($0) }),
            dateOfBirth: birthDate)
    }

    /// The vaccination that an Immunization resource tells; nil where it was left out.
    func vaccination(target: Coding?, issuer: String?, notes: inout FHIRNotes) -> VaccinationEntry? {
        guard json["status"]?.text == "completed" else {
            notes.find(.statusNotCompleted, path + ".status")
            return nil
        }
        let vaccine = coding(of: "vaccineCode", preferring: CodedTargets.cvx, notes: &notes)
        let date = occurrenceDate(notes: &notes)
        guard let vaccine, let date else { return nil }
        let protocolApplied = json["protocolApplied"]?[0]
        return VaccinationEntry(
            target: firstCoding(protocolApplied?["targetDisease"]?[0]) ?? target,
            vaccine: vaccine,
            manufacturer: manufacturer,
            dose: positive(protocolApplied?["doseNumberPositiveInt"]),
            total: positive(protocolApplied?["seriesDosesPositiveInt"]),
            date: date, issuer: issuer, lotNumber: nonEmpty("lotNumber", notes: &notes),
            performer: json["performer"]?[0]?["actor"]?["display"]?.text)
    }

    private func occurrenceDate(notes: inout FHIRNotes) -> CertificateDate? {
        if json["occurrenceDateTime"] != nil, json["occurrenceString"] != nil {
            notes.find(.occurrenceTwice, path + ".occurrenceString")
        }
        guard let text = json["occurrenceDateTime"]?.text else {
            notes.find(.occurrenceMissing, path + ".occurrenceDateTime")
            return nil
        }
        let date = CertificateDate(text)
        guard date.date != nil else {
            notes.find(.dateInvalid, path + ".occurrenceDateTime")
            return nil
        }
        return date
    }

    private var manufacturer: Coding? {
        guard let identifier = json["manufacturer"]?["identifier"], let code = identifier["value"]?.text else {
            return nil
        }
        return Coding(system: identifier["system"]?.text, code: code)
    }

    /// Whether an Observation is a laboratory result, rather than a vital sign, say.
    var isLaboratoryResult: Bool {
        let categories = json["category"]?.elements ?? []
        let isLaboratory = categories.contains { category in
            (category["coding"]?.elements ?? []).contains { $0["code"]?.text == "laboratory" }
        }
        return isLaboratory || categories.isEmpty
    }

    /// The test result that an Observation resource tells; nil where it was left out.
    func testResult(target: Coding?, issuer: String?, notes: inout FHIRNotes) -> TestResult? {
        guard let status = json["status"]?.text, ["final", "amended", "corrected"].contains(status) else {
            notes.find(.statusNotFinal, path + ".status")
            return nil
        }
        let type = coding(of: "code", preferring: CodedTargets.loinc, notes: &notes)
        let sampledAt = effectiveMoment(notes: &notes)
        guard let result = result else {
            notes.find(.resultMissing, path + ".valueCodeableConcept")
            return nil
        }
        guard let type, let sampledAt else { return nil }
        return TestResult(
            target: target, type: type, sampledAt: sampledAt, result: result,
            centre: json["performer"]?[0]?["display"]?.text, issuer: issuer)
    }

    private func effectiveMoment(notes: inout FHIRNotes) -> Timestamp? {
        guard let text = json["effectiveDateTime"]?.text ?? json["effectivePeriod"]?["start"]?.text else {
            notes.find(.occurrenceMissing, path + ".effectiveDateTime")
            return nil
        }
        guard Timestamp(text).date != nil || CertificateDate(text).date != nil else {
            notes.find(.dateInvalid, path + ".effectiveDateTime")
            return nil
        }
        return Timestamp(text)
    }

    /// A coded result, a number with its unit, or words.
    private var result: Coding? {
        if let coding = firstCoding(json["valueCodeableConcept"]) { return coding }
        if let quantity = json["valueQuantity"], let value = quantity["value"] {
            let unit = quantity["unit"]?.text ?? quantity["code"]?.text
            return Coding(code: [value.compactText, unit].compactMap(\.self).joined(separator: " "))
        }
        return (json["valueString"]?.text ?? json["valueCodeableConcept"]?["text"]?.text).map { Coding(code: $0) }
    }
}

extension FHIRResource {
    /// The coding of a concept in the system that is looked for, or its first.
    private func coding(of member: String, preferring system: String, notes: inout FHIRNotes) -> Coding? {
        let codings = json[member]?["coding"]?.elements ?? []
        guard !codings.isEmpty else {
            notes.find(.codingMissing, "\(path).\(member).coding")
            return nil
        }
        let preferred = codings.first { $0["system"]?.text == system } ?? codings[0]
        guard let code = preferred["code"]?.text, !code.isEmpty else {
            notes.find(.codeInvalid, "\(path).\(member).coding")
            return nil
        }
        if preferred["system"]?.text == CodedTargets.cvx, !CodedTargets.isCVX(code) {
            notes.find(.codeInvalid, "\(path).\(member).coding")
            return nil
        }
        if !CodedTargets.systems(for: member).contains(preferred["system"]?.text ?? "") {
            notes.find(.codeSystemUnexpected, "\(path).\(member).coding")
        }
        return Coding(system: preferred["system"]?.text, code: code)
    }

    private func firstCoding(_ concept: JSONValue?) -> Coding? {
        guard let coding = concept?["coding"]?[0], let code = coding["code"]?.text, !code.isEmpty else { return nil }
        return Coding(system: coding["system"]?.text, code: code)
    }

    private func positive(_ json: JSONValue?) -> Int? {
        json?.wholeNumber(in: 1...0x7FFF_FFFF)
    }

    private func nonEmpty(_ member: String, notes: inout FHIRNotes) -> String? {
        json[member]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
