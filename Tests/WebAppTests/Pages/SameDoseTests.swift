import CivilDates
import Foundation
import HealthCardIssuing
import HealthCertificate
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

/// A certificate joins the dose that it speaks of, whichever of its diseases either was entered for.
@Suite("A certificate of a dose that is there already", .timeLimit(.minutes(3)))
struct SameDoseTests {
    /// A card that names a kind of vaccine by its CVX code.
    private static func card(_ code: String, on day: String) throws -> String {
        let dose = VaccinationEntry(
            vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: code),
            date: CertificateDate(day), lotNumber: "A69CB")
        let holder = Holder(
            name: PersonName(family: "Test", given: "Ada"), dateOfBirth: CertificateDate("1987-04-12"))
        return try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
            .issue(HealthClaims(holder: holder, entries: [.vaccination(dose)]), issuedAt: TestApp.now)
            .certificate.text
    }

    @Test(arguments: [("03", "2019-05-03", 1), ("03", "2019-05-04", 2), ("208", "2019-05-03", 2)])
    func joinsACombinationThatWasEnteredForAnotherDisease(code: String, day: String, doses: Int) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            let mumps = Vaccination(
                target: "mumps", vaccine: "priorix", date: PartialDate("2019-05-03") ?? .firstOfRecords)
            let record = try VaccinationRecord(passID: id, mumps, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { try $0.insert(record) }
            let text = try Self.card(code, on: day)
            let preview = try await person.post("/passes/\(pass)/certificates/new", ["text": text])
            #expect(preview.body.says("certificates.confirm.joins") == (doses == 1))
            let answer = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
            #expect(answer.status == .seeOther, "\(answer.body)")
            let (saved, certificates) = try await person.vault(app).read {
                (try $0.vaccinations(of: id), try $0.certificates(of: id))
            }
            #expect(saved.count == doses && certificates.count == 1)
            #expect((certificates.first?.vaccinationID == record.id) == (doses == 1))
        }
    }
}
