import CivilDates
import Foundation
import HealthCertificate
import Testing

@Suite("Where a certificate was accepted", .timeLimit(.minutes(3)))
struct AcceptanceTests {
    private static func rules(from start: String = "2027-01-01T00:00:00Z") -> String {
        #"""
        [{"Identifier":"GR-XX-0001","Type":"Acceptance","Country":"XX","Version":"1.0.0","SchemaVersion":"1.0.0",
          "Engine":"CERTLOGIC","EngineVersion":"0.7.5","CertificateType":"General",
          "Description":[{"lang":"en","desc":"The first dose."}],"ValidFrom":"\#(start)",
          "ValidTo":"2030-06-01T00:00:00Z","AffectedFields":["v.0.dn"],
          "Logic":{"===":[{"var":"payload.v.0.dn"},1]}}]
        """#
    }

    private func acceptance(
        _ rules: String, in country: String = "XX", at moment: Date = IssuingTests.noon
    ) throws -> Acceptance {
        let text = try IssuingTests.issuer().issue(
            IssuingTests.claims, issuedAt: IssuingTests.noon, expiresAt: IssuingTests.noon + 3600)
        let published = try PublishedRules(reading: Array(rules.utf8))
        return published.rules.acceptance(
            of: try SignedCertificate(text: text), for: RuleQuestion(country: country, moment: moment))
    }

    @Test func rulesAnswerForTheirTimeOnly() throws {
        let accepted = try acceptance(Self.rules())
        #expect(accepted.answer == .accepted)
        #expect(accepted.results.map(\.rule.identifier) == ["GR-XX-0001"])
        #expect(try acceptance(Self.rules().replacing(",1]", with: ",2]")).answer == .notAccepted)
        #expect(try acceptance(Self.rules().replacing("\"===\"", with: "\"xor\"")).answer == .open)
        #expect(try acceptance(Self.rules(), in: "YY").answer == .noRules)
        // 2027-01-01 and 90 days are 2027-04-01, to its end.
        let end = Date(timeIntervalSince1970: 1_806_537_600 + 86_400)
        #expect(try acceptance(Self.rules(), at: end - 1).answer == .accepted)
        #expect(accepted.lastDay?.description == "2027-04-01")
        let late = try acceptance(Self.rules(), at: end)
        #expect(late.answer == .rulesTooOld)
        #expect(late.results.isEmpty)
        #expect(late.rulesDate == Date(timeIntervalSince1970: 1_798_761_600))
    }

    @Test func aRuleThatIsYetToComeMakesABundleNoYounger() throws {
        let day = "\"ValidFrom\":\"2027-01-01"
        try #require(Self.rules().contains(day))
        let future = Self.rules().replacing(day, with: "\"ValidFrom\":\"2060-01-01").replacing("XX", with: "NO")
        let both = "[\(Self.rules().dropFirst().dropLast()),\(future.dropFirst().dropLast())]"
        var rules = try PublishedRules(reading: Array(both.utf8)).rules
        #expect(rules.lastDay?.components.year == 2060)
        rules.known = IssuingTests.noon
        #expect(rules.lastDay?.description == "2027-04-01")
        #expect(rules.countries(with: nil) == ["NO", "XX"])
    }

    // Needs the reference data, which is not part of the project.
    @Test(.enabled(if: SharedData.has("dcc/rules")), arguments: ["dcc-rules", "dcc-domestic-rules", "dcc-bn-rules"])
    func thePublishedBundlesAreRead(name: String) throws {
        let bytes = try SharedData.bytes("dcc/rules/\(name).json")
        #expect(PublishedRules.isBundle(bytes))
        #expect(try !PublishedRules(reading: bytes).rules.countries(with: nil).isEmpty)
    }

    @Test func otherFamiliesHaveNoSuchRules() throws {
        let card = try ExampleCards().card()
        let rules = try PublishedRules(reading: Array(Self.rules().utf8)).rules
        let question = RuleQuestion(country: "XX", moment: IssuingTests.noon)
        #expect(rules.acceptance(of: card.certificate, for: question).answer == .otherKind)
        #expect(BusinessRules([]).acceptance(of: card.certificate, for: question).answer == .otherKind)
    }

    @Test func bundlesAreToldFromListsAndVerified() throws {
        let sets = #"[{"valueSetId":"disease-agent-targeted","valueSetValues":{"840539006":{"display":"COVID-19"}}}]"#
        for bundle in [Self.rules(), sets] { #expect(PublishedRules.isBundle(Array(bundle.utf8))) }
        for list in [#"{"keys":[]}"#, "[]", "x", #"[{"certificateType":"DSC"}]"#] {
            #expect(!PublishedRules.isBundle(Array(list.utf8)))
        }
        let published = try PublishedRules(reading: Array(sets.utf8))
        #expect(published.valueSets == ["disease-agent-targeted": ["840539006"]])
        let key = try SigningKey(new: .p256)
        let listKey = TrustListKey(try VerificationKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo))
        let signature = Data(try key.sign(Array(sets.utf8))).base64EncodedString()
        let signed = Array((signature + "\n" + sets).utf8)
        #expect(PublishedRules.isBundle(signed))
        #expect(try PublishedRules(reading: signed, key: listKey).isSigned)
        #expect(throws: HealthCertificateError(.rules, .untrusted, "")) { try PublishedRules(reading: signed) }
        #expect(throws: HealthCertificateError(.rules, .untrusted, "")) {
            try PublishedRules(reading: Array(sets.utf8), key: listKey)
        }
        for wrong in ["[]", "{}", #"[{"valueSetId":"a"}]"#] {
            #expect(throws: HealthCertificateError.self) { try PublishedRules(reading: Array(wrong.utf8)) }
        }
    }
}
