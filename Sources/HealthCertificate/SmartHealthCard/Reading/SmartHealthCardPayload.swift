import BoundedJSON
import ByteCoding

/// What a SMART Health Card's payload says before its health data: issuer, validity, types.
struct SmartHealthCardPayload: Sendable, Hashable {
    let issuer: String?
    /// From when the card is valid, in seconds since 1970.
    let notBefore: Double?
    /// Until when the card is valid, in seconds since 1970; nil for always.
    let expiry: Double?
    let types: [String]
    /// The name under which the issuer may revoke the card.
    let revocationID: String?
    let bundle: JSONValue?
    private(set) var findings: [SmartHealthCardDeparture] = []

    /// Reads a payload; what departs is a finding, and reading goes on.
    init(_ json: JSONValue) {
        let credential = json["vc"]
        self.issuer = json["iss"]?.text
        self.notBefore = json["nbf"]?.floatingPoint
        self.expiry = json["exp"]?.floatingPoint
        self.types = credential?["type"]?.elements?.compactMap(\.text) ?? []
        self.revocationID = credential?["rid"]?.text
        self.bundle = credential?["credentialSubject"]?["fhirBundle"]
        checkIssuer()
        checkTimes(json)
        checkTypes(credential)
        if credential?["credentialSubject"]?["fhirVersion"]?.text == nil {
            find(.fhirVersionMissing, "vc.credentialSubject.fhirVersion")
        }
        if let rid = credential?["rid"], !Self.isRevocationID(rid) { find(.revocationIDInvalid, "vc.rid") }
        if bundle == nil { find(.bundleMissing, "vc.credentialSubject.fhirBundle") }
    }

    private mutating func find(_ code: SmartHealthCardDeparture.Code, _ path: String) {
        findings.append(SmartHealthCardDeparture(code, at: path))
    }

    /// An address over https, without slash at the end, query or fragment.
    private mutating func checkIssuer() {
        guard let issuer else { return find(.issuerMissing, "iss") }
        if !issuer.hasPrefix("https://") {
            find(issuer.hasPrefix("http://") ? .issuerNotHTTPS : .issuerInvalid, "iss")
        }
        if issuer.hasSuffix("/") { find(.issuerTrailingSlash, "iss") }
        let host = issuer.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
        let isPlain = issuer.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != 0x23 }
        if host.isEmpty || !isPlain || issuer.utf8.count > 2_048 { find(.issuerInvalid, "iss") }
    }

    /// Seconds past the year 5138 are milliseconds of a date in this century, written by mistake.
    private static let earliestMilliseconds = 100_000_000_000.0

    private mutating func checkTimes(_ json: JSONValue) {
        if let notBefore {
            if notBefore >= Self.earliestMilliseconds { find(.nbfInMilliseconds, "nbf") }
        } else {
            find(.nbfMissing, "nbf")
        }
        guard json["exp"] != nil else { return }
        guard let expiry else { return find(.expInvalid, "exp") }
        if expiry >= Self.earliestMilliseconds {
            find(.expInMilliseconds, "exp")
        } else if let notBefore, expiry < notBefore, notBefore < Self.earliestMilliseconds {
            find(.preExpired, "exp")
        }
    }

    private static let prefix = "https://smarthealth.cards#"
    private static let knownTypes: Set<String> = ["health-card", "immunization", "laboratory", "covid19"]

    private mutating func checkTypes(_ credential: JSONValue?) {
        if credential?["@context"] != nil { find(.contextUnneeded, "vc.@context") }
        guard !types.isEmpty else { return find(.vcTypeMissing, "vc.type") }
        if !has("health-card") { find(.healthCardTypeMissing, "vc.type") }
        if types.contains("VerifiableCredential") { find(.unneededVCType, "vc.type") }
        let isUnknown = types.contains { type in
            type != "VerifiableCredential" && !Self.knownTypes.contains { type == Self.prefix + $0 }
        }
        if isUnknown { find(.unknownVCType, "vc.type") }
    }

    private func has(_ type: String) -> Bool { types.contains(Self.prefix + type) }

    /// Whether the card names what it holds by more than `#health-card`; the finer types are optional by now.
    private var usesFineTypes: Bool { has("immunization") || has("laboratory") || has("covid19") }

    /// Compares the types with what the bundle holds: a card that uses the finer types should use the right ones.
    mutating func checkTypes(against contents: FHIRBundleContents) {
        guard usesFineTypes else { return }
        if contents.hasImmunization, !has("immunization") { find(.immunizationTypeMissing, "vc.type") }
        if contents.hasLaboratoryResult, !has("laboratory") { find(.laboratoryTypeMissing, "vc.type") }
        if contents.concernsCOVID19, !has("covid19") { find(.covid19TypeMissing, "vc.type") }
    }

    /// Up to 24 characters of the base64url alphabet.
    private static func isRevocationID(_ json: JSONValue) -> Bool {
        guard let text = json.text, 1...24 ~= text.utf8.count else { return false }
        return text.utf8.allSatisfy { Base64URL.isCharacter($0) }
    }
}
