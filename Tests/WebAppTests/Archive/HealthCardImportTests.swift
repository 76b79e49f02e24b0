import CivilDates
import Foundation
import HealthCardIssuing
import HealthCertificate
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import Vault
@testable import WebApp

/// SMART Health Cards as files: shown row by row, stored once, with the cards themselves.
@Suite("Files of SMART Health Cards are imported", .timeLimit(.minutes(3)))
struct HealthCardImportTests {
    private static func card(given: String = "Ada") throws -> SmartHealthCard {
        let doses = [("208", "2021-03-09", "EW2246"), ("208", "2021-04-20", "FA1234")].map { cvx, date, lot in
            HealthClaims.Entry.vaccination(
                VaccinationEntry(
                    target: Coding(code: "840539006"),
                    vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: cvx), date: CertificateDate(date),
                    lotNumber: lot, performer: "Example Clinic"))
        }
        let name = PersonName(family: "Test", given: given)
        let claims = HealthClaims(
            holder: Holder(name: name, dateOfBirth: CertificateDate("1987-04-12")), entries: doses)
        return try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
            .issue(claims, issuedAt: TestApp.now.addingTimeInterval(-3_600))
    }

    private static func archive(_ person: Person, _ app: TestApp) async throws -> AccountArchive {
        try await ArchiveFixtures.archive(person, app)
    }

    @Test func cardsOfTwoHoldersBecomeTwoPassesAndASecondTimeChangesNothing() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let cards = [try Self.card(), try Self.card(given: "Grace")]
            let file = Array(SmartHealthCardFile.text(for: cards).utf8)
            let path = try await person.upload(file, named: "cards.smart-health-card")
            let preview = try await person.get(path).body
            #expect(preview.contains("cards.smart-health-card"))
            for text in ["Ada Test", "Grace Test", "9 March 2021", "20 April 2021", "COVID-19"] {
                #expect(preview.contains(text), "\(text)")
            }
            #expect(preview.says("archive.count.new", ["count": "3"]), "two doses and the card itself, for each holder")
            #expect(try await Self.archive(person, app).passes.isEmpty, "nothing is stored before it is confirmed")
            let choices = ["pass-1": "new", "shown-1": "new", "pass-2": "new", "shown-2": "new"]
            #expect(try await person.post(path, choices).status == .seeOther)
            let stored = try await Self.archive(person, app).passes
            #expect(stored.map(\.name).sorted() == ["Ada Test", "Grace Test"])
            let ada = try #require(stored.first { $0.name == "Ada Test" })
            #expect(ada.birthDate?.description == "1987-04-12")
            #expect(ada.vaccinations.map(\.date.description).sorted() == ["2021-03-09", "2021-04-20"])
            #expect(ada.vaccinations.compactMap(\.batch).sorted() == ["EW2246", "FA1234"])
            #expect(ada.certificates.map(\.text) == [cards[0].certificate.text])
            let again = try await person.upload(file, named: "cards.smart-health-card")
            #expect(try await person.get(again).body.says("archive.preview.all-there.several"))
            let log = try await person.vault(app).read { try $0.accessLog() }
            #expect(log.filter { $0.code == .imported }.map(\.detail) == ["health cards"])
        }
    }

    @Test func aCardThatCannotBeReadIsNamedBesideTheOthers() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let text = #"{"verifiableCredential":["a.b.c","\#(try Self.card().jws)",7]}"#
            let path = try await person.upload(Array(text.utf8), named: "cards.smart-health-card")
            let preview = try await person.get(path).body
            #expect(preview.contains("Ada Test") && preview.says("archive.count.new", ["count": "3"]))
            for number in [1, 3] {
                #expect(preview.says("archive.finding.unreadableCard", ["entry": "\(number)"]))
            }
            #expect(
                !preview.says("archive.finding.unreadableCard", ["entry": "2"])
                    && !preview.says("archive.finding.ignored"))
            let unreadable = try await person.upload(
                Array(#"{"verifiableCredential":["a.b.c"]}"#.utf8), named: "x.json")
            #expect(try await person.get(unreadable).body.says("archive.finding.unreadableCard", ["entry": "1"]))
            let nothing = #"{"verifiableCredential":[]}"#
            let answer = try await person.postFile(Array(nothing.utf8), named: "x.json", passphrase: "")
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test func cardsBeyondTheLimitAreNamedBeforeTheOthers() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let most = SmartHealthCardFile.mostCards
            func preview(_ count: Int) async throws -> String {
                let texts = [#""\#(try Self.card().jws)""#] + Array(repeating: #""a.b.c""#, count: count - 1)
                let file = #"{"verifiableCredential":[\#(texts.joined(separator: ","))]}"#
                return try await person.get(person.upload(Array(file.utf8), named: "x.smart-health-card")).body
            }
            let full = try await preview(most)
            #expect(full.contains("Ada Test") && !full.says("archive.finding.cardsLeftOut"))
            let over = try await preview(most + 30)
            #expect(over.contains("Ada Test"))
            #expect(over.says("archive.finding.cardsLeftOut", ["entry": "\(most + 1)", "last": "\(most + 30)"]))
        }
    }

    @Test(.enabled(if: published != nil, "the published health cards are in ../shared/data"))
    func publishedFilesAndBundlesGiveTheSameVaccinations() async throws {
        let folder = try #require(Self.published)
        try await TestApp.open { app, client in
            for number in ["00", "01", "02"] {
                var dates: [[String]] = []
                for name in ["e-file.smart-health-card", "a-fhirBundle.json", "c-jws-payload-minified.json"] {
                    let person = Person(client)
                    try await person.register("p\(number)\(name.prefix(1))")
                    let file = try Data(contentsOf: folder.appending(path: "example-\(number)-\(name)"))
                    let path = try await person.upload(Array(file), named: name)
                    let preview = try await person.get(path).body
                    _ = try await person.post(path, ["pass-1": "new", "shown-1": "new"])
                    let pass = try await Self.archive(person, app).passes.first
                    #expect(preview.contains(pass?.name ?? "?"), "\(number) \(name)")
                    dates.append(pass?.vaccinations.map(\.date.description).sorted() ?? [])
                    if name.hasPrefix("e") { #expect(pass?.certificates.count == 1, "\(number)") }
                }
                #expect(Set(dates).count == 1, "\(number): \(dates)")
                // The third one holds no vaccination.
                #expect(dates[0].isEmpty == (number == "02"), "\(number): \(dates)")
            }
        }
    }

    private static let published: URL? = {
        let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"]
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = path.map { URL(filePath: $0) } ?? project.appending(path: "../shared/data")
        let good = folder.appending(path: "shc/good")
        if FileManager.default.fileExists(atPath: good.path) { return good }
        print("skipped: published SMART Health Cards, which are in ../shared/data")
        return nil
    }()
}
