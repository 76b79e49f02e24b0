import CivilDates
import Foundation
import HealthCardIssuing
import HealthCertificate

/// An invented issuer with its own key, new for each run, and a person with a card.
struct ExampleCards {
    static let address = "https://cards.example/issuer"
    static let issuedAt = Date(timeIntervalSince1970: 1_700_000_000)
    static let moment = Date(timeIntervalSince1970: 1_720_000_000)

    let issuer: SmartHealthCardIssuer
    let trust: TrustStore

    init() throws {
        issuer = try SmartHealthCardIssuer(address: Self.address, key: SigningKey(new: .p256))
        let keys = try HealthCardIssuer(address: Self.address, keySet: issuer.keySet.utf8, at: Self.moment)
        trust = TrustStore(signers: keys.signers)
    }

    static let vaccination = VaccinationEntry(
        target: Coding(system: "http://snomed.info/sct", code: "840539006"),
        vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"), dose: 2, total: 2,
        date: CertificateDate("2021-06-01"), lotNumber: "0000007", performer: "Test Clinic")

    static let test = TestResult(
        type: Coding(system: "http://loinc.org", code: "94558-4"), sampledAt: Timestamp("2021-02-17T08:00:00Z"),
        result: Coding(system: "http://snomed.info/sct", code: "260415000"), centre: "Test Laboratory")

    static let claims = HealthClaims(
        holder: Holder(
            name: PersonName(family: "Müller", given: "Änne B."), dateOfBirth: CertificateDate("1951-01-20")),
        entries: [.vaccination(vaccination), .test(test)])

    func card() throws -> SmartHealthCard {
        try issuer.issue(Self.claims, issuedAt: Self.issuedAt)
    }

    /// A card's JWS with another payload, signed by the issuer.
    func inspection(ofPayload payload: String) throws -> SmartHealthCardInspection {
        SmartHealthCardInspection(text: try issuer.sign(payload: payload))
    }

    /// A payload in order, with a replacement made in its text.
    static func payload(_ old: String = "", _ new: String = "") -> String {
        let text = #"""
            {"iss":"https://cards.example/issuer","nbf":1700000000,"vc":{"type":["https://smarthealth.cards#health-card"],"credentialSubject":{"fhirVersion":"4.0.1","fhirBundle":{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Patient","name":[{"family":"Doe","given":["Jo"]}],"birthDate":"1980-02-03"}},{"fullUrl":"resource:1","resource":{"resourceType":"Immunization","status":"completed","vaccineCode":{"coding":[{"system":"http://hl7.org/fhir/sid/cvx","code":"207"}]},"patient":{"reference":"resource:0"},"occurrenceDateTime":"2021-01-01"}}]}}}}
            """#
        return old.isEmpty ? text : text.replacingOccurrences(of: old, with: new)
    }
}
