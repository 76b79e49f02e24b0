import CivilDates
import Foundation
import HTTPTypes
import HealthCardIssuing
import HealthCertificate
import Model
import Testing

@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// Which of several certificates is shown first, and in which order the others come.
@Suite("The order of certificates", .timeLimit(.minutes(3)))
struct CertificateRankTests {
    private static let day = 86_400.0
    private static let issuer = Result { try TestIssuer() }
    private static let stranger = Result { try TestIssuer() }

    /// A certificate of a pass, named by what it is.
    struct Item: Sendable, CustomTestStringConvertible {
        enum Kind: Sendable { case vaccination, recovery, test }

        let kind: Kind
        let name: String
        let date: String
        var isKnown = true
        /// Days from the tests' moment.
        var issued = -1.0
        var until = 100.0
        var added = 0.0
        /// A test's.
        var result = "260415000"

        var testDescription: String { name }

        private var entry: HealthClaims.Entry {
            let target = Coding(code: "840539006")
            let (id, day) = ("URN:UVCI:01DE/\(name)#A", CertificateDate(date))
            return switch kind {
            case .vaccination:
                .vaccination(
                    VaccinationEntry(
                        target: target, vaccine: Coding(code: "1119349007"), product: Coding(code: "EU/1/20/1528"),
                        manufacturer: Coding(code: "ORG-100030215"), dose: 1, total: 2, date: day, country: "DE",
                        issuer: "Test issuer", identifier: id))
            case .recovery:
                .recovery(
                    Recovery(
                        target: target, firstPositive: day, validFrom: day, validUntil: CertificateDate("2027-12-31"),
                        country: "DE", issuer: "Test issuer", identifier: id))
            case .test:
                .test(
                    TestResult(
                        target: target, type: Coding(code: "LP6464-4"), name: "PCR",
                        sampledAt: Timestamp("\(date)T08:00:00Z"), result: Coding(code: result),
                        centre: "Test centre", country: "DE", issuer: "Test issuer", identifier: id))
            }
        }

        func record(_ pass: PassID, by issuer: TestIssuer, given: String = "Ada") throws -> Certificate {
            func moment(_ days: Double) -> Date { TestApp.now.addingTimeInterval(days * day) }
            let text = try issuer.certificate(entry, given: given, issuedAt: moment(issued), until: moment(until))
            let content = try SignedCertificate(text: text)
            return try Certificate(
                passID: pass, vaccinationID: nil, text: text, identity: content.identity,
                eventDate: content.eventDate, issuedAt: content.issuedAt, expiresAt: content.expiresAt,
                addedAt: moment(added))
        }
    }

    /// What is on top of all others, in the order in which it is shown.
    private static let best = [
        Item(kind: .vaccination, name: "NEW", date: "2026-06-01"),
        Item(kind: .vaccination, name: "OLD", date: "2021-06-01"),
        Item(kind: .recovery, name: "RECOVERED", date: "2026-09-01"),
        Item(kind: .vaccination, name: "UNKNOWN", date: "2026-10-01", isKnown: false),
        Item(kind: .recovery, name: "UNKNOWN-RECOVERED", date: "2026-11-01", isKnown: false),
    ]
    private static let tests = [
        Item(kind: .test, name: "TEST", date: "2026-11-20"), Item(kind: .test, name: "OLD-TEST", date: "2026-11-01"),
    ]
    private static let void = [
        Item(kind: .vaccination, name: "NOT-BEGUN", date: "2026-11-19", issued: 1),
        Item(kind: .vaccination, name: "REVOKED", date: "2026-11-18"),
        Item(kind: .vaccination, name: "EXPIRED", date: "2026-11-17", issued: -9, until: -1),
        Item(kind: .vaccination, name: "UNKNOWN-EXPIRED", date: "2026-11-16", isKnown: false, issued: -9, until: -1),
        Item(kind: .recovery, name: "EXPIRED-RECOVERED", date: "2026-11-15", issued: -9, until: -1),
        Item(kind: .test, name: "EXPIRED-TEST", date: "2026-11-14", issued: -9, until: -1),
    ]

    private static func judged(_ items: [Item]) throws -> [(name: String, certificate: JudgedCertificate)] {
        var revoked = RevocationList()
        revoked.insert(identifier: "URN:UVCI:01DE/REVOKED#A")
        let trust = TrustStore(signers: [try issuer.get().signer], revocations: revoked)
        let (judge, pass) = (CertificateJudge(trust: trust, moment: TestApp.now), PassID.random())
        return try items.map { item in
            let record = try item.record(pass, by: item.isKnown ? issuer.get() : stranger.get())
            return (item.name, judge.judged(record))
        }
    }

    /// The names of what is shown, by the one rule.
    private static func names(_ items: [Item]) throws -> (shown: String?, ranked: [String]) {
        let judged = try judged(items)
        let names = Dictionary(uniqueKeysWithValues: judged.map { ($0.certificate.record.id, $0.name) })
        let all = judged.map(\.certificate)
        return (all.shown.flatMap { names[$0.record.id] }, all.ranked.compactMap { names[$0.record.id] })
    }

