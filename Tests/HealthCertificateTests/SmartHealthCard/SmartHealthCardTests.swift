import Foundation
import HealthCardIssuing
import HealthCertificate
import Seeded
import Testing

@Suite("SMART Health Cards give the same claims as other certificates", .timeLimit(.minutes(3)))
struct SmartHealthCardTests {
    private typealias Code = SmartHealthCardDeparture.Code

    @Test func issuedCardIsReadAgainAndValid() throws {
        let cards = try ExampleCards()
        let card = try cards.card()
        let certificate = try SignedCertificate(text: card.certificate.text)
        #expect(certificate == card.certificate)
        #expect(certificate.format == .smartHealthCard)
        #expect(certificate.issuer == ExampleCards.address)
        #expect(certificate.issuedAt == ExampleCards.issuedAt)
        #expect(certificate.expiresAt == nil)
        #expect(card.findings.isEmpty)
        #expect(cards.trust.judge(certificate, at: ExampleCards.moment).verdict == .valid)
    }

    @Test func claimsAreThoseOfTheBundle() throws {
        let claims = try ExampleCards().card().certificate.claims
        #expect(claims.holder.name.family == "Müller")
        #expect(claims.holder.name.standardFamily == "MUELLER")
        #expect(claims.holder.name.given == "Änne B.")
        #expect(claims.holder.isSame(as: ExampleCards.claims.holder))
        var vaccination = ExampleCards.vaccination
        vaccination.issuer = ExampleCards.address
        #expect(claims.vaccinations == [vaccination])
        #expect(claims.vaccinations.first?.seriesState == .complete(doses: 2))
        var test = ExampleCards.test
        test.issuer = ExampleCards.address
        test.target = Coding(system: "http://snomed.info/sct", code: "840539006")
        #expect(claims.tests == [test])
    }

    @Test func clockAndSignatureDecideTheVerdict() throws {
        let cards = try ExampleCards()
        let end = Date(timeIntervalSince1970: 1_710_000_000)
        let card = try cards.issuer.issue(ExampleCards.claims, issuedAt: ExampleCards.issuedAt, expiresAt: end)
        func verdict(_ card: SmartHealthCard, _ seconds: Double) -> Verdict {
            cards.trust.judge(card.certificate, at: Date(timeIntervalSince1970: seconds)).verdict
        }
        #expect(verdict(card, 1_699_999_999) == .notYetValid)
        #expect(verdict(card, 1_700_000_000) == .valid)
        #expect(verdict(card, 1_710_000_000) == .expired)
        let parts = card.jws.split(separator: ".")
        let other = try cards.card().jws.split(separator: ".")
        let forged = try SmartHealthCard("\(parts[0]).\(parts[1]).\(other[2])")
        #expect(verdict(forged, 1_700_000_000) == .badSignature)
        #expect(verdict(try ExampleCards().card(), 1_700_000_000) == .unknownIssuer)
    }

    @Test func signersThatArentTrustedAreToldApart() throws {
        let (cards, others) = (try ExampleCards(), try ExampleCards())
        #expect(try cards.card().signerFinding(in: cards.trust) == nil)
        #expect(try others.card().signerFinding(in: cards.trust)?.code == .kidUnknown)
        let elsewhere = try others.inspection(
            ofPayload: ExampleCards.payload("https://cards.example/issuer", "https://elsewhere.example"))
        #expect(elsewhere.card?.signerFinding(in: others.trust)?.code == .issuerUnknown)
        var trust = others.trust
        let address = "https://elsewhere.example"
        let key = try SmartHealthCardIssuer(address: address, key: SigningKey(new: .p256))
        for signer in try HealthCardIssuer(address: address, keySet: key.keySet.utf8, at: ExampleCards.moment).signers {
            trust.insert(signer)
        }
        #expect(elsewhere.card?.signerFinding(in: trust)?.code == .kidOfAnotherIssuer)
        #expect(elsewhere.card.map { trust.judge($0.certificate, at: ExampleCards.moment).verdict } == .unknownIssuer)
    }

