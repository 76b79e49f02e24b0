import CivilDates
import Foundation
import HTTPTypes
import HealthCertificate
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Where a dose comes from", .timeLimit(.minutes(3)))
struct DoseSourceTests {
    private static let stranger = try? TestIssuer()

    /// Imports a certificate into the pass, and gives its dose.
    private static func certified(
        _ person: Person, _ app: TestApp, _ pass: String, by issuer: TestIssuer
    ) async throws -> VaccinationRecord {
        let text = try issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
        _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
        return try #require(try await doses(person, app, pass).first)
    }

    private static func doses(_ person: Person, _ app: TestApp, _ pass: String) async throws -> [VaccinationRecord] {
        let id = try #require(PassID(pass))
        return try await person.vault(app).read { records in try records.vaccinations(of: id) }
    }

    private static func edit(_ person: Person, _ dose: VaccinationRecord, _ changes: [String: String]) async throws {
        var fields = VaccinationForm.values(dose)
        fields.merge(changes) { $1 }
        let path = Links.editVaccination(dose.passID, dose.id)
        #expect(try await person.post(path, fields).status == .seeOther)
    }

    @Test func aVerifiedCertificateProvesItsDose() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await Self.certified(person, app, pass, by: app.issuer)
            #expect(dose.source == .certified && dose.content.sourceDate == PartialDate(TestApp.today))
            let certified = try words("vaccinations.source.certified")
            #expect(try await person.get("/passes/\(pass)").body.contains(" · \(certified)"))
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose.id)").body
            #expect(page.contains("<bdi>\(certified)</bdi>"))
            // Nobody can change where it comes from.
            let name = NSRegularExpression.escapedPattern(for: try words("vaccinations.source"))
            let row = try #require(try page.found(#"<dt>\#(name)</dt>.*\n?.*</div>"#).first)
            #expect(!row.contains("href"))
        }
    }

    @Test func aStrangersCertificateProvesLess() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await Self.certified(person, app, pass, by: try #require(Self.stranger))
            #expect(dose.source == .unknownIssuer)
            #expect(try await person.get("/passes/\(pass)").body.says("vaccinations.source.unknown-issuer"))
        }
    }

    @Test func editingLowersItAndPuttingItBackRaisesItAgain() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await Self.certified(person, app, pass, by: app.issuer)
            try await Self.edit(person, dose, ["note": "felt fine"])
            #expect(try await Self.doses(person, app, pass).first?.source == .certified)
            try await Self.edit(person, dose, ["batch": "made up"])
            #expect(try await Self.doses(person, app, pass).first?.source == .hand)
            let byHand = try words("vaccinations.source.hand")
            #expect(try await person.get("/passes/\(pass)").body.contains(" · \(byHand)"))
            try await Self.edit(person, dose, [:])
            #expect(try await Self.doses(person, app, pass).first?.source == .certified)
            try await Self.edit(person, dose, ["date-day": "4"])
            #expect(try await Self.doses(person, app, pass).first?.source == .hand)
        }
    }

    @Test func withoutItsCertificateItIsImportedAndNotVerified() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await Self.certified(person, app, pass, by: app.issuer)
            let id = try #require(PassID(pass))
            try await person.vault(app).write { records in
                for certificate in try records.certificates(of: id) { try records.deleteCertificate(certificate.id) }
            }
            #expect(dose.source == .certified)
            let imported = try words("vaccinations.source.record")
            #expect(try await person.get("/passes/\(pass)").body.contains(" · \(imported)"))
            #expect(try await ArchiveFixtures.archive(person, app).passes[0].vaccinations[0].source == .record)
        }
    }

    /// The pass is Ada's of 1987: a name may have changed since a certificate was made, a date of birth not.
    @Test(arguments: [
        ("Test", "1987-04-12", DoseSource.certified), ("Other", "1987-04-12", .certified),
        ("Test", "1990-01-01", .record),
    ])
    func somebodyElsesCertificateProvesNothing(family: String, birth: String, source: DoseSource) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let text = try app.issuer.vaccination(given: "Ada", family: family, birth: birth)
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
            let dose = try #require(try await Self.doses(person, app, pass).first)
            let archive = try await ArchiveFixtures.archive(person, app)
            #expect(archive.passes[0].vaccinations[0].source == source)
            let certified = " · \(try words("vaccinations.source.certified"))"
            #expect(try await person.get("/passes/\(pass)").body.contains(certified) == (source == .certified))
            #expect(dose.passID.description == pass)
        }
    }

    @Test func revokingTakesItBackExpiringDoesNot() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let dose = try await Self.certified(person, app, pass, by: app.issuer)
            let id = try #require(PassID(pass))
            let (certificates, holder) = try await person.vault(app).read { records in
                (try records.certificates(of: id), try records.pass(id))
            }
            let owner = try #require(holder)
            let catalogue = app.services.catalogue.current
            func source(_ trust: TrustStore, after seconds: Double = 0) -> DoseSource {
                let judge = CertificateJudge(trust: trust, moment: TestApp.now.addingTimeInterval(seconds))
                var evidence = DoseEvidence(of: owner, doses: [dose.content], catalogue: catalogue)
                for certificate in certificates { evidence.add(judge.judged(certificate)) }
                return evidence.source(of: dose.content)
            }
            let known = TrustStore(signers: [app.issuer.signer])
            #expect(source(known) == .certified && source(known, after: 1e8) == .certified)
            // Verified when it came: lists that forget its issuer don't take that back.
            #expect(source(TrustStore(signers: [])) == .certified)
            var list = RevocationList()
            list.insert(identifier: "URN:UVCI:01DE/TEST/1#A")
            #expect(source(TrustStore(signers: [app.issuer.signer], revocations: list)) == .record)
        }
    }

    @Test func anExportProvesWhatItsCertificatesProveHere() async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await Self.certified(person, app, pass, by: app.issuer)
            var archived = try await ArchiveFixtures.archive(person, app).passes
            #expect(archived[0].vaccinations[0].source == .certified)
            let bare = archived.map { pass in
                var pass = pass
                (pass.certificates, pass.vaccinations[0].source) = ([], .certified)
                return pass
            }
            // Another dose of its series than the certificate's, of the same day: its claim isn't proven.
            archived[0].vaccinations.append(archived[0].vaccinations[0])
            archived[0].vaccinations[1].id = nil
            archived[0].vaccinations[1].doseNumber = 9
            for (passes, expected) in [(archived, [DoseSource.certified, .record]), (bare, [.record])] {
                let other = Person(person.client)
                try await other.register(expected.count == 1 ? "bare" : "whole")
                try await Self.store(passes, other, app)
                let vault = try await other.vault(app)
                let found = try await vault.read { records in
                    try records.passes().flatMap { try records.vaccinations(of: $0.id) }.map(\.content.source)
                }
                #expect(Set(found) == Set(expected) && found.count == expected.count)
            }
        }
    }

    private static func store(_ passes: [ArchivedPass], _ person: Person, _ app: TestApp) async throws {
        let services = app.services
        let intake = ArchiveIntake(latestDay: TestApp.today, localization: services.localization)
        let (catalogue, judge) = (services.catalogue.current, CertificateJudge(services))
        try await person.vault(app).write { records in
            let preview = try ArchivePreview(
                ArchiveContents(passes: passes), destinations: [], intake: intake, catalogue: catalogue,
                beside: ArchivePreview.Present(in: records))
            let changes = try ArchiveChanges(preview, ImportChoices(), judge: judge, catalogue: catalogue)
            var store = try ArchiveStore(changes, in: records, today: TestApp.today)
            try store.store()
        }
    }
}