    @Test func eachIsInItsPlaceOnce() throws {
        let all = Self.best + Self.tests + Self.void
        for items in [all, all.reversed(), Array(all[5...] + all[..<5])] {
            let names = try Self.names(items)
            #expect(names.ranked == all.map(\.name) && names.shown == "NEW")
        }
    }

    /// Each is what is shown once all that are better are gone.
    @Test func theBestOfThoseThatAreThereIsShown() throws {
        for index in Self.best.indices {
            let left = (Self.best[index...] + Self.tests + Self.void).reversed()
            #expect(try Self.names(Array(left)).shown == Self.best[index].name)
        }
    }

    @Test(arguments: tests + void)
    func aTestOrWhatProvesNothingIsNeverShown(item: Item) throws {
        let names = try Self.names([item])
        #expect(names.shown == nil && names.ranked == [item.name])
    }

    /// Of one day the one that was issued later, of one moment the one that came later.
    @Test func tiesAreBroken() throws {
        func item(_ name: String, _ date: String, issued: Double, added: Double) -> Item {
            Item(kind: .vaccination, name: name, date: date, issued: issued, added: added)
        }
        let items = [
            item("A", "2026-06-02", issued: -90, added: -9), item("B", "2026-06-01", issued: -1, added: -9),
            item("C", "2026-06-01", issued: -2, added: -1), item("D", "2026-06-01", issued: -2, added: -3),
        ]
        for items in [items, items.reversed()] { #expect(try Self.names(items).ranked == ["A", "B", "C", "D"]) }
    }

    /// A month is the first day that it can be, and the last dose isn't always the newest.
    @Test func theLatestDayOfAllDosesCounts() throws {
        func judged(_ dates: [String]) throws -> JudgedCertificate {
            let doses = dates.map {
                VaccinationEntry(
                    target: Coding(code: "840539006"),
                    vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"), date: CertificateDate($0))
            }
            let name = PersonName(family: "Test", given: "Ada")
            let claims = HealthClaims(
                holder: Holder(name: name, dateOfBirth: CertificateDate("1987-04-12")),
                entries: doses.map(HealthClaims.Entry.vaccination))
            let card = try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
                .issue(claims, issuedAt: TestApp.now.addingTimeInterval(-3_600)).certificate
            let record = try Certificate(
                passID: .random(), vaccinationID: nil, text: card.text, identity: card.identity,
                eventDate: card.eventDate, issuedAt: card.issuedAt, expiresAt: card.expiresAt, addedAt: TestApp.now)
            return CertificateJudge(trust: TrustStore(), moment: TestApp.now).judged(record)
        }
        #expect(try judged(["2026-06-02", "2021-01-01"]).rank.day.description == "2026-06-02")
        #expect(try judged(["2026-06-02", "2026-06"]).rank.day.description == "2026-06-02")
        #expect(try judged(["2026-06"]).rank.day.description == "2026-06-01")
    }

    /// A page that was made before is made again when the certificate of an issuer that isn't known begins.
    @Test func aPageChangesWhenAnUnknownOneBegins() throws {
        let item = Item(kind: .vaccination, name: "LATER", date: "2026-06-01", isKnown: false, issued: 2)
        let judged = try #require(try Self.judged([item]).first?.certificate)
        #expect(judged.changesAt == TestApp.now.addingTimeInterval(2 * Self.day))
    }

    // MARK: On pages

    /// Somebody with two passes, of whom one has these certificates.
    private static func open(
        _ items: [Item],
        _ body: @escaping @Sendable (TestApp, Person, _ pass: String, [String: String]) async throws -> Void
    ) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            var links: [String: String] = [:]
            let records = try items.map { item in
                let record = try item.record(id, by: item.isKnown ? app.issuer : stranger.get())
                links[item.name] = "/passes/\(pass)/certificates/\(record.id)"
                return record
            }
            try await person.vault(app).write { vault in for record in records { try vault.insert(record) } }
            // Of the same day and moment, but of another pass.
            let other = try #require(PassID(try await person.pass("Emil Test")))
            let emils = try Item(kind: .vaccination, name: "EMIL", date: "2026-06-01")
                .record(other, by: app.issuer, given: "Emil")
            try await person.vault(app).write { try $0.insert(emils) }
            try await body(app, person, pass, links)
        }
    }

    /// Where the codes' buttons lead on the start page, pass by pass.
    private static func codes(_ page: String) -> [String] {
        page.matches(of: /<a class="button quiet small" href="(\/passes\/[a-z0-9]+\/certificates\/[a-z0-9]+)"/).map {
            String($0.1)
        }
    }

