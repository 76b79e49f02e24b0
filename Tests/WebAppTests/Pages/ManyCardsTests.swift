import CivilDates
import Foundation
import HealthCardIssuing
import HealthCertificate
import HTTPTypes
import Immunization
import Model
import PassArchive
import Testing

@testable import Web

@testable import People

@testable import Lists

@testable import IntakePages

@testable import Vault
@testable import WebApp

/// A pass takes two thousand cards with a hundred doses each: what is done with them is counted, and ends when nobody waits.
@Suite("Many cards with many doses", .timeLimit(.minutes(5)))
struct ManyCardsTests {
    private static let issuer = Result {
        try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
    }

    /// A card of so many doses, of days from this one on.
    private static func card(_ number: Int, doses: Int = 3, from first: Int = 7_000) throws -> SignedCertificate {
        let entries = (0..<doses).map { dose in
            HealthClaims.Entry.vaccination(
                VaccinationEntry(
                    target: Coding(code: "840539006"),
                    vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"),
                    date: CertificateDate(CalendarDate(clampingDayNumber: first + dose).description),
                    lotNumber: "LOT\(number)"))
        }
        let name = PersonName(family: "Test", given: "Ada")
        return try issuer.get().issue(
            HealthClaims(holder: Holder(name: name, dateOfBirth: CertificateDate("1987-04-12")), entries: entries),
            issuedAt: TestApp.now.addingTimeInterval(-3_600 - Double(number))
        ).certificate
    }

    private static func record(_ card: SignedCertificate, in pass: PassID, added: Date = TestApp.now) throws
        -> Certificate
    {
        try Certificate(
            passID: pass, vaccinationID: nil, text: card.text, identity: card.identity, eventDate: nil,
            issuedAt: card.issuedAt, expiresAt: nil, addedAt: added)
    }

