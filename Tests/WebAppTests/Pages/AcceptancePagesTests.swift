import Foundation
import HTTPTypes
import HealthCertificate
import Model
import Testing

@testable import Vault
@testable import WebApp

/// What a country's rules said of a certificate, and how certificates are on the day of a trip.
@Suite("Was it accepted, and will it be valid then")
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
    private func certificate(_ text: String, _ pass: String, _ person: Person, _ house: TestApp) async throws -> String
    {
        let answer = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
        try #require(answer.status == .seeOther)
        let id = try #require(PassID(pass))
        let found = try await person.vault(house).read { try $0.certificates(of: id).last?.id }
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
        try await TestApp.openWithPass(trust: try Self.content()) { house, person, pass in
            let text = try house.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let page = try await certificate(text, pass, person, house)
            let link = page + "/accepted"
            #expect(try await person.get(page).body.contains("href=\"\(link)\""))
            #expect(try await person.get(link).body.contains("<form method=\"get\" action=\"\(link)\""))
            let accepted = try await person.get(link + Self.query("AT", "1", "11", "2026")).body
            for words in [
                "Accepted in Austria on 1 November 2026", "newest of these rules is of 1 September 2026",
                "up to 30 November 2026", "<strong>Met</strong>: Dose 1 &lt;only&gt;.", "GR-AT-0001",
                "value=\"AT\" selected",
            ] { #expect(accepted.contains(words), "\(words)") }
            let refused = try await person.get(link + Self.query("FR", "21", "11", "2026")).body
            #expect(refused.contains("Not accepted in France on 21 November 2026"))
            #expect(refused.contains("<strong>Not met</strong>"))
            // France's rules are younger, but they aren't Austria's.
            let late = try await person.get(link + Self.query("AT", "1", "12", "2026")).body
            #expect(late.contains("These rules are of 2026: no answer for Austria on 1 December 2026"))
            #expect(!late.contains("GR-AT-0001"))
            let none = try await person.get(link + Self.query("IT", "21", "11", "2026")).body
            #expect(none.contains("We have no rules of Italy"))
            #expect(!none.contains("newest of these rules"))
            #expect(none.contains("verdict bad"))
            #expect(!none.contains("verdict good"))
        }
    }

    @Test func aCertificateThatDoesNotCountWasNotAccepted() async throws {
        try await TestApp.openWithPass(trust: try Self.content()) { house, person, pass in
            let text = try TestIssuer().vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(text, pass, person, house) + "/accepted"
            let body = try await person.get(link + Self.query("AT", "1", "11", "2026")).body
            #expect(body.contains("The certificate itself: Issuer unknown. The rules of Austria would have been met"))
            #expect(body.contains("verdict bad") && !body.contains("verdict good") && !body.contains("Accepted in"))
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
        try await TestApp.openWithPass(trust: content) { house, person, pass in
            let first = try house.issuer.vaccination(
                given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(first, pass, person, house) + "/accepted"
            let asked = link + Self.query("DE", "21", "11", "2026")
            #expect(try await !person.get(asked).body.contains("A booster was due"))
            let second = try house.issuer.vaccination(
                given: "Ada", family: "Test", birth: "1987-04-12", date: "2026-11-10", dose: 2,
                identifier: "URN:UVCI:01DE/TEST/2#A")
            _ = try await certificate(second, pass, person, house)
            let due = try await person.get(asked).body
            #expect(due.contains("A booster was due on 21 November 2026 by the rules of Germany"))
            #expect(due.contains("A booster &lt;after&gt; dose 2.") && due.contains("BNR-DE-0400"))
            // Before the second dose, and long after the rules, nothing is said.
            for day in [("5", "10", "2026"), ("1", "2", "2027")] {
                let page = try await person.get(link + Self.query("DE", day.0, day.1, day.2)).body
                #expect(!page.contains("A booster was due"), "\(day)")
            }
        }
    }

    @Test(
        "Refuses questions that can't be",
        arguments: [
            (("", "1", "7", "2026"), "Choose a country from the list"),
            (("XX", "1", "7", "2026"), "Choose a country from the list"),
            (("AT", "31", "2", "2026"), "doesn’t exist"), (("AT", "", "", ""), "date"),
        ])
    func refuses(asked: (String, String, String, String), says text: String) async throws {
        try await TestApp.openWithPass(trust: try Self.content()) { house, person, pass in
            let card = try house.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(card, pass, person, house) + "/accepted"
            let answer = try await person.get(link + Self.query(asked.0, asked.1, asked.2, asked.3))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains(text))
            #expect(!answer.body.contains("class=\"verdict"))
        }
    }

    @Test func withoutRulesThereIsNoAnswer() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let card = try house.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let link = try await certificate(card, pass, person, house) + "/accepted"
            let page = try await person.get(link).body
            #expect(page.contains("This server has no rules of any country"))
            #expect(!page.contains("method=\"get\""))
            let asked = try await person.get(link + Self.query("AT", "1", "7", "2026")).body
            #expect(asked.contains("We have no rules of Austria"))
        }
    }

    @Test func aFamilyWithoutAListIsSaidToBeUnknown() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let stranger = try TestIssuer().vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let card = try Self.healthCard()
            let said = "No list on this server names issuers of such certificates"
            let foreign = try await person.get(try await certificate(stranger, pass, person, house)).body
            #expect(foreign.contains("Issuer unknown"))
            #expect(!foreign.contains(said))
            let other = try await person.pass("Ada Card")
            let unlisted = try await person.get(try await certificate(card, other, person, house)).body
            #expect(unlisted.contains("Issuer unknown"))
            #expect(unlisted.contains(said))
            #expect(!unlisted.contains("/accepted"))
        }
    }

    @Test func allTravellersCertificatesAreJudgedForTheDayOfDeparture() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let text = try house.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let page = try await certificate(text, pass, person, house)
            #expect(try await person.get(page).body.contains("Certificate valid"))
            _ = try await certificate(try Self.healthCard(), pass, person, house)
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
            for words in [
                "Certificates for Brazil", "10 March 2027", "Certificate expired", "Ben Test",
                "No certificates in this pass",
                "\(page)/accepted?country=BR&amp;on-day=10&amp;on-month=3&amp;on-year=2027",
            ] { #expect(journey.contains(words), "\(words)") }
            #expect(!journey.contains("Certificate valid"))
            #expect(journey.contains("Issuer unknown"))
            // Countries have such rules for EU certificates only.
            #expect(journey.matches(of: /Check this country’s rules/).count == 1)
            let rows = journey.matches(of: /<h2>.*?<bdi>(.*?)<\/bdi>/).map { String($0.1) }
            #expect(rows == ["Ada Test", "Ben Test"])
            #expect(try await person.get(link.replacing(pass, with: along)).status == .notFound)
            #expect(try await person.get("/passes/\(pass)/journeys/\(AccessTable.noID)").status == .notFound)
        }
    }
}
