import BoundedJSON

/// What a SMART Health Card's FHIR bundle says, as the same claims that EU certificates make.
struct FHIRBundleContents: Sendable, Hashable {
    private(set) var claims: HealthClaims
    private(set) var findings: [SmartHealthCardDeparture]
    /// Whether the bundle has an immunization, shown or left out.
    private(set) var hasImmunization = false
    /// Whether the bundle has a laboratory result, shown or left out.
    private(set) var hasLaboratoryResult = false
    /// Whether an immunization or a result is about COVID-19.
    private(set) var concernsCOVID19 = false

    /// Reads a bundle; what departs is a finding, and what can't be used is left out.
    ///
    /// - Parameters:
    ///   - issuer: who issued the card, noted with every statement.
    ///   - path: where the bundle is, for findings.
    init(_ bundle: JSONValue, issuer: String?, at path: String = "fhirBundle") {
        var notes = FHIRNotes()
        let resources = Self.resources(of: bundle, at: path, notes: &notes)
        self.claims = HealthClaims(holder: Self.holder(in: resources, at: path, notes: &notes), entries: [])
        self.findings = []
        var entries: [HealthClaims.Entry] = []
        for resource in resources {
            switch resource.type {
            case "Immunization":
                hasImmunization = true
                let target = CodedTargets.target(ofVaccine: resource.json["vaccineCode"])
                if target == CodedTargets.covid19 { concernsCOVID19 = true }
                if let entry = resource.vaccination(target: target, issuer: issuer, notes: &notes) {
                    entries.append(.vaccination(entry))
                }
            case "Observation" where resource.isLaboratoryResult:
                hasLaboratoryResult = true
                let target = CodedTargets.target(ofTest: resource.json["code"])
                if target == CodedTargets.covid19 { concernsCOVID19 = true }
                if let entry = resource.testResult(target: target, issuer: issuer, notes: &notes) {
                    entries.append(.test(entry))
                }
            case "Patient": break
            default: notes.find(.unexpectedResource, resource.path)
            }
        }
        if entries.isEmpty { notes.find(.nothingToShow, path) }
        self.claims = HealthClaims(holder: claims.holder, entries: entries)
        self.findings = notes.findings
    }

    /// The resources of a bundle's entries.
    private static func resources(
        of bundle: JSONValue, at path: String, notes: inout FHIRNotes
    ) -> [FHIRResource] {
        guard bundle["resourceType"]?.text == "Bundle" else {
            notes.find(.notABundle, path)
            return []
        }
        if bundle["type"]?.text != "collection" { notes.find(.bundleTypeNotCollection, path + ".type") }
        for name in ["id", "meta"] where bundle[name] != nil { notes.find(.unneededElement, "\(path).\(name)") }
        guard let entries = bundle["entry"]?.elements, !entries.isEmpty else {
            notes.find(.bundleEmpty, path + ".entry")
            return []
        }
        // Holder and statements: what is far more than any card holds isn't read.
        guard entries.count <= HealthClaims.mostEntries + 1 else {
            notes.find(.payloadTooLarge, path + ".entry")
            return []
        }
        var resources: [FHIRResource] = []
        for (index, entry) in entries.enumerated() {
            let place = "\(path).entry[\(index)]"
            if !isShort(entry["fullUrl"]?.text) { notes.find(.fullURLNotShort, place + ".fullUrl") }
            guard let json = entry["resource"], let type = json["resourceType"]?.text else {
                notes.find(.entryInvalid, place)
                continue
            }
            let resource = FHIRResource(json: json, type: type, path: place + ".resource")
            resource.noteStyle(&notes)
            resources.append(resource)
        }
        return resources
    }

    /// Whether an address is `resource:` and a number.
    static func isShort(_ address: String?) -> Bool {
        guard let address, address.hasPrefix("resource:") else { return false }
        let number = address.utf8.dropFirst(9)
        return !number.isEmpty && number.allSatisfy { $0 &- 0x30 < 10 }
    }

    /// A card is about one person; a second patient makes it unclear whom its statements are about.
    private static func holder(
        in resources: [FHIRResource], at path: String, notes: inout FHIRNotes
    ) -> Holder {
        let patients = resources.filter { $0.type == "Patient" }
        guard let patient = patients.first else {
            if !resources.isEmpty { notes.find(.patientMissing, path + ".entry") }
            return Holder(name: PersonName(), dateOfBirth: nil)
        }
        if patients.count > 1 { notes.find(.severalPatients, patients[1].path) }
        return patient.holder(notes: &notes)
    }
}

/// Findings as they come up while a bundle is read, up to a bound.
struct FHIRNotes {
    private(set) var findings: [SmartHealthCardDeparture] = []

    /// A bundle that has more to remark on than this tells the first ones.
    private static let most = 200

    mutating func find(_ code: SmartHealthCardDeparture.Code, _ path: @autoclosure () -> String) {
        // What makes a card unusable is never dropped.
        guard findings.count < Self.most || code.severity == .fatal else { return }
        findings.append(SmartHealthCardDeparture(code, at: path()))
    }
}
