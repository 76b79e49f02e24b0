import BoundedJSON
import ByteCoding
import Foundation
import HealthCardIssuing
import HealthCertificate

/// SMART Health Cards layer by layer, their issuers' lists, and SMART Health Links.
enum HealthCardTargets {
    static func all() throws -> [FuzzTarget] {
        let issuer = try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
        let card = try issuer.issue(claims, issuedAt: Date(timeIntervalSince1970: 1_700_000_000), revocationID: "a-1")
        let moment = Date(timeIntervalSince1970: 1_720_000_000)
        let trust = TrustStore(
            signers: try HealthCardIssuer(address: issuer.address, keySet: issuer.keySet.utf8, at: moment).signers)
        let cut = card.jws.utf8.count / 2
        let halves = [card.jws.prefix(cut), card.jws.dropFirst(cut)].enumerated().map { index, half in
            "shc:/\(index + 1)/2/" + NumericCode.texts(for: String(half))[0].dropFirst(5)
        }
        let payload = Array(
            #"{"iss":"https://cards.example","nbf":1.5,"vc":{"type":["https://smarthealth.cards#health-card"],"rid":"a","credentialSubject":{"fhirVersion":"4.0.1","fhirBundle":{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Patient","name":[{"family":"Doe","given":["Jo"]}],"birthDate":"1980-02"}},{"fullUrl":"resource:1","resource":{"resourceType":"Immunization","meta":{"security":[{"code":"IAL1"}]},"status":"completed","vaccineCode":{"coding":[{"system":"http://hl7.org/fhir/sid/cvx","code":"207"}]},"occurrenceDateTime":"2021-01-01","protocolApplied":[{"doseNumberPositiveInt":1}]}},{"fullUrl":"resource:2","resource":{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"94558-4"}]},"effectiveDateTime":"2021-02-17","valueQuantity":{"value":1e3}}}]}}}}"#
                .utf8)
        return [
            FuzzTarget(
                name: "shc", inputs: [card.certificate.text, halves.joined(separator: "\n")].map { Array($0.utf8) }
            ) {
                guard let card = SmartHealthCardInspection(text: String(decoding: $0, as: UTF8.self)).card else {
                    return
                }
                _ = card.judge(by: trust, at: moment)
            },
            FuzzTarget(name: "jws", inputs: [Array(card.jws.utf8)]) {
                _ = SmartHealthCardInspection(text: String(decoding: $0, as: UTF8.self))
            },
            FuzzTarget(name: "fhir", inputs: [payload]) { _ = SmartHealthCardInspection(payload: $0) },
            FuzzTarget(name: "shcfile", inputs: [Array(SmartHealthCardFile.text(for: [card, card]).utf8)]) {
                _ = try? SmartHealthCardFile($0)
            },
            FuzzTarget(name: "jwks", inputs: lists(issuer.publicKey.compactText)) {
                _ = try? HealthCardIssuer.keys(inSet: $0, issuer: nil, at: moment)
                _ = try? HealthCardDirectory(parsing: $0, at: moment)
            },
            FuzzTarget(name: "shlink", inputs: try links(Array(card.jws.utf8))) {
                let text = String(decoding: $0, as: UTF8.self)
                _ = try? SmartHealthLink(text).text
                _ = try? SmartHealthLinkFile(jwe: text, key: key)
                _ = try? SmartHealthLinkManifest(parsing: $0)
            },
        ]
    }

    private static let key = Array(UInt8(0)..<32)

    private static func lists(_ key: String) -> [[UInt8]] {
        let revoked = #"{"kid":"k","method":"rid","ctr":1,"rids":["a.1700000000","b"]}"#
        let snapshot =
            #"{"issuerInfo":[{"issuer":{"iss":"https://a.example","name":"A"},"keys":[\#(key)],"crls":[\#(revoked)]}]}"#
        return [#"{"keys":[\#(key)]}"#, snapshot].map { Array($0.utf8) }
    }

    private static func links(_ content: [UInt8]) throws -> [[UInt8]] {
        let payload =
            #"{"url":"https://a.example","key":"\#(Base64URL.encode(key))","flag":"LP","exp":1.5,"label":"Jo"}"#
        let jwe = try SmartHealthLinkFile.seal(
            content, contentType: "application/smart-health-card", key: key, nonce: Array(0..<12))
        let manifest = #"{"files":[{"contentType":"a","location":"https://a.example/1"}]}"#
        return ["https://v.example#" + (try SmartHealthLink(payload: payload.utf8).text), jwe, manifest].map {
            Array($0.utf8)
        }
    }

    private static let claims = HealthClaims(
        holder: Holder(name: PersonName(family: "Doe", given: "Jo"), dateOfBirth: CertificateDate("1980-02-03")),
        entries: [
            .vaccination(
                VaccinationEntry(
                    target: Coding(code: "840539006"),
                    vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"), dose: 1, total: 2,
                    date: CertificateDate("2021-06-01"), lotNumber: "1"))
        ])
}
