import CivilDates
import Foundation
import HTTPTypes
import HealthCardIssuing
import HealthCertificate
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import Vault
@testable import WebApp

/// Cards that hold all of somebody's doses: each is a row of the import.
@Suite("European Vaccination Cards and bare cards through the import page", .timeLimit(.minutes(3)))
struct VaccinationCardTests {
    private static var heading: String {
        get throws { try "\(words("certificates.kind.vaccination")): \(words("certificates.family.evc"))" }
    }

    private static func card(_ count: Int = 2) throws -> String {
        try MintedVaccinationCard.text(doses: (0..<count).map { (400 + Int64($0) * 30, "\(1234 + $0)") })
    }

    /// How a program wraps a long text.
    enum Wrapping: CaseIterable {
        case afterForty, atBlanks, atBlanksThatItEats, blanksAround

        func lines(_ text: String) -> String {
            switch self {
            case .afterForty:
                var (rest, lines) = (text[...], [Substring]())
                while !rest.isEmpty {
                    lines.append(rest.prefix(40))
                    rest = rest.dropFirst(40)
                }
                return lines.joined(separator: "\r\n")
            case .atBlanks: return text.replacing(" ", with: " \r\n")
            case .atBlanksThatItEats: return text.replacing(" ", with: "\n")
            case .blanksAround: return "\n  \(text)\r\n\r\n"
            }
        }
    }

    /// A text with blanks, also where a line begins, or the test of wrapping says nothing; never two in a row: wrapped there,
    /// they were a line of blanks, which parts certificates.
    private static func wrappable(_ text: () throws -> String) throws -> String {
        while true {
            let text = try text()
            if Wrapping.afterForty.lines(text).contains("\n "), !text.contains("  ") { return text }
        }
    }

