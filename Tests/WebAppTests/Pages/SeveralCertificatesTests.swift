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

/// One certificate that says what no entry holds never hinders the others.
@Suite("Several certificates at once, some of them odd", .timeLimit(.minutes(3)))
struct SeveralCertificatesTests {
    private static let message = "certificates.warning.left-out"

    /// What a certificate says too much of.
    enum Oddity: CaseIterable {
        case longBatch, emptyPerformer, doseZero, doseHundred, controlBatch, longName, nameOfMarks, oldBirth, noName
        case oldDate, longTarget

        /// Whether its entry says less than the certificate.
        var isLeftOut: Bool {
            switch self {
            case .longBatch, .doseZero, .doseHundred, .oldDate, .longTarget: true
            default: false
            }
        }
    }

    /// A certificate with it, an EU one or a card, as it can be written.
    private static func text(_ oddity: Oddity?, _ app: TestApp) throws -> String {
        var dose = VaccinationEntry(
            target: Coding(code: "840539006"),
            vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"),
            date: CertificateDate("2021-03-09"), lotNumber: "EW2246", performer: "Example Clinic")
        var (family, birth) = ("Odd", "1987-04-12")
        switch oddity {
        case .longBatch: dose.lotNumber = String(repeating: "B", count: 101)
        case .emptyPerformer: dose.performer = ""
        case .controlBatch: dose.lotNumber = "EW\u{7}22\u{202E}46"
        case .longName: family = String(repeating: "Odd ", count: 100)
        case .nameOfMarks: family = "O" + String(repeating: "\u{301}", count: 2_000)
        case .oldBirth: birth = "1799-04-12"
        case .noName: family = ""
        case .oldDate: dose.date = CertificateDate("0999-03-09")
        case .longTarget:
            dose.dose = 1
            dose.target = Coding(code: String(repeating: "8", count: 101))
        case .doseZero: return try app.issuer.vaccination(given: "Ada", family: "Odd", birth: birth, dose: 0)
        case .doseHundred: return try app.issuer.vaccination(given: "Ada", family: "Odd", birth: birth, dose: 100)
        case nil: (family, dose.lotNumber) = ("Test", "GOOD-1")
        }
        let name = PersonName(family: family, given: oddity == .noName ? "" : "Ada")
        let claims = HealthClaims(
            holder: Holder(name: name, dateOfBirth: CertificateDate(birth)), entries: [.vaccination(dose)])
        return try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
            .issue(claims, issuedAt: TestApp.now.addingTimeInterval(-3_600)).certificate.text
    }

    @Test(arguments: Oddity.allCases)
    func oneOddCertificateIsKeptBesideTheOther(oddity: Oddity) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let (odd, good) = (try Self.text(oddity, app), try Self.text(nil, app))
            let shown = try await person.upload(
                "/certificates/new", [], fields: ["text": odd.replacing("\n", with: "\r\n") + "\r\n" + good])
            #expect(shown.status == .ok)
            #expect(shown.body.says(Self.message) == oddity.isLeftOut)
            let saved = try await person.post(
                "/certificates", ["text-1": odd, "pass-1": "new", "text-2": good, "pass-2": pass])
            #expect(saved.status == .seeOther)
            let archive = try await ArchiveFixtures.archive(person, app)
            #expect(archive.passes.flatMap(\.certificates).map(\.text).sorted() == [odd, good].sorted())
            let doses = archive.passes.flatMap(\.vaccinations)
            #expect(doses.contains { $0.batch == "GOOD-1" })
            let hasDose = oddity != .oldDate && oddity != .longTarget
            #expect(doses.count == (hasDose ? 2 : 1))
            if oddity == .controlBatch { #expect(doses.contains { $0.batch == "EW 2246" }) }
            if oddity == .emptyPerformer || oddity == .longBatch {
                #expect(doses.count { $0.administeredBy == "Example Clinic" } == (oddity == .longBatch ? 2 : 1))
            }
        }
    }

    @Test func aFileOfOddCardsIsReadToo() async throws {
        try await TestApp.openWithPass { app, person, _ in
            let cards = Oddity.allCases.filter { $0 != .doseZero && $0 != .doseHundred }
            let jws = try cards.map { try SmartHealthCard(Self.text($0, app)).jws }
            let file = #"{"verifiableCredential":["\#(jws.joined(separator: "\",\""))"]}"#
            let path = try await person.upload(Array(file.utf8), named: "cards.smart-health-card")
            #expect(try await person.get(path).status == .ok)
        }
    }
}
