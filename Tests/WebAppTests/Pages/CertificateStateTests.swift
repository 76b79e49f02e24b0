import Foundation
import HTTPTypes
import HealthCertificate
import Model
import Testing

@testable import IntakePages
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// Certificates that end soon, or whose number is blocked, and what was checked of them.
@Suite("States of certificates", .timeLimit(.minutes(3)))
struct CertificateStateTests {
    private static let day = 86_400.0

    /// Imports a certificate that ends a day after the tests' moment.
    private static func imported(_ person: Person, _ app: TestApp, _ pass: String) async throws -> Certificate {
        let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
        _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
        let id = try #require(PassID(pass))
        return try #require(try await person.vault(app).read { try $0.certificates(of: id) }.first)
    }

    @Test func oneThatEndsSoonIsMarkedInTheListAndOnItsPage() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let certificate = try await Self.imported(person, app, pass)
            let text = try words("certificates.ends-soon", ["date": "22 November 2026"])
            #expect(try await person.get("/passes/\(pass)").body.contains(" · \(text)"))
            let page = try await person.get("/passes/\(pass)/certificates/\(certificate.id)").body
            let ask = try words("certificates.ends-soon.what")
            #expect(page.contains("\(text). \(ask)"))
        }
    }

    @Test("the page of a certificate names its issuer once")
    func issuerOnce() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let certificate = try await Self.imported(person, app, pass)
            let content = try #require(try SignedCertificate(text: certificate.text).claims.entries.last?.issuer)
            let page = try await person.get("/passes/\(pass)/certificates/\(certificate.id)").body
            let facts = try #require(page.components(separatedBy: "<h2>").dropFirst().first)
            #expect(facts.components(separatedBy: "<bdi>\(content)</bdi>").count == 2, "\(facts)")
        }
    }

    @Test func itIsNewsUntilItIsNoted() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let certificate = try await Self.imported(person, app, pass)
            _ = try await person.pass("Ben Test")
            let new = "<strong>\(try words("certificates.expiring"))</strong>"
            for page in ["/", "/passes/\(pass)"] {
                let body = try await person.get(page).body
                #expect(body.contains("\(new) <bdi>Ada Test</bdi>"), "\(page)")
                #expect(body.contains("action=\"/passes/\(pass)/certificates/\(certificate.id)/noted\""), "\(page)")
            }
            let address = "/passes/\(pass)/certificates/\(certificate.id)/noted"
            let noted = try await person.post(address)
            #expect(noted.status == .seeOther)
            #expect(noted.location == "/")
            #expect(try await person.post(address, ["page": "pass"]).location == "/passes/\(pass)")
            for page in ["/", "/passes/\(pass)"] {
                #expect(try await !person.get(page).body.contains(new), "\(page)")
            }
            let soon = try words("certificates.ends-soon", ["date": "22 November 2026"])
            #expect(try await person.get("/passes/\(pass)").body.contains(" · \(soon)"))
        }
    }

    @Test func itIsMarkedFromTheNoticeUntilTheEnd() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let record = try await Self.imported(person, app, pass)
            let end = TestApp.now.addingTimeInterval(Self.day)
            func judged(_ days: Double, notice: Int = 28, _ trust: TrustStore) -> JudgedCertificate {
                CertificateJudge(
                    trust: trust, moment: end.addingTimeInterval(-days * Self.day), expiryNotice: notice
                ).judged(record)
            }
            let known = TrustStore(signers: [app.issuer.signer])
            // Issued an hour before the tests' moment: so notices of hours are tried.
            #expect(judged(1, known).endsSoon == end && judged(1, known).changesAt == end)
            #expect(judged(1, notice: 0, known).endsSoon == nil && judged(1, notice: 0, known).changesAt == end)
            #expect(judged(1.03, notice: 1, known).endsSoon == nil)
            #expect(judged(1.03, notice: 1, known).changesAt == TestApp.now)
            #expect(judged(0, known).endsSoon == nil && judged(-1, known).endsSoon == nil)
            #expect(judged(1, TrustStore()).endsSoon == end, "also where the issuer isn't known")
            var list = RevocationList()
            list.insert(identifier: "URN:UVCI:01DE/TEST/1#A")
            let blocked = TrustStore(signers: [app.issuer.signer], revocations: list)
            #expect(judged(1, blocked).endsSoon == nil, "nothing is expected of what was withdrawn")
        }
    }

    @Test func it400DaysLongOnlyEndsSoonWithin28Days() throws {
        let issuer = try TestIssuer()
        let trust = TrustStore(signers: [issuer.signer])
        let (issued, end) = (TestApp.now, TestApp.now.addingTimeInterval(365 * Self.day))
        let record = try Certificate(
            passID: .random(), vaccinationID: nil,
            text: try issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12", until: end),
            identity: "a", eventDate: nil, issuedAt: issued, expiresAt: end, addedAt: issued)
        func judged(on day: Int) -> JudgedCertificate {
            CertificateJudge(
                trust: trust, moment: issued.addingTimeInterval(Double(day) * Self.day), expiryNotice: 28
            ).judged(record)
        }
        // Whatever the day was before: a clock that jumps ahead or back tells what the day itself does.
        for day in Array(0...400) + [400, 0, 364, 12, 340, 366] {
            #expect((judged(on: day).endsSoon != nil) == (337..<365).contains(day), "day \(day)")
        }
    }

    @Test func aBlockedNumberIsSaidWhoeverSignedIt() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let record = try await Self.imported(person, app, pass)
            var list = RevocationList()
            list.insert(identifier: "URN:UVCI:01DE/TEST/1#A")
            let services = app.services
            let words = try #require(services.localization.languages.first { $0.code == "en" })
            func view(_ signers: [Signer], _ list: RevocationList) -> (JudgedCertificate, CertificateView) {
                let judge = CertificateJudge(
                    trust: TrustStore(signers: signers, revocations: list), moment: TestApp.now)
                let judged = judge.judged(record)
                return (judged, CertificateView(judged, catalogue: services.catalogue.current, words: words))
            }
            let (known, _) = view([app.issuer.signer], list)
            #expect(known.warning(words) == words.text("verdict.revoked") && known.judgement?.evidence == .revoked)
            let (unknown, page) = view([], list)
            #expect(unknown.judgement?.verdict == .unknownIssuer)
            #expect(page.warnings.contains { $0.says("certificates.warning.blocked") })
            #expect(view([], RevocationList()).1.warnings.isEmpty)
        }
    }

    @Test func aPageSaysWhatWasCheckedByWhichListOfWhen() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let record = try await Self.imported(person, app, pass)
            let words = try #require(app.services.localization.languages.first { $0.code == "en" })
            func lines(_ listAge: Double) -> [String] {
                var signer = app.issuer.signer
                signer.origin = Signer.Origin(
                    name: "germany.json", date: TestApp.now.addingTimeInterval(-listAge * Self.day))
                let judged = CertificateJudge(trust: TrustStore(signers: [signer]), moment: TestApp.now).judged(record)
                return judged.judgement.map { CertificateChecks(judgement: $0, words: words).list }.map {
                    $0.map { "\($0.name): \($0.value)" }
                } ?? []
            }
            let (list, date) = (words.text("evidence.list"), words.text("evidence.list.date"))
            let old = words.text("evidence.list.old", ["date": "21 October 2026"])
            #expect(lines(3).contains("\(words.text("evidence.result")): \(words.text("evidence.valid"))"))
            #expect(lines(3).contains("\(list): germany.json") && lines(3).contains("\(date): 18 November 2026"))
            #expect(lines(31).contains("\(date): \(old)"))
            let page = try await person.get("/passes/\(pass)/certificates/\(record.id)").body
            for evidence in Evidence.allCases { #expect(page.contains("<dt>\(words(evidence))</dt>")) }
        }
    }
}
