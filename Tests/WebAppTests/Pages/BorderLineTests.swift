import CivilDates
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

/// From when a dose against yellow fever counts at borders, typed or signed.
@Suite("The line for the border", .timeLimit(.minutes(3)))
struct BorderLineTests {
    private static func type(
        _ person: Person, _ pass: String, _ date: (String, String, String), target: String = "yellow-fever"
    ) async throws {
        let fields = [
            "target": target, "vaccine": "unknown", "date-day": date.0, "date-month": date.1, "date-year": date.2,
        ]
        #expect(try await person.post("/passes/\(pass)/vaccinations/new", fields).status == .seeOther)
    }

    /// A month as the line says it in a language, whatever the page's language is.
    private static func month(_ number: Int, _ language: String) throws -> String {
        let names = try words("archive.print.border.\(language).months").split(separator: " ")
        #expect(names.count == 12, "\(language)")
        return String(names[number - 1])
    }

    @Test func aTypedDoseHasItOnItsPageAndInEnglishAndFrenchOnPaper() async throws {
        try await TestApp.openWithPass { app, person, pass in
            try await Self.type(person, pass, ("2", "3", "2026"))
            // The first dose counts for life, so a second one changes nothing.
            try await Self.type(person, pass, ("2", "5", "2026"))
            let id = try #require(PassID(pass))
            let doses = try await person.vault(app).read { try $0.vaccinations(of: id) }
            let page = try await person.get("/passes/\(pass)/vaccinations/\(try #require(doses.last).id)").body
            #expect(page.says("border.line", ["date": "12 March 2026"]))
            for language in ["en", "de"] {
                _ = try await person.post("/language", ["language": language])
                let paper = try await person.get("/passes/\(pass)/print").body
                let border = "archive.print.border"
                let days = try ["english", "french"].map { "12 \(try Self.month(3, $0)) 2026" }
                let english = try words("\(border).english", ["date": days[0]], in: language)
                let french = try words("\(border).french", ["date": days[1]], in: language)
                #expect(paper.contains(#"<span lang="en">\#(english)</span>"#), "\(language)")
                #expect(paper.contains(#"<span lang="fr">\#(french)"#), "\(language)")
            }
        }
    }

    @Test func withoutADayOnlyTheRuleIsSaid() async throws {
        try await TestApp.openWithPass { _, person, pass in
            try await Self.type(person, pass, ("", "3", "2026"))
            let paper = try await person.get("/passes/\(pass)/print").body
            #expect(paper.says("archive.print.border.english.undated"))
            #expect(paper.says("archive.print.border.french.undated"))
        }
    }

    @Test func otherDosesHaveNone() async throws {
        try await TestApp.openWithPass { _, person, pass in
            try await Self.type(person, pass, ("2", "3", "2026"), target: "measles")
            let paper = try await person.get("/passes/\(pass)/print").body
            for id in ["english", "english.undated", "french", "french.undated"] {
                #expect(!paper.says("archive.print.border.\(id)"), "\(id)")
            }
        }
    }

    @Test(arguments: [
        ("2026-03-22", "1er", 4), ("2026-02-20", "2", 3), ("2025-12-25", "4", 1),
    ])
    func aSignedDoseHasItToo(date: String, day: String, month: Int) async throws {
        try await TestApp.openWithPass { app, _, _ in
            let claims = HealthClaims(
                holder: Holder(name: PersonName(family: "Test"), dateOfBirth: nil),
                entries: [
                    .vaccination(
                        VaccinationEntry(target: SignedCertificate.yellowFever, date: CertificateDate(date)))
                ])
            let certificate = SignedCertificate(
                format: .icvp, text: "", claims: claims, issuer: nil, issuedAt: nil, expiresAt: nil,
                signed: SignedContent(algorithm: .es256, keyID: nil, message: [], signature: []))
            let services = app.services
            let line = try #require(BorderLine(certificate, catalogue: services.catalogue.current))
            let language = try #require(services.localization.languages.first)
            let printed = try words(
                "archive.print.border.french", ["date": "\(day) \(try Self.month(month, "french")) 2026"],
                in: language.code)
            #expect(line.printed(language).french == printed)
        }
    }
}
