import CivilDates
import Foundation
import Model
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct RecordsTests {
    let app = TestVaults()

    private func vault() async throws -> (Accounts, Session) {
        let accounts = try app.accounts()
        return (accounts, try await app.member(accounts).1)
    }

    private func certificate(
        _ pass: PassID, _ vaccination: VaccinationID?, identity: String, event: String = "2021-05-29", issued: Int = 0
    ) throws -> Certificate {
        try Certificate(
            passID: pass, vaccinationID: vaccination, text: "HC1:\(identity)\r\n ", identity: identity,
            eventDate: event, issuedAt: Date(timeIntervalSince1970: Double(issued)), expiresAt: nil,
            addedAt: app.clock.now)
    }

    @Test func everyFieldOfEveryRecordComesBackAsItWasStored() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let pass = try PassRecord(
            Pass(kind: "dog", name: "Rex \u{1F436} ‑ 名前", birthDate: PartialDate("2019-08"), sex: .diverse),
            createdAt: app.clock.now)
        let vaccination = try VaccinationRecord(
            passID: pass.id,
            Vaccination(
                target: "rabies", vaccineName: "Nobivac T", date: PartialDate("2020") ?? .firstOfRecords,
                batch: "A-1/2", administeredBy: "Dr. Tier", country: "AT", note: "line one\nline two", doseNumber: 2,
                seriesDoses: 3, otherTargets: "dog-distemper dog-parvovirus"), createdAt: app.clock.now,
            updatedAt: app.clock.now + 1)
        let certificate = try certificate(pass.id, vaccination.id, identity: "x")
        let fact = try FactRecord(
            passID: pass.id,
            Fact(kind: "trip", value: "TH", from: PartialDate("2026-01"), to: PartialDate("2026-02-03")))
        try await session.vault.write { records throws in
            try records.insert(pass)
            try records.insert(vaccination)
            try records.insert(certificate)
            try records.insert(fact)
        }
        try await session.vault.read { records throws in
            #expect(try records.pass(pass.id) == pass)
            #expect(try records.vaccination(vaccination.id) == vaccination)
            #expect(try records.certificate(certificate.id) == certificate)
            #expect(try records.certificates(of: vaccination.id) == [certificate])
            #expect(try records.facts(of: pass.id) == [fact])
            #expect(
                try records.contents(of: pass.id)
                    == PassContents(vaccinations: 1, certificates: 1, facts: 1, attachments: 0))
        }
    }

    @Test func recordsAreUpdatedAndDeleted() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let pass = try app.pass()
        let renamed = try PassRecord(id: pass.id, Pass(kind: "cat", name: "Mia"), createdAt: pass.createdAt)
        let vaccination = try app.vaccination(pass.id)
        let certificate = try certificate(pass.id, vaccination.id, identity: "x")
        try await session.vault.write { records throws in
            try records.insert(pass)
            try records.update(renamed)
            try records.insert(vaccination)
            try records.insert(certificate)
            #expect(try records.deleteVaccination(vaccination.id))
            #expect(try !records.deleteVaccination(vaccination.id))
        }
        try await session.vault.write { records throws in
            #expect(try records.passes() == [renamed])
            #expect(try records.certificates(of: pass.id).map(\.vaccinationID) == [nil])
            #expect(try records.deletePass(pass.id))
            #expect(try records.certificate(certificate.id) == nil)
            #expect(try !records.deletePass(pass.id))
        }
    }

    @Test func whatIsNotThereCannotBeChangedOrReferredTo() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let pass = try app.pass()
        let vaccination = try app.vaccination(pass.id)
        await #expect(throws: VaultError(.notFound, "")) { try await session.vault.write { try $0.update(pass) } }
        await #expect(throws: VaultError(.notFound, "")) {
            try await session.vault.write { try $0.insert(vaccination) }
        }
        await #expect(throws: VaultError(.notFound, "")) {
            try await session.vault.write { try $0.update(vaccination) }
        }
    }

    @Test func theSameCertificateTwiceIsATypedErrorAndNothingElseOfThatWriteStays() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let pass = try app.pass()
        let other = try app.pass("Other")
        let first = try certificate(pass.id, nil, identity: "same")
        let again = try certificate(other.id, nil, identity: "same")
        try await session.vault.write { records throws in
            try records.insert(pass)
            try records.insert(first)
        }
        await #expect(throws: VaultError(.duplicateCertificate, "")) {
            try await session.vault.write { records throws in
                try records.insert(other)
                try records.insert(again)
            }
        }
        #expect(try await session.vault.read { try $0.passes() } == [pass])
        #expect(try await session.vault.read { try $0.certificate(identity: "same") } == first)
    }

    @Test func theNewestCertificateComesFirst() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let pass = try app.pass()
        let vaccination = try app.vaccination(pass.id)
        let made = try [("a", "2021-05-29", 5), ("b", "2021-07-10", 1), ("c", "2021-05-29", 9)].map {
            try certificate(pass.id, vaccination.id, identity: $0.0, event: $0.1, issued: $0.2)
        }
        try await session.vault.write { records throws in
            try records.insert(pass)
            try records.insert(vaccination)
            for certificate in made { try records.insert(certificate) }
            #expect(try records.certificates(of: pass.id).map(\.identity) == ["b", "c", "a"])
            #expect(try records.certificates(of: vaccination.id).map(\.identity) == ["c", "a", "b"])
        }
    }

    @Test func vaccinationsComeWithTheNewestFirst() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let pass = try app.pass()
        let one = try app.vaccination(pass.id)
        let another = try app.vaccination(pass.id, date: "2021-05-30")
        try await session.vault.write { records throws in
            try records.insert(pass)
            try records.insert(one)
            try records.insert(another)
            #expect(try records.vaccinations(of: pass.id) == [another, one])
        }
    }

    @Test func theAccessLogKeepsTheNewestLines() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let start = app.clock.now
        try await session.vault.write { records throws in
            for number in 0..<1100 {
                try records.log(AccessEvent(time: start + Double(number), device: "d\(number)", code: .exported))
            }
            let log = try records.accessLog()
            #expect(log.count == AccessEvent.limit)
            #expect(log.first?.device == "d1099")
            #expect(try records.accessLog(limit: 2).map(\.device) == ["d1099", "d1098"])
        }
    }

    @Test func settingsAndConsentsAreKept() async throws {
        let (accounts, session) = try await vault()
        defer { withExtendedLifetime(accounts) {} }
        let now = app.clock.now
        try await session.vault.write { records throws in
            #expect(try records.settings().keys.sorted() == ["recoveryCode"])
            try records.keep(unconfirmedRecoveryCode: nil)
            try records.setSetting("language", to: "de")
            try records.setSetting("language", to: "en")
            try records.setSetting("gone", to: "x")
            try records.setSetting("gone", to: nil)
            #expect(try records.settings() == ["language": "en"])
            try records.withdrawConsent(at: now)
            #expect(try records.consents().map(\.withdrawnAt) == [now])
        }
    }

    @Test(
        arguments: [
            "", String(repeating: "x", count: 10_000), "tab\tname", "nul\u{0}", "\u{202E}evil", "line\nbreak",
            "\u{2066}x",
        ])
    func aNameThatCannotBeIsRefused(_ name: String) {
        #expect(throws: VaultError(.invalidRecord, "")) { try app.pass(name) }
    }

    @Test(
        arguments: [
            "2021-02-31", "2021-13-01", "2021-00-01", "2021-01-00", "1900-02-29", "2100-02-29", "21-01-01",
            "2021-1-1", "2021-01-01T00:00", "1799", "3000", "", "-", "٢٠٢١", "2021-01-01-01",
        ])
    func aDateThatCannotBeIsRefused(_ date: String) {
        #expect(PartialDate(ofRecord: date) == nil)
    }

    @Test(arguments: [1799, 3000])
    func aYearThatNoRecordHasIsRefused(_ year: Int) throws {
        var vaccination = Vaccination.empty
        vaccination.target = "rabies"
        vaccination.date = try #require(PartialDate(year: year))
        #expect(throws: VaultError(.invalidRecord, "")) {
            try VaccinationRecord(
                passID: .random(), vaccination, createdAt: app.clock.now, updatedAt: app.clock.now)
        }
    }

    @Test(arguments: ["2021", "2021-05", "2021-05-29", "2000-02-29", "2024-02-29", "1964-12-31"])
    func aDateMayBePartial(_ date: String) throws {
        #expect(try app.vaccination(.random(), date: date).date.description == date)
    }

    @Test func idsReadOnlyTheirOwnSpelling() throws {
        let id = PassID.random()
        #expect(id.description.count == 26)
        #expect(PassID(id.description) == id)
        for text in [
            "", "x", id.description.uppercased() + "!", String(id.description.dropLast()), id.description + "0",
        ] {
            #expect(PassID(text) == nil)
        }
        #expect(PassID("oooooooooooooooooooooooooo") == nil)
        #expect(PassID("zzzzzzzzzzzzzzzzzzzzzzzzzz") == nil)
        #expect(PassID("00000000000000000000000000") != nil)
    }
}
