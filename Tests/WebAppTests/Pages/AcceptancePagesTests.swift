import Foundation
import HTTPTypes
import HealthCardIssuing
import HealthCertificate
import Model
import Testing

@testable import Lists
@testable import Vault
@testable import WebApp

/// What a country's rules said of a certificate, and how certificates are on the day of a trip.
@Suite("Was it accepted, and will it be valid then", .timeLimit(.minutes(3)))
struct AcceptancePagesTests {
    /// A country's one rule, in force from a day on.
    private static func rules(_ country: String, from day: String, dose: Int = 1) throws -> BusinessRules {
        let json = #"""
            [{"Identifier":"GR-\#(country)-0001","Type":"Acceptance","Country":"\#(country)","Version":"1.0.0",
              "SchemaVersion":"1.0.0","Engine":"CERTLOGIC","EngineVersion":"0.7.5","CertificateType":"General",
              "Description":[{"lang":"en","desc":"Dose \#(dose) <only>."}],"ValidFrom":"\#(day)T00:00:00Z",
              "ValidTo":"2030-06-01T00:00:00Z","AffectedFields":["v.0.dn"],
              "Logic":{"===":[{"var":"payload.v.0.dn"},\#(dose)]}}]
            """#
        return try BusinessRules(parsing: Array(json.utf8))
    }

    /// Austria's of 1 September 2026, which answer until 30 November, and France's, which are newer.
    private static func content() throws -> TrustContent {
        TrustContent(rules: [try rules("AT", from: "2026-09-01"), try rules("FR", from: "2026-11-20", dose: 2)])
    }

    /// Adds a certificate of Ada's to a pass and gives its page.
    private func certificate(_ text: String, _ pass: String, _ person: Person, _ app: TestApp) async throws -> String {
        let answer = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
        try #require(answer.status == .seeOther)
        let id = try #require(PassID(pass))
        let found = try await person.vault(app).read { try $0.certificates(of: id).last?.id }
        return "/passes/\(pass)/certificates/\(try #require(found))"
    }

    /// A SMART Health Card of Ada's, from an issuer on no list.
    private static func healthCard() throws -> String {
        let claims = HealthClaims(
            holder: Holder(
                name: PersonName(family: "Test", given: "Ada"), dateOfBirth: CertificateDate("1987-04-12")),
            entries: [
                .vaccination(
                    VaccinationEntry(
                        target: Coding(code: "840539006"),
                        vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"),
                        date: CertificateDate("2021-03-09")))
            ])
        return try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
            .issue(claims, issuedAt: TestApp.now.addingTimeInterval(-3_600)).certificate.text
    }

    private static func query(_ country: String, _ day: String, _ month: String, _ year: String) -> String {
        "?country=\(country)&on-day=\(day)&on-month=\(month)&on-year=\(year)"
    }

    @Test func theRulesOfTheTimeAnswerWithTheirDateAndNeverForToday() async throws {
        try await TestApp.openWithPass(trust: try Self.content()) { app, person, pass in
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let page = try await certificate(text, pass, person, app)
            let link = page + "/accepted"
            #expect(try await person.get(page).body.contains("href=\"\(link)\""))
            #expect(try await person.get(link).body.contains("<form method=\"get\" action=\"\(link)\""))
            let accepted = try await person.get(link + Self.query("AT", "1", "11", "2026")).body
            let (first, last) = ("1 November 2026", "30 November 2026")
            #expect(accepted.says("acceptance.answer.accepted", ["country": "Austria", "date": first]))
            #expect(accepted.says("acceptance.age", ["date": "1 September 2026", "end": last]))
            let met = try words("acceptance.rule.passed")
            for text in [
                "<strong>\(met)</strong>: Dose 1 &lt;only&gt;.", "GR-AT-0001", "value=\"AT\" selected",
            ] { #expect(accepted.contains(text), "\(text)") }
            let refused = try await person.get(link + Self.query("FR", "21", "11", "2026")).body
            let today = "21 November 2026"
            #expect(refused.says("acceptance.answer.not-accepted", ["country": "France", "date": today]))
            #expect(try refused.contains("<strong>\(words("acceptance.rule.failed"))</strong>"))
            // France's rules are younger, but they aren't Austria's.
            let late = try await person.get(link + Self.query("AT", "1", "12", "2026")).body
            let asked = ["year": "2026", "country": "Austria", "date": "1 December 2026"]
            #expect(late.says("acceptance.answer.rules-too-old", asked))
            #expect(!late.contains("GR-AT-0001"))
            let none = try await person.get(link + Self.query("IT", "21", "11", "2026")).body
            #expect(none.says("acceptance.answer.no-rules", ["country": "Italy", "date": today]))
            #expect(!none.says("acceptance.age"))
            #expect(none.contains("verdict soon"))
            #expect(!none.contains("verdict done"))
        }
    }

    @Test func aCertificateThatDoesNotCountWasNotAccepted() async throws {
        try await TestApp.openWithPass(trust: try Self.content()) { app, person, pass in
            let text = try TestIssuer().vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(text, pass, person, app) + "/accepted"
            let body = try await person.get(link + Self.query("AT", "1", "11", "2026")).body
            let gaps = [
                "evidence": try words("evidence.issuer-unknown"), "country": "Austria", "date": "1 November 2026",
            ]
            #expect(body.says("acceptance.rules-alone", gaps))
            #expect(body.contains("verdict soon") && !body.contains("verdict done"))
            #expect(!body.says("acceptance.answer.accepted"))
        }
    }

    /// Germany's rule looks at the newest vaccination of the pass, not at the certificate that is asked about.
    @Test func aBoosterThatWasDueIsToldByTheNewestVaccination() async throws {
        let rule = #"""
            [{"Identifier":"BNR-DE-0400","Type":"BoosterNotification","Country":"DE","Version":"1.0.1",
              "SchemaVersion":"1.0.0","Engine":"CERTLOGIC","EngineVersion":"1.0.0","CertificateType":"General",
              "Description":[{"lang":"en","desc":"A booster <after> dose 2."}],"ValidFrom":"2026-10-01T00:00:00Z",
              "ValidTo":"2030-06-01T00:00:00Z","AffectedFields":["v.0.dn"],
              "Logic":{"===":[{"var":"payload.v.0.dn"},2]}}]
            """#
        let content = TrustContent(rules: [try BusinessRules(parsing: Array(rule.utf8))])
        try await TestApp.openWithPass(trust: content) { app, person, pass in
            let first = try app.issuer.vaccination(
                given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(first, pass, person, app) + "/accepted"
            let asked = link + Self.query("DE", "21", "11", "2026")
            #expect(try await !person.get(asked).body.says("acceptance.booster"))
            let second = try app.issuer.vaccination(
                given: "Ada", family: "Test", birth: "1987-04-12", date: "2026-11-10", dose: 2,
                identifier: "URN:UVCI:01DE/TEST/2#A")
            _ = try await certificate(second, pass, person, app)
            let due = try await person.get(asked).body
            #expect(due.says("acceptance.booster", ["date": "21 November 2026", "country": "Germany"]))
            #expect(due.contains("A booster &lt;after&gt; dose 2.") && due.contains("BNR-DE-0400"))
            // Before the second dose, and long after the rules, nothing is said.
            for day in [("5", "10", "2026"), ("1", "2", "2027")] {
                let page = try await person.get(link + Self.query("DE", day.0, day.1, day.2)).body
                #expect(!page.says("acceptance.booster"), "\(day)")
            }
        }
    }

    @Test(
        "Refuses questions that can't be",
        arguments: [
            (("", "1", "7", "2026"), "error.country.unknown"), (("XX", "1", "7", "2026"), "error.country.unknown"),
            (("AT", "31", "2", "2026"), "error.date.unreal"), (("AT", "", "", ""), "error.date.empty"),
        ])
    func refuses(asked: (String, String, String, String), says id: String) async throws {
        try await TestApp.openWithPass(trust: try Self.content()) { app, person, pass in
            let card = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(card, pass, person, app) + "/accepted"
            let answer = try await person.get(link + Self.query(asked.0, asked.1, asked.2, asked.3))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says(id))
            #expect(!answer.body.contains("class=\"verdict"))
        }
    }

    @Test func withoutRulesThereIsNoAnswer() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let card = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(card, pass, person, app) + "/accepted"
            let page = try await person.get(link).body
            #expect(page.says("acceptance.none"))
            #expect(!page.contains("method=\"get\""))
            let asked = try await person.get(link + Self.query("AT", "1", "7", "2026")).body
            #expect(asked.says("acceptance.answer.no-rules", ["country": "Austria", "date": "1 July 2026"]))
        }
    }

    @Test func aFamilyWithoutAListIsSaidToBeUnknown() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let stranger = try TestIssuer().vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let card = try Self.healthCard()
            let verdict = "</svg><strong>\(try words("verdict.unknown-issuer"))</strong>"
            let foreign = try await person.get(try await certificate(stranger, pass, person, app)).body
            #expect(foreign.contains(verdict))
            #expect(!foreign.says("certificates.no-list"))
            let other = try await person.pass("Ada Card")
            let unlisted = try await person.get(try await certificate(card, other, person, app)).body
            #expect(unlisted.contains(verdict))
            #expect(unlisted.says("certificates.no-list"))
            #expect(!unlisted.contains("/accepted"))
        }
    }

    @Test func allTravellersCertificatesAreJudgedForTheDayOfDeparture() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let page = try await certificate(text, pass, person, app)
            #expect(try await person.get(page).body.says("verdict.valid"))
            _ = try await certificate(try Self.healthCard(), pass, person, app)
            let trip = [
                "country": "BR", "from-day": "10", "from-month": "3", "from-year": "2027", "to-day": "24",
                "to-month": "3", "to-year": "2027",
            ]
            let (along, later) = (try await person.pass("Ben Test"), try await person.pass("Cara Test"))
            _ = try await person.post("/passes/\(pass)/journeys", trip)
            _ = try await person.post("/passes/\(along)/journeys", trip.merging(["from-day": "24"]) { $1 })
            _ = try await person.post(
                "/passes/\(later)/journeys", trip.merging(["from-day": "25", "to-day": "26"]) { $1 })
            let list = try await person.get("/passes/\(pass)/journeys").body
            let link = String(try #require(list.firstMatch(of: /href="(\/passes\/[0-9a-z]+\/journeys\/[0-9a-z]+)"/)?.1))
            let journey = try await person.get(link).body
            #expect(journey.says("journeys.certificates", ["country": "Brazil"]))
            for id in ["verdict.expired", "journeys.no-certificates", "verdict.unknown-issuer"] {
                #expect(journey.says(id), "\(id)")
            }
            for text in [
                "10 March 2027", "Ben Test",
                "\(page)/accepted?country=BR&amp;on-day=10&amp;on-month=3&amp;on-year=2027",
            ] { #expect(journey.contains(text), "\(text)") }
            #expect(!journey.says("verdict.valid"))
            // Countries have such rules for EU certificates only.
            #expect(journey.times("journeys.rules") == 1)
            let rows = journey.matches(of: /<h2>.*?<bdi>(.*?)<\/bdi>/).map { String($0.1) }
            #expect(rows == ["Ada Test", "Ben Test"])
            #expect(try await person.get(link.replacing(pass, with: along)).status == .notFound)
            #expect(try await person.get("/passes/\(pass)/journeys/\(AccessTable.noID)").status == .notFound)
        }
    }
}
