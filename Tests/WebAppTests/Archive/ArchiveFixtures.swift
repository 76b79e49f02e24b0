import AgeEncryption
import CivilDates
import Foundation
import Model
import PassArchive
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

/// Invented passes with everything in them, and ways past the pages.
enum ArchiveFixtures {
    /// Makes a pass with two vaccinations, a certificate and a fact, and sets a country.
    static func filledPass(_ person: Person, _ app: TestApp, name: String) async throws -> String {
        let pass = try await person.pass(name)
        _ = try await person.post(
            "/passes/\(pass)/vaccinations/new",
            [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
                "batch": "A69CB", "country": "DE", "note": "=1+1", "administered-by": "Dr. Test",
            ])
        let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
        _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
        let id = try #require(PassID(pass))
        try await person.vault(app).write { records in
            try records.insert(
                FactRecord(passID: id, Fact(kind: "observation", value: "asthma", from: PartialDate("2001-04"))))
            try records.setSetting(SettingKey.homeCountry, to: "AT")
        }
        return pass
    }

    /// What an account holds, as an export would.
    static func archive(_ person: Person, _ app: TestApp) async throws -> AccountArchive {
        let (judge, catalogue) = (CertificateJudge(app.services), app.services.catalogue.current)
        return try await person.vault(app).read { records in
            try AccountArchive(try records.passes(), in: records)
        }.proven(by: judge, catalogue)
    }

    static func open(_ file: [UInt8], _ passphrase: String) async throws -> ArchiveContents {
        let document = try await AgeFile.open(file, with: AgePassphrase(passphrase), through: ScryptGate())
        return try ArchiveReader.read(document)
    }

    /// As the document has it: no fractions of seconds.
    static func inWholeSeconds(_ pass: ArchivedPass) -> ArchivedPass {
        func whole(_ date: Date?) -> Date? {
            date.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        }
        var pass = pass
        pass.createdAt = whole(pass.createdAt)
        for index in pass.vaccinations.indices {
            pass.vaccinations[index].createdAt = whole(pass.vaccinations[index].createdAt)
            pass.vaccinations[index].updatedAt = whole(pass.vaccinations[index].updatedAt)
        }
        for index in pass.certificates.indices {
            pass.certificates[index].addedAt = whole(pass.certificates[index].addedAt)
        }
        return pass
    }
}