    @Test func theStartPageAndThePassShowTheSame() async throws {
        let items = Self.tests + Self.void.filter { $0.name != "REVOKED" } + Self.best.reversed()
        try await Self.open(items) { _, person, pass, links in
            let new = try #require(links["NEW"])
            let codes = Self.codes(try await person.get("/").body)
            #expect(codes.count == 2 && codes.first == new && codes.last?.hasPrefix("/passes/\(pass)") == false)
            let page = try await person.get("/passes/\(pass)").body
            #expect(page.contains(#"<a class="button big" href="\#(new)">"#))
            // A test says its result and day.
            let result = try words("certificates.code.260415000")
            let test = try #require(links["TEST"])
            let row = try #require(
                page.components(separatedBy: #"href="\#(test)""#).dropFirst().first?.components(separatedBy: "</li>")
                    .first)
            #expect(row.contains(result) && row.contains("20 November 2026"))
            // Its code is as near as a vaccination's.
            #expect(page.contains(#"<a class="code-link" href="\#(test)""#))
        }
    }

    /// A green tick beside a code would be taken for the opposite of what the test found.
    @Test(arguments: ["260373001", "10828004"])
    func aTestThatIsNotNegativeNeverLooksValid(result: String) async throws {
        let positive = Item(kind: .test, name: "POSITIVE", date: "2026-11-19", result: result)
        try await Self.open([positive, Self.tests[0]]) { app, person, pass, links in
            let said = try words("certificates.code.260373001")
            let link = try #require(links["POSITIVE"])
            let page = try await person.get(link).body
            #expect(page.contains(" · \(said)</h2>") && page.says("certificates.sampled"))
            #expect(page.says("certificates.finding", ["result": said]) && page.says("certificates.finding.detail"))
            #expect(page.contains("verdict soon") && !page.contains("verdict done") && !page.contains("tag done"))
            let negative = try await person.get(try #require(links["TEST"])).body
            #expect(negative.contains("verdict done") && !negative.says("certificates.finding.detail"))
            // Nor where it is imported or kept.
            let text = try positive.record(try #require(PassID(pass)), by: app.issuer).text
            let shown = try await person.upload("/certificates/new", [], fields: ["text": text]).body
            #expect(shown.contains(" · \(said)</legend>") && !shown.contains("verdict done"))
            _ = try await person.post("\(link)/offline", ["step": "keep", "days": "7"])
            #expect(try await person.get("\(link)/offline/page").body.contains(" · \(said)</h1>"))
        }
    }

    @Test func withTestsAndExpiredOnesAloneThereIsNoButton() async throws {
        try await Self.open([Self.tests[0], Self.void[2]]) { _, person, pass, links in
            #expect(Self.codes(try await person.get("/").body).allSatisfy { !$0.hasPrefix("/passes/\(pass)") })
            let page = try await person.get("/passes/\(pass)").body
            #expect(!page.says("vaccinations.show-code"))
            for link in links.values { #expect(page.contains(#"href="\#(link)""#)) }
        }
    }

    @Test func arrowsLeadThroughAllInOrder() async throws {
        let items = Self.best + Self.tests + [Self.void[2]]
        try await Self.open(items.reversed()) { _, person, _, links in
            let order = items.compactMap { links[$0.name] }
            for (index, link) in order.enumerated() {
                let page = try await person.get(link).body
                let (previous, next) = (order[..<index].last, order[index...].dropFirst().first)
                for (rel, other) in [("prev", previous), ("next", next)] {
                    let arrow = page.firstMatch(of: try Regex(#"<a href="([^"]+)" rel="\#(rel)" aria-label="([^"]*)""#))
                    #expect(arrow?.output[1].substring.map(String.init) == other, "\(rel) of \(items[index].name)")
                    if other == links["TEST"] {
                        let result = try words("certificates.code.260415000")
                        #expect(arrow?.output[2].substring?.contains(result) == true)
                        #expect(arrow?.output[2].substring?.contains("20 November 2026") == true)
                    }
                    if other == links["EXPIRED"], let text = arrow?.output[2].substring {
                        #expect(String(text).says("verdict.expired"))
                    }
                }
            }
        }
    }

    /// The settings list them in this order, and browsers get it.
    @Test func whatIsKeptForOfflineHasTheSameOrder() async throws {
        let items = [Self.best[0], Self.best[2], Self.tests[0], Self.void[2]]
        try await Self.open(items.reversed()) { _, person, _, links in
            let places = items.compactMap { links[$0.name] }.map { "\($0)/offline" }
            for place in places.reversed() {
                #expect(try await person.post(place, ["step": "keep", "days": "7"]).status == .seeOther)
            }
            let settings = try await person.get("/settings").body
            let listed = settings.matches(of: /href="([^"]+\/offline)"/).map { String($0.1) }
            #expect(listed == places)
            var ranks: [String] = []
            for (item, place) in zip(items, places) {
                let page = try await person.get(place).body
                ranks.append(String(try #require(page.firstMatch(of: /data-rank="([^"]+)"/)).1))
                let day = item.until > 0 ? "2027-03-01T00:00:00Z" : "2026-11-20T00:00:00Z"
                #expect(page.contains(#"data-ends="\#(day)""#), "\(item.name)")
            }
            #expect(ranks.map { $0.prefix(12) } == ["0 2026-06-01", "1 2026-09-01", "4 2026-11-20", "9 2026-11-17"])
        }
    }
}