    private static var catalogue: Catalogue {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            return try CatalogueStore.release(in: root.appending(path: "Catalogue")).catalogue
        }
    }

    private static let judge = CertificateJudge(trust: TrustStore(), moment: TestApp.now)

    @Test func aListHoldsOfEachOnlyWhatItShows() throws {
        let records = try (0..<4).map { try Self.record(Self.card($0, doses: 100), in: .random()) }
        var looked = 0
        let list = try Self.judge.listed(records) { judged in
            looked += 1
            #expect(judged.content?.claims.entries.count == 100)
        }
        #expect(looked == 4 && list.count == 4)
        for judged in list {
            let content = try #require(judged.content)
            #expect(content.claims.entries.count == 1 && content.signed.message.isEmpty && content.text.isEmpty)
            #expect(judged.rank == Self.judge.judged(judged.record).rank, "its place is by all that it says")
        }
    }

    @Test func noFurtherCardIsReadOnceNobodyWaits() async throws {
        let records = try (0..<5).map { try Self.record(Self.card($0), in: .random()) }
        let contents = ArchiveContents(
            passes: [ArchivedPass(Pass.empty, certificates: records.map { ArchivedCertificate(text: $0.text) })])
        let catalogue = try Self.catalogue
        let looked = Task {
            var looked = 0
            _ = try? Self.judge.listed(records) { _ in
                looked += 1
                if looked == 2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return looked
        }
        #expect(await looked.value == 2)
        let read = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try ArchivedCertificates(of: contents.passes, catalogue: catalogue).count
        }
        await #expect(throws: CancellationError.self) { try await read.value }
    }

    /// Each card of an import is read once, also where it is in it several times.
    @Test func anImportIsComparedBesideTheVaultAndReadsEachCardOnce() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let cards = try (0..<6).map { try Self.card($0) }
            let texts = (cards + cards).map { ArchivedCertificate(text: $0.text) }
            let contents = ArchiveContents(
                passes: [ArchivedPass(id: pass, Pass(kind: Pass.person, name: "Ada Test"), certificates: texts)])
            let (services, vault) = (app.services, try await person.vault(app))
            let catalogue = services.catalogue.current
            let intake = ArchiveIntake(latestDay: TestApp.today, localization: services.localization)
            let present = try await vault.read { try ArchivePreview.Present(in: $0) }
            @Sendable func preview() throws -> ArchivePreview {
                try ArchivePreview(
                    contents, destinations: [], intake: intake, catalogue: catalogue, beside: present)
            }
            #expect(try preview().certificates.count == 6 && preview().plan.newCount == 12)
            let ended = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try preview()
            }
            await #expect(throws: CancellationError.self) { try await ended.value }
            let changes = try ArchiveChanges(
                preview(), ImportChoices(), judge: CertificateJudge(services), catalogue: catalogue)
            try await vault.write { records in
                var store = try ArchiveStore(changes, in: records, today: TestApp.today)
                try store.store()
            }
            let id = try #require(PassID(pass))
            #expect(try await vault.read { try $0.certificates(of: id).count } == 6)
            // What it was compared with isn't there any more.
            #expect(try await vault.read { try ArchivePreview.Present(in: $0) } != present)
        }
    }

    /// What was worked out before is only written where it is still so.
    @Test func evidenceOfOtherCertificatesOrDosesIsRefused() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let (vault, id) = (try await person.vault(app), try #require(PassID(pass)))
            let catalogue = app.services.catalogue.current
            let holder = try #require(try await vault.read { try $0.pass(id) })
            let dose = Vaccination(target: "covid-19", date: PartialDate("2021-03-09") ?? .firstOfRecords)
            let evidence = DoseEvidence(of: holder, doses: [dose], catalogue: catalogue)
            try await vault.write { try evidence.raise(in: $0, on: TestApp.today) }
            try await vault.write { records in
                try records.insert(
                    VaccinationRecord(passID: id, dose, createdAt: TestApp.now, updatedAt: TestApp.now))
                try evidence.raise(in: records, on: TestApp.today)
            }
            let other = Vaccination(target: "measles", date: PartialDate("2020-03-09") ?? .firstOfRecords)
            await #expect(throws: DoseEvidence.Outdated.self) {
                try await vault.write { records in
                    try records.insert(
                        VaccinationRecord(passID: id, other, createdAt: TestApp.now, updatedAt: TestApp.now))
                    try evidence.raise(in: records, on: TestApp.today)
                }
            }
            let card = try Self.record(Self.card(1), in: id)
            await #expect(throws: DoseEvidence.Outdated.self) {
                try await vault.write { records in
                    try records.insert(card)
                    try evidence.raise(in: records, on: TestApp.today)
                }
            }
            #expect(try await vault.read { try $0.certificates(of: id) }.isEmpty, "nothing of it was written")
        }
    }

    /// The way to the ones beside it is as in the list, before and after the list was asked for, and after a change.
    @Test func theCardsBesideOneAreThoseOfTheList() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let (vault, id) = (try await person.vault(app), try #require(PassID(pass)))
            let records = try (0..<3).map { try Self.record(Self.card($0, from: 7_000 + 10 * $0), in: id) }
            try await vault.write { vault in for record in records { try vault.insert(record) } }
            func links(_ record: Certificate) async throws -> [String] {
                let page = try await person.get("/passes/\(pass)/certificates/\(record.id)").body
                return page.matches(of: /certificates\/([a-z0-9]{26})" rel="/).map { String($0.1) }
            }
            let ids = records.map(\.id.description)
            for _ in 0..<2 {
                #expect(try await links(records[1]) == [ids[2], ids[0]], "the newest first")
                #expect(try await person.get("/passes/\(pass)").status == .ok)
            }
            _ = try await vault.write { try $0.deleteCertificate(records[2].id) }
            #expect(try await links(records[1]) == [ids[0]])
        }
    }

    /// What a start page is worked out for counts the certificates too.
    @Test func aFamilyOfManyCardsIsWorkedOutInPart() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            var passes: [PassID] = []
            for number in 1...4 { passes.append(try #require(PassID(try await person.pass("Nr. \(number)")))) }
            let shown = try await person.vault(app).write { [passes] records in
                for pass in passes {
                    for number in 0..<RecordLimits.ofPass {
                        try records.insert(
                            Certificate(
                                passID: pass, vaccinationID: nil, text: "HC1:X", identity: "\(pass) \(number)",
                                eventDate: nil, issuedAt: nil, expiresAt: nil, addedAt: TestApp.now))
                    }
                }
                return try HealthRecord.first(of: try records.passes(), in: records).count
            }
            #expect(shown == 3, "the fourth is among the others")
        }
    }

    @Test func moreThanAListShowsAreOnItsNextPage() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try #require(PassID(pass))
            let card = try Self.card(0)
            try await person.vault(app).write { records in
                for number in 0..<520 {
                    try records.insert(
                        Certificate(
                            passID: id, vaccinationID: nil, text: card.text, identity: "card \(number)", eventDate: nil,
                            issuedAt: nil, expiresAt: nil, addedAt: TestApp.now))
                }
            }
            for (page, count, printed) in [(1, 500, 100), (2, 20, 100), (6, 0, 20)] {
                let list = try await person.get("/passes/\(pass)?page=\(page)").body
                let shown = list.matches(of: /<a class="row" href="[^"]*\/certificates\//).count
                #expect(shown == (page == 6 ? 20 : count), "the last page there is")
                let paper = try await person.get("/passes/\(pass)/print?page=\(page)").body
                #expect(paper.matches(of: /<img[^>]*qr\.svg/).count >= printed)
            }
        }
    }
}