    @Test(arguments: Wrapping.allCases)
    func aTextThatWasWrappedIsReadAsItWas(wrapping: Wrapping) throws {
        let texts = [
            try Self.wrappable { try TestIssuer().vaccination(given: "Ada", family: "Test", birth: "1987-04-12") },
            try Self.wrappable { try Self.card() },
        ]
        for text in texts { #expect(CertificateText.split(wrapping.lines(text)) == [text]) }
        #expect(CertificateText.split(texts.map(wrapping.lines).joined(separator: "\n")) == texts)
        #expect(CertificateText.split(texts.reversed().map(wrapping.lines).joined(separator: "\n")) == texts.reversed())
    }

    @Test func eachDoseIsARowThatSomebodyNames() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let text = try Self.card(4)
            let path = "/passes/\(pass)/certificates/new"
            let shown = try await person.upload(path, [], fields: ["text": text])
            #expect(shown.status == .ok)
            for row in ["16 May 1988", "15 June 1988", "15 July 1988", "NUVA 1234", "NUVA 1237", "vaccine-1-4"] {
                #expect(shown.body.contains(row), "\(row)")
            }
            #expect(try shown.body.contains(Self.heading))
            var fields = ["text-1": text, "pass-1": pass, "preferred": pass, "vaccine-1-1": "qwrtzp"]
            let refused = try await person.post("/certificates", fields)
            #expect(refused.status == .unprocessableContent && refused.body.contains("vaccine-1-1-error"))
            fields["vaccine-1-1"] = "target:measles"
            fields["vaccine-1-2"] = "infan"
            let asked = try await person.post("/certificates", fields)
            #expect(asked.status == .unprocessableContent)
            #expect(asked.body.contains(#"<select id="vaccine-1-2""#) && !asked.body.contains("vaccine-1-1-error"))
            #expect(asked.body.says("certificates.confirm.adds", ["target": "Measles", "date": "16 May 1988"]))
            #expect(try await ArchiveFixtures.archive(person, app).passes[0].certificates.isEmpty)
            fields["vaccine-1-2"] = "priorix"
            fields["vaccine-1-3"] = ""
            #expect(try await person.post("/certificates", fields).status == .seeOther)
            let stored = try await ArchiveFixtures.archive(person, app).passes[0]
            #expect(stored.certificates.map(\.text) == [text])
            let doses = stored.vaccinations.sorted { $0.date < $1.date }
            #expect(doses.map(\.date.description) == ["1988-05-16", "1988-06-15"])
            #expect(doses.map(\.target) == ["measles", "measles"] && doses.map(\.vaccine) == [nil, "priorix"])
            #expect(doses[0].vaccineName == "NUVA 1234" && doses.allSatisfy { $0.country == "LU" })
            // What somebody added is no issuer's word.
            #expect(doses.map(\.source) == [.record, .record])
            let again = try await person.upload(path, [], fields: ["text": text])
            #expect(again.body.says("certificates.known", ["pass": "Ada Test"]) && !again.body.contains("vaccine-1-1"))
        }
    }

    @Test func aDoseThatIsThereAlreadyIsJoined() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let fields = [
                "target": "measles", "vaccine": "unknown", "date-day": "16", "date-month": "5", "date-year": "1988",
            ]
            #expect(try await person.post("/passes/\(pass)/vaccinations/new", fields).status == .seeOther)
            let text = try Self.card(1)
            let answer = try await person.post(
                "/certificates", ["text-1": text, "pass-1": pass, "vaccine-1-1": "target:measles"])
            #expect(answer.status == .seeOther)
            let stored = try await ArchiveFixtures.archive(person, app).passes[0]
            #expect(stored.vaccinations.count == 1 && stored.certificates.count == 1)
        }
    }

    @Test func aCardWithoutAnAnswerIsKeptAndShown() async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await person.post("/certificates", ["text-1": try Self.card(), "pass-1": pass])
            let id = try #require(PassID(pass))
            let kept = try await person.vault(app).read { try $0.certificates(of: id) }
            let page = try await person.get("/passes/\(pass)/certificates/\(try #require(kept.first).id)").body
            for text in ["16 May 1988: NUVA 1234", "15 June 1988: NUVA 1235"] {
                #expect(page.contains(text), "\(text)")
            }
            for message in ["certificates.family.evc", "evidence.issuer-unknown", "evidence.title"] {
                #expect(page.says(message), "\(message)")
            }
            #expect(try await person.get("/passes/\(pass)").body.contains(Self.heading))
        }
    }

    @Test func aBareCardAndItsFileAreRead() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dose = VaccinationEntry(
                target: Coding(code: "840539006"),
                vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"),
                date: CertificateDate("2021-03-09"))
            let claims = HealthClaims(
                holder: Holder(
                    name: PersonName(family: "Test", given: "Ada"), dateOfBirth: CertificateDate("1987-04-12")),
                entries: [.vaccination(dose)])
            let card = try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
                .issue(claims, issuedAt: TestApp.now.addingTimeInterval(-3_600))
            let path = "/passes/\(pass)/certificates/new"
            let typed = try await person.upload(path, [], fields: ["text": card.jws])
            #expect(typed.status == .ok && typed.body.contains("9 March 2021"))
            for (name, text) in [
                ("a.smart-health-card", SmartHealthCardFile.text(for: [card])), ("card.txt", card.jws),
                ("evc.txt", try Self.card()),
            ] {
                let answer = try await person.upload(path, [(name, Array(text.utf8))])
                #expect(answer.status == .ok && answer.body.contains("fieldset class=\"card certificate\""), "\(name)")
            }
        }
    }

    @Test(
        arguments: [
            ("6BFéééééééé", "base45"),
            ("6BFAAAAAAAAAAAA", "zlib"), ("hello", "prefix"),
            ("eyJhbGciOiJub25lIn0.e30.", "other"),
        ] as [(String, String)])
    func aDamagedTextIsASentence(text: String, fault: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let answer = try await person.upload("/passes/\(pass)/certificates/new", [], fields: ["text": text])
            #expect(answer.status == .unprocessableContent && answer.body.says("certificates.fault.\(fault)"))
        }
    }
}
