import CivilDates
import Foundation
import Model
import Passkeys
import SoftAuthenticator

@testable import Vault
@testable import VaultStorage

/// The invented person whose data a fixture holds.
///
/// All of it is test data: no name, number or secret is anybody's.
enum FixturePerson {
    static let username = "erika-testdaten"
    static let password = "korrekt-Pferd-Batterie-7"
    static let desk = ClientDescription(address: "192.0.2.10", device: "Firefox on Linux")
    static let phone = ClientDescription(address: "198.51.100.20", device: "Safari on iPhone")
    /// What the PRF extension of the first passkey gives.
    static let passkeySecret = [UInt8](repeating: 0x5A, count: 32)
    static let passkeyIDs = [Array("test passkey that opens the vault".utf8), Array("test passkey as a factor".utf8)]
    static let passkeyNames = ["Test-Telefon", "Test-Schlüssel"]

    /// The moment that she signed up; whatever else happened is counted from it.
    static let start = Date(timeIntervalSince1970: 1_790_000_000)

    /// The authenticator of one of her passkeys.
    static func authenticator(_ number: Int, userHandle: [UInt8]) throws -> SoftAuthenticator {
        SoftAuthenticator(
            key: try SoftKey(p256: [UInt8](repeating: UInt8(number + 1), count: 32)),
            credentialID: passkeyIDs[number], userHandle: userHandle)
    }

    // MARK: Records

    static func passes() throws -> [PassRecord] {
        [
            try PassRecord(
                id: id(1),
                Pass(kind: "person", name: "Erika Testdaten", birthDate: PartialDate("1964-08-12"), sex: .female),
                createdAt: start),
            try PassRecord(
                id: id(2), Pass(kind: "dog", name: "Bello Ünnötig", birthDate: PartialDate("2019")),
                createdAt: start + 1),
        ]
    }

    static func vaccinations() throws -> [VaccinationRecord] {
        [
            try VaccinationRecord(
                id: id(3), passID: id(1),
                Vaccination(
                    target: "840539006", vaccine: "EU/1/20/1528", date: PartialDate("2021-05-29") ?? .firstOfRecords,
                    batch: "TEST-1", administeredBy: "Praxis Dr. Erfunden", country: "DE",
                    note: "Erste Zeile\nZweite 🎈", doseNumber: 1, seriesDoses: 2), createdAt: start,
                updatedAt: start + 2.5),
            try VaccinationRecord(
                id: id(4), passID: id(1),
                Vaccination(
                    target: "76902006", vaccineName: "Ein alter Impfstoff",
                    date: PartialDate("1991-03") ?? .firstOfRecords), createdAt: start, updatedAt: start),
            try VaccinationRecord(
                id: id(5), passID: id(2),
                Vaccination(target: "14168008", vaccine: "unknown", date: PartialDate("2020") ?? .firstOfRecords),
                createdAt: start, updatedAt: start),
        ]
    }

    static func certificates() throws -> [Certificate] {
        [
            try Certificate(
                id: id(6), passID: id(1), vaccinationID: id(3), text: "HC1:NOT A REAL CERTIFICATE",
                identity: "URN:UVCI:TEST", eventDate: "2021-05-29", issuedAt: start, expiresAt: start + 86_400,
                addedAt: start)
        ]
    }

    static func facts() throws -> [FactRecord] {
        [
            try FactRecord(
                id: id(7), passID: id(1), Fact(kind: "observation", value: "007", from: PartialDate("2001"))),
            try FactRecord(
                id: id(8), passID: id(1),
                Fact(kind: "journey", value: "KE", from: PartialDate("2026-10-01"), to: PartialDate("2026-10-20"))),
        ]
    }

    static let settings = ["language": "de", "active-pass": "the first", "emptied": ""]

    /// What she began to type into a pass.
    static let draft = #"[{"date":"3.5.2019"}]"#

    /// The first sealed before the data key was replaced, the second after.
    static func files() throws -> [FixtureContent.File] {
        [
            .init(
                attachment: try Attachment(
                    id: id(10), passID: id(1), vaccinationID: id(3), name: "Impfpass Seite 3.jpg",
                    mediaType: "image/jpeg", addedAt: start),
                content: (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }),
            .init(
                attachment: try Attachment(
                    id: id(11), passID: id(2), vaccinationID: nil, name: "Brief.pdf", mediaType: "application/pdf",
                    addedAt: start),
                content: Array("%PDF-1.7 not a real document".utf8)),
        ]
    }

    static func id<Subject>(_ number: UInt8) throws -> Identifier<Subject> {
        guard let id = Identifier<Subject>(bytes: [UInt8](repeating: number, count: 16)) else {
            throw VaultError(.invalidRecord, "not an id")
        }
        return id
    }
}
