import BoundedJSON
import Foundation
import HealthCertificate
import Testing

@Suite("Rules decide for a country and a moment", .timeLimit(.minutes(3)))
struct BusinessRulesTests {
    private static let moment = Date(timeIntervalSince1970: 1_650_000_000)

    /// An invented rule with some members replaced; nil takes a member out.
    private static func rule(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members: JSONObject = [
            "Identifier": .string("VR-XX-0001"), "Type": .string("Acceptance"), "Country": .string("XX"),
            "Version": .string("1.0.0"), "SchemaVersion": .string("1.0.0"), "Engine": .string("CERTLOGIC"),
            "EngineVersion": .string("0.7.5"), "CertificateType": .string("Vaccination"),
            "Description": .array([
                .object(["lang": .string("en"), "desc": .string("Two doses.")]),
                .object(["lang": .string("de"), "desc": .string("Zwei Dosen.")]),
            ]),
            "ValidFrom": .string("2021-06-01T00:00:00Z"), "ValidTo": .string("2030-06-01T00:00:00Z"),
            "AffectedFields": .array([.string("v.0.dn"), .string("v.0.sd")]),
            "Logic": logic(#"{">=":[{"var":"payload.v.0.dn"},{"var":"payload.v.0.sd"}]}"#),
        ]
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    private static func logic(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    private func report(_ rules: [JSONValue], _ payload: String, region: String? = nil) throws -> RuleReport {
        let subject = RuleSubject(payload: try JSONValue(parsing: payload), issuer: "YY")
        let question = RuleQuestion(country: "xx", region: region, moment: Self.moment)
        return BusinessRules(try rules.map { try BusinessRule($0) }).report(on: subject, for: question)
    }

    private static let complete = #"{"ver":"1.3.0","v":[{"dn":2,"sd":2}]}"#

    @Test func rulesPassOrFailAndTellInTheUsersLanguage() throws {
        #expect(try report([Self.rule()], Self.complete).verdict == .passed)
        let failed = try report([Self.rule()], #"{"ver":"1.3.0","v":[{"dn":1,"sd":2}]}"#)
        #expect(failed.verdict == .failed)
        let rule = try #require(failed.failures.first?.rule)
        #expect(rule.identifier == "VR-XX-0001")
        #expect(rule.description(in: ["de-AT", "en"]) == "Zwei Dosen.")
        #expect(rule.description(in: ["fr"]) == "Two doses.")
    }

    @Test func countryWithoutRulesHasNotPassed() throws {
        #expect(try report([], Self.complete).verdict == .noRules)
        #expect(try report([Self.rule(["Country": .string("ZZ")])], Self.complete).verdict == .noRules)
        #expect(try report([Self.rule(["ValidTo": .string("2022-01-01")])], Self.complete).verdict == .noRules)
        #expect(try report([Self.rule()], #"{"ver":"1.3.0","t":[{}]}"#).verdict == .noRules)
    }

    @Test func missingDataLeaveARuleOpen() throws {
        let report = try report([Self.rule()], #"{"ver":"1.3.0","v":[{"dn":1}]}"#)
        #expect(report.verdict == .open)
        #expect(report.openResults.first?.outcome == .open(.dataMissing(["payload.v.0.sd"])))
        #expect(report.openResults.first?.absentFields == ["v.0.sd"])
    }

    @Test(
        "Rules that can't be evaluated stay open",
        arguments: [
            (["EngineVersion": .string("2.0.1")], RuleResult.Reason.engineTooNew),
            (["Engine": .string("OTHERLOGIC")], .unknownEngine), (["SchemaVersion": .string("2.0.0")], .schemaMismatch),
            (["SchemaVersion": .string("1.4.0")], .schemaMismatch),
            (["Logic": logic(#"{"xor":[1,2]}"#)], .invalidRule(CertLogicError(.unknownOperation, in: "xor"))),
            (["Logic": .string("yes")], .invalidRule(CertLogicError(.wrongType))),
            (
                ["Logic": logic(#"{"plusTime":["x",0,"day"]}"#)],
                .invalidRule(CertLogicError(.invalidDate, in: "plusTime"))
            ),
        ] as [([String: JSONValue?], RuleResult.Reason)])
    func open(changes: [String: JSONValue?], reason: RuleResult.Reason) throws {
        let report = try report([Self.rule(changes)], Self.complete)
        #expect(report.verdict == .open)
        #expect(report.results.map(\.outcome) == [.open(reason)])
    }

    @Test func failureWeighsMoreThanAnOpenRule() throws {
        let newer = Self.rule(["Identifier": .string("VR-XX-0002"), "EngineVersion": .string("9.0.0")])
        let failing = Self.rule(["Identifier": .string("VR-XX-0003"), "Logic": .bool(false)])
        #expect(try report([Self.rule(), newer], Self.complete).verdict == .open)
        #expect(try report([Self.rule(), newer, failing], Self.complete).verdict == .failed)
        let falsy = Self.rule(["Logic": .string("")])
        #expect(try report([falsy], Self.complete).verdict == .failed)
    }

    @Test func newestVersionInForceCounts() throws {
        func version(_ version: String, from: String, _ passes: Bool) -> JSONValue {
            Self.rule(["Version": .string(version), "ValidFrom": .string(from), "Logic": .bool(passes)])
        }
        let old = version("1.9.0", from: "2021-01-01", false)
        let current = version("1.10.0", from: "2022-01-01", true)
        let coming = version("2.0.0", from: "2023-01-01", false)
        #expect(
            try report([current, old, coming], Self.complete).results.map(\.rule.version) == [RuleVersion(1, 10, 0)])
        #expect(try report([old, coming, current], Self.complete).verdict == .passed)
    }

    @Test func firstAndLastMomentOfForceCount() throws {
        let rule = try BusinessRule(Self.rule())
        for (text, isInForce) in [
            ("2021-05-31T23:59:59.999Z", false), ("2021-06-01T00:00:00Z", true), ("2030-06-01T00:00:00Z", true),
            ("2030-06-01T00:00:00.001Z", false),
        ] { #expect(rule.isInForce(at: try CertLogicDateTime(parsing: text)) == isInForce) }
    }

    @Test func generalRulesRegionsAndTheIssuersRulesJoin() throws {
        let general = Self.rule(["Identifier": .string("GR-XX-0001"), "CertificateType": .string("General")])
        let regional = Self.rule(["Identifier": .string("VR-XX-0009"), "Region": .string("N"), "Logic": .bool(false)])
        let invalidation = Self.rule([
            "Identifier": .string("IR-YY-0001"), "Type": .string("Invalidation"), "Country": .string("YY"),
            "Logic": .bool(false),
        ])
        #expect(try report([general, Self.rule(), regional], Self.complete).results.count == 2)
        #expect(try report([general, regional], Self.complete, region: "n").verdict == .failed)
        #expect(try report([general, invalidation], Self.complete).failures.map(\.rule.identifier) == ["IR-YY-0001"])
        let passing = try report(
            [Self.rule(["Type": .string("Invalidation"), "Country": .string("YY")])], Self.complete)
        #expect(passing.verdict == .noRules)
    }

    @Test func rulesReadTheClockTheCountryAndValueSets() throws {
        let text = #"""
            {"and":[{"===":[{"var":"external.countryCode"},"XX"]},{"===":[{"var":"external.issuerCountryCode"},"YY"]},
            {"in":[{"var":"payload.v.0.mp"},{"var":"external.valueSets.vaccines-covid-19-names"}]},
            {"not-after":[{"plusTime":[{"var":"external.validationClock"},0,"day"]},{"plusTime":["2022-04-15T05:20:00",0,"day"]}]}]}
            """#
        let rules = BusinessRules([try BusinessRule(Self.rule(["Logic": Self.logic(text)]))])
        let subject = RuleSubject(payload: try JSONValue(parsing: #"{"v":[{"mp":"EU/1/20/1528"}]}"#), issuer: "yy")
        var question = RuleQuestion(country: "xx", moment: Self.moment)
        #expect(
            rules.report(on: subject, for: question).openResults.first?.outcome
                == .open(.dataMissing(["external.valueSets.vaccines-covid-19-names"])))
        question.valueSets = ["vaccines-covid-19-names": ["EU/1/20/1528"]]
        #expect(rules.report(on: subject, for: question).verdict == .passed)
        question.moment = Self.moment.addingTimeInterval(1)
        #expect(rules.report(on: subject, for: question).verdict == .failed)
    }

    @Test func boostersLookAtVaccinationAndRecoveryTogether() throws {
        let logic = #"{"and":[{"===":[{"var":"payload.v.0.dn"},2]},{"var":"payload.r.0"},true]}"#
        let rule = Self.rule([
            "Type": .string("BoosterNotification"), "CertificateType": .string("General"), "Logic": Self.logic(logic),
        ])
        let rules = BusinessRules([try BusinessRule(rule)])
        let question = RuleQuestion(country: "XX", moment: Self.moment)
        let vaccination = RuleSubject(payload: try JSONValue(parsing: Self.complete))
        let recovery = RuleSubject(payload: try JSONValue(parsing: #"{"ver":"1.3.0","r":[{"fr":"2022-01-01"}]}"#))
        #expect(
            rules.boostersDue(for: [vaccination, recovery], question: question).map(\.identifier) == ["VR-XX-0001"])
        #expect(rules.boostersDue(for: [vaccination], question: question).isEmpty)
        #expect(rules.boostersDue(for: [], question: question).isEmpty)
        #expect(rules.report(on: vaccination, for: question).verdict == .noRules)
    }

    @Test(
        "A rule with a member that is missing or wrong is refused by name",
        arguments: [
            ("Identifier", nil), ("Type", nil), ("Country", .integer(1)), ("Version", .string("x")),
            ("Version", .string("1.2.3.4")),
            ("EngineVersion", .string("-1.0.0")), ("CertificateType", .string("Passport")),
            ("ValidFrom", .string("soon")),
            ("ValidTo", nil), ("Logic", nil), ("Description", .string("words")),
            ("AffectedFields", .array([.integer(1)])),
        ] as [(String, JSONValue?)])
    func refuses(member: String, value: JSONValue?) {
        let error = #expect(throws: HealthCertificateError.self) { try BusinessRule(Self.rule([member: value])) }
        #expect(error?.layer == .rules)
        #expect(error?.reason.hasPrefix(member) == true)
    }

    @Test func bundlesAreReadAsAWholeOrNotAtAll() throws {
        let bundle = JSONValue.array([Self.rule(), Self.rule(["Country": .string("zz")])]).compactText
        #expect(try BusinessRules(parsing: bundle.utf8).countries() == ["XX", "ZZ"])
        #expect(try BusinessRules(parsing: Self.rule().compactText.utf8).rules.count == 1)
        let broken = JSONValue.array([Self.rule(), .object([:])]).compactText
        #expect(throws: HealthCertificateError.self) { try BusinessRules(parsing: broken.utf8) }
        #expect(throws: HealthCertificateError(.rules, .corrupt, "")) { try BusinessRules(parsing: "[".utf8) }
    }

    @Test func clocksOutOfRangeAreClamped() {
        for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
            let clock = CertLogicDateTime(clamping: Date(timeIntervalSince1970: seconds))
            #expect(clock.milliseconds.magnitude == 8_640_000_000_000_000)
        }
        #expect(CertLogicDateTime(clamping: Date(timeIntervalSince1970: -0.5)).milliseconds == -500)
    }

    @Test func certificatesBecomeSubjects() throws {
        let key = try SigningKey(new: .p256)
        let request = CertificateRequest(
            country: "DE", commonName: "Test", notBefore: .distantPast, notAfter: .distantFuture,
            serialNumber: Array(1...8))
        let issuer = try CertificateIssuer(key: key, certificate: try request.certificate(for: key))
        let text = try issuer.issue(
            ExampleCards.claims, issuedAt: Self.moment, expiresAt: Self.moment.addingTimeInterval(60))
        let subject = try #require(RuleSubject(try SignedCertificate(text: text)))
        #expect(subject.certificateTypes == [.vaccination, .test])
        #expect(subject.payload["v"]?[0]?["dn"] == .integer(2))
        #expect(subject.issuer == "DE")
        #expect(RuleSubject(try ExampleCards().card().certificate) == nil)
    }
}