@Suite("A dose's page", .timeLimit(.minutes(3)))
struct DosePageTests {
    @Test(arguments: ["en", "de"]) func hasARowForEachFieldWithItsWayToChange(language: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            _ = try await person.post("/language", ["language": language, "return": "/passes"])
            let path = "/passes/\(pass)/vaccinations"
            var fields = [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
                "batch": "A69CB", "site": "left-arm", "route": "subcutaneous", "batch-expiry-month": "6",
                "batch-expiry-year": "2031",
            ]
            #expect(try await person.post(path + "/new", fields).status == .seeOther)
            let list = try await person.get("/passes/\(pass)").body
            let id = try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
            let page = try await person.get(path + "/\(id)").body
            let edit = path + "/\(id)/edit"
            for anchor in [
                "vaccine", "target", "date-day", "batch", "administered-by", "country", "site", "route",
                "batch-expiry-day", "note",
            ] {
                #expect(page.contains("href=\"\(edit)#\(anchor)\""), "\(anchor)")
                #expect(try await person.get(edit).body.contains("id=\"\(anchor)\""), "\(anchor)")
            }
            for id in ["site.left-arm", "route.subcutaneous"] {
                #expect(try page.contains("<bdi>\(words("vaccinations.\(id)", in: language))</bdi>"), "\(id)")
            }
            #expect(page.contains(language == "de" ? "<bdi>Juni 2031</bdi>" : "<bdi>June 2031</bdi>"))
            // Doctor, country and note aren't given.
            let (none, add) = (try words("shared.not-given", in: language), try words("shared.add", in: language))
            #expect(page.ranges(of: "<span class=\"hint\">\(none)</span>").count == 3)
            #expect(page.ranges(of: ">\(add)<span class=\"visually-hidden\">: ").count == 3)
            // What is taken away is gone, and what nobody offers isn't taken.
            (fields["site"], fields["batch-expiry-month"], fields["batch-expiry-year"]) = ("", "", "")
            #expect(try await person.post(edit, fields).status == .seeOther)
            let after = try await person.get(path + "/\(id)").body
            #expect(after.ranges(of: "<span class=\"hint\">\(none)</span>").count == 5)
            fields["site"] = "tail"
            #expect(try await person.post(edit, fields).status == .unprocessableContent)
            fields["site"] = "buttock"
            (fields["batch-expiry-day"], fields["batch-expiry-year"]) = ("31", "2031")
            let wrong = try await person.post(edit, fields)
            #expect(wrong.status == .unprocessableContent && wrong.body.contains("href=\"#batch-expiry-month\""))
        }
    }
}
