import ArgumentParser
import BoundedJSON
import Crypto
import Foundation
import HealthCardIssuing
import HealthCertificate

/// Judge one certificate by 1,000 rules, against a bare P-256 verification of swift-crypto.
struct RulesBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Judge one certificate by 1,000 rules; read the rules; read a SMART Health Card."
    )

    func run() throws {
        let key = P256.Signing.PrivateKey()
        let message = Array("1 x".utf8)
        let signature = try key.signature(for: message)
        let publicKey = key.publicKey
        let bare = Stopwatch.microseconds(calls: 200) {
            precondition(publicKey.isValidSignature(signature, for: message))
        }
        Stopwatch.print("bare P-256 verification", bare, ratio: 1)

        let text = "[" + (0..<1_000).map(Self.rule).joined(separator: ",") + "]"
        let bytes = Array(text.utf8)
        let rules = try BusinessRules(parsing: bytes)
        let subject = RuleSubject(payload: try JSONValue(parsing: Self.payload), issuer: "DE")
        let question = RuleQuestion(
            country: "XX", moment: Date(timeIntervalSince1970: 1_650_000_000),
            valueSets: ["vaccines-covid-19-names": ["EU/1/20/1507", "EU/1/20/1528"]])
        precondition(rules.report(on: subject, for: question).results.count { $0.outcome == .passed } == 1_000)

        let read = try Stopwatch.microseconds(rounds: 5, calls: 2) { _ = try BusinessRules(parsing: bytes) }
        Stopwatch.print("read 1,000 rules of \(bytes.count / 1_000) bytes each", read, ratio: read / bare)
        let judge = Stopwatch.microseconds(rounds: 10, calls: 5) { _ = rules.report(on: subject, for: question) }
        Stopwatch.print("judge by 1,000 rules", judge, ratio: judge / bare)
        Stopwatch.print("  one rule", judge / 1_000)
        try Self.card(bare)
    }

    private static func card(_ bare: Double) throws {
        let issuer = try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let keys = try HealthCardIssuer(address: issuer.address, keySet: issuer.keySet.utf8, at: start)
        let store = TrustStore(signers: keys.signers)
        let text = try issuer.issue(claims, issuedAt: start).certificate.text
        let read = try Stopwatch.microseconds(rounds: 10, calls: 100) { _ = try SignedCertificate(text: text) }
        Stopwatch.print("read a SMART Health Card of \(text.utf8.count) characters", read, ratio: read / bare)
        let both = try Stopwatch.microseconds(rounds: 10, calls: 100) {
            let certificate = try SignedCertificate(text: text)
            precondition(store.judge(certificate, at: start).isValid)
        }
        Stopwatch.print("read and judge it", both, ratio: both / bare)
    }

    private static let claims = HealthClaims(
        holder: Holder(
            name: PersonName(family: "Anyperson", given: "Jo B."), dateOfBirth: CertificateDate("1951-01-20")),
        entries: ["2021-01-01", "2021-01-29"].map { day in
            .vaccination(
                VaccinationEntry(
                    vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "207"), date: CertificateDate(day),
                    lotNumber: "0000001", performer: "Test Hospital"))
        })

    private static let payload = #"""
        {"ver":"1.3.0","nam":{"fnt":"MUSTERFRAU","gnt":"GABRIELE"},"dob":"1998-02-26","v":[{"tg":"840539006","vp":"1119349007","mp":"EU/1/20/1528","ma":"ORG-100030215","dn":2,"sd":2,"dt":"2022-02-18","co":"DE","is":"Test","ci":"URN:UVCI:01:DE:1#A"}]}
        """#

    /// A rule of the usual size: a series complete between 14 and 270 days ago, with a known product.
    private static func rule(_ number: Int) -> String {
        #"""
        {"Identifier":"VR-XX-\#(10_000 + number)","Type":"Acceptance","Country":"XX","Version":"1.0.0","SchemaVersion":"1.0.0","Engine":"CERTLOGIC","EngineVersion":"0.7.5","CertificateType":"Vaccination","Description":[{"lang":"en","desc":"The series must have been completed at least 14 days and at most 270 days ago, with a vaccine that is approved."}],"ValidFrom":"2021-06-01T00:00:00Z","ValidTo":"2030-06-01T00:00:00Z","AffectedFields":["v.0","v.0.dn","v.0.sd","v.0.dt","v.0.mp"],"Logic":{"if":[{"var":"payload.v.0"},{"and":[{">=":[{"var":"payload.v.0.dn"},{"var":"payload.v.0.sd"}]},{"in":[{"var":"payload.v.0.mp"},{"var":"external.valueSets.vaccines-covid-19-names"}]},{"not-before":[{"plusTime":[{"var":"external.validationClock"},0,"day"]},{"plusTime":[{"var":"payload.v.0.dt"},14,"day"]}]},{"not-after":[{"plusTime":[{"var":"external.validationClock"},0,"day"]},{"plusTime":[{"var":"payload.v.0.dt"},270,"day"]}]}]},true]}}
        """#
    }
}