    @Test(
        "A payload that departs from the specification is told by name",
        arguments: [
            (#""iss":"https://cards.example/issuer","#, "", "issuerMissing"),
            ("https://cards", "http://cards", "issuerNotHTTPS"),
            ("issuer\"", "issuer/\"", "issuerTrailingSlash"),
            ("https://cards.example/issuer", "cards", "issuerInvalid"),
            ("1700000000", "1700000000000", "nbfInMilliseconds"), (#""nbf":1700000000,"#, "", "nbfMissing"),
            (#""nbf""#, #""exp":1700000001000,"nbf""#, "expInMilliseconds"),
            (#""nbf""#, #""exp":1600000000,"nbf""#, "preExpired"),
            (#""nbf""#, #""exp":"soon","nbf""#, "expInvalid"),
            ("#health-card", "#card", "healthCardTypeMissing"),
            (#"["https://smarthealth.cards#health-card"]"#, "[]", "vcTypeMissing"),
            (#""fhirBundle""#, #""bundle""#, "bundleMissing"),
            (#""resourceType":"Bundle""#, #""resourceType":"List""#, "notABundle"),
            (#""vc":{"#, #""vc":{"rid":"a b","#, "revocationIDInvalid"),
            (
                #"[{"fullUrl":"resource:0""#,
                #"[{"fullUrl":"resource:2","resource":{"resourceType":"Patient"}},{"fullUrl":"resource:0""#,
                "severalPatients"
            ),
            ("{\"iss\"", "\u{FEFF}{\"iss\"", "byteOrderMark"), ("{\"iss\"", "{\"iss\":1,\"iss\"", "payloadNotJSON"),
        ])
    func fatalFindings(old: String, new: String, name: String) throws {
        let inspection = try ExampleCards().inspection(ofPayload: ExampleCards.payload(old, new))
        #expect(inspection.card == nil)
        #expect(inspection.findings.filter { $0.severity == .fatal }.map(\.code.rawValue).contains(name))
    }

    @Test(
        "What can't be used of a bundle is left out, and told by name",
        arguments: [
            ("completed", "not-done", "statusNotCompleted", 0), (#""coding":["#, #""codings":["#, "codingMissing", 0),
            (#""code":"207""#, #""code":"""#, "codeInvalid", 0),
            (#""code":"207""#, #""code":"BioNTech""#, "codeInvalid", 0),
            ("2021-01-01", "01-01-2021", "dateInvalid", 0),
            ("occurrenceDateTime", "occurrenceString", "occurrenceMissing", 0),
            ("sid/cvx", "sid/cvx-TEMPORARY", "codeSystemUnexpected", 1),
            ("\"collection\"", "\"document\"", "bundleTypeNotCollection", 1),
            (#""status""#, #""meta":{"security":[{"code":"IAL1"}],"id":"a"},"status""#, "metaExtraKey", 1),
            (#""status""#, #""meta":{"id":"a"},"status""#, "metaNotSecurity", 1),
            (#""status""#, #""meta":{"security":[{"label":"IAL1"}]},"status""#, "metaSecurityInvalid", 1),
            (#""status""#, #""id":"a","status""#, "unneededElement", 1),
            (#""status""#, #""lotNumber":"","status""#, "emptyValue", 1),
            ("\"reference\":\"resource:0\"", "\"reference\":\"Patient/0\"", "referenceNotShort", 1),
            ("\"fullUrl\":\"resource:1\"", "\"fullUrl\":\"urn:uuid:1\"", "fullURLNotShort", 1),
            (#""birthDate":"1980-02-03""#, #""gender":"female""#, "birthDateMissing", 1),
            (#""resourceType":"Patient""#, #""resourceType":"Person""#, "patientMissing", 1),
        ])
    func findingsThatDontSpoilTheCard(old: String, new: String, name: String, entries: Int) throws {
        let inspection = try ExampleCards().inspection(ofPayload: ExampleCards.payload(old, new))
        #expect(inspection.findings.map(\.code.rawValue).contains(name))
        #expect(inspection.card?.certificate.claims.entries.count == entries)
    }

    @Test func typesAreComparedOnlyWhereACardUsesTheFineOnes() throws {
        let cards = try ExampleCards()
        #expect(try cards.inspection(ofPayload: ExampleCards.payload()).findings.isEmpty)
        let old = #""https://smarthealth.cards#health-card"]"#
        let new = #""https://smarthealth.cards#health-card","https://smarthealth.cards#laboratory","Pass"]"#
        let codes = try cards.inspection(ofPayload: ExampleCards.payload(old, new)).findings.map(\.code)
        #expect(codes == [.unknownVCType, .immunizationTypeMissing, .covid19TypeMissing])
    }

    @Test func cardWithoutAHolderProvesNothing() throws {
        let cards = try ExampleCards()
        let payload = ExampleCards.payload(#""resourceType":"Patient""#, #""resourceType":"Person""#)
        let card = try #require(try cards.inspection(ofPayload: payload).card)
        #expect(cards.trust.judge(card.certificate, at: ExampleCards.moment).verdict == .invalidContent)
    }

    @Test func resultsThatAreNumbersOrWordsAreKept() throws {
        let observation =
            #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"5671-3"}]},"effectiveDateTime":"2021-02-17","valueQuantity":{"value":3.5,"unit":"ug/dL"}}"#
        let payload = ExampleCards.payload(
            #"{"resourceType":"Immunization""#,
            observation + #"},{"fullUrl":"resource:2","resource":{"resourceType":"Immunization""#)
        let claims = try #require(try ExampleCards().inspection(ofPayload: payload).card).certificate.claims
        #expect(claims.tests.map(\.result) == [Coding(code: "3.5 ug/dL")])
        #expect(claims.tests.first?.target == nil)
    }

    @Test func errorsOfTheCommonEntranceNameTheLayer() {
        #expect(throws: HealthCertificateError(.prefix, .invalidCharacter, "")) {
            try SignedCertificate(text: "shc:/123")
        }
        #expect(throws: HealthCertificateError(.prefix, .invalidValue, "")) {
            try SignedCertificate(text: "shc:123456")
        }
        #expect(throws: HealthCertificateError(.jws, .invalidValue, "")) { try SignedCertificate(text: "shc:/5676") }
    }
}

@Suite("A hostile card costs little", .timeLimit(.minutes(3)))
struct HostileCardTests {
    @Test func longNamesAndManyFaultsAreToldShortly() throws {
        let name = String(repeating: "n", count: 10_000)
        let empties = Array(repeating: #""""#, count: 9_000).joined(separator: ",")
        let payload = ExampleCards.payload(#""status""#, #""\#(name)":{"\#(name)":[\#(empties)]},"status""#)
        var inspection = SmartHealthCardInspection(payload: payload.utf8)
        #expect(ProcessorTime.of { inspection = SmartHealthCardInspection(payload: payload.utf8) } < 2)
        #expect(inspection.findings.count <= 210)
        #expect(inspection.findings.allSatisfy { $0.path.utf8.count < 200 })
        #expect(inspection.findings.first { $0.code == .emptyValue }?.path.hasSuffix("nnn[0]") == true)
    }

    @Test func textsWithoutEndAreRefused() {
        let text = String(repeating: "shc:/12 ", count: 100_000)
        #expect(SmartHealthCardInspection(text: text).findings.map(\.code) == [.textTooLong])
        let jws = String(repeating: "a", count: 200_000)
        #expect(SmartHealthCardInspection(text: jws).findings.map(\.code) == [.textTooLong])
        let payload = "{\"a\":" + String(repeating: "[", count: 100_000)
        #expect(SmartHealthCardInspection(payload: payload.utf8).findings.map(\.code) == [.payloadNotJSON])
    }
}
