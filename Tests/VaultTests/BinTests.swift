import CivilDates
import Foundation
import Model
import Testing
import VaultStorage

@testable import Vault

/// What was deleted, and how it comes back.
@Suite("The bin", .timeLimit(.minutes(3)))
struct BinTests {
    private static let day: TimeInterval = 86_400

    /// A pass with a dose that has a certificate and a scan, a certificate and a scan without a dose, and a fact.
    private struct Family {
        let pass: PassRecord
        let dose: VaccinationRecord
        let certificates: [Certificate]
        let attachments: [AttachmentID]

        static func make(in session: Session, _ accounts: Accounts, at now: Date) async throws -> Family {
            let pass = try PassRecord(Pass(kind: "person", name: "Mia Canary"), createdAt: now)
            let dose = try VaccinationRecord(
                passID: pass.id,
                Vaccination(target: "tbe", vaccine: "fsme-immun", date: .firstOfRecords, doseNumber: 2),
                createdAt: now, updatedAt: now + 0.123456789)
            let certificates = try ["one", "two"].map { name in
                try Certificate(
                    passID: pass.id, vaccinationID: name == "one" ? dose.id : nil, text: "HC1:\(name)", identity: name,
                    eventDate: "2021-03-09", issuedAt: now, expiresAt: now + day, addedAt: now)
            }
            let fact = try FactRecord(passID: pass.id, Fact(kind: "trip", value: "TH", from: PartialDate("2026-01")))
            try await session.vault.write { records in
                try records.insert(pass)
                try records.insert(dose)
                for certificate in certificates { try records.insert(certificate) }
                try records.insert(fact)
            }
            var attachments: [AttachmentID] = []
            for name in ["with.pdf", "without.pdf"] {
                let attachment = try Attachment(
                    passID: pass.id, vaccinationID: name == "with.pdf" ? dose.id : nil, name: name,
                    mediaType: "application/pdf", addedAt: now)
                let file = try await session.vault.seal(Array("%PDF-1.7 \(name)".utf8))
                try await session.vault.write { try $0.insert(attachment, content: file) }
                attachments.append(attachment.id)
            }
            return Family(pass: pass, dose: dose, certificates: certificates, attachments: attachments)
        }
    }

    /// All of a pass, as it is read.
    private static func contents(_ pass: PassID, _ session: Session) async throws -> [String] {
        try await session.vault.read { records in
            let doses = try records.vaccinations(of: pass).map { "\($0)" }
            let certificates = try records.certificates(of: pass).map { "\($0)" }
            let facts = try records.facts(of: pass).map { "\($0)" }
            let attachments = try records.attachments(of: pass).map { "\($0)" }
            return ["\(String(describing: try records.pass(pass)))"]
                + (doses + certificates + facts + attachments).sorted()
        }
    }

    @Test func everyKindComesBackAsItWas() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let now = app.clock.now
        let family = try await Family.make(in: session, accounts, at: now)
        let before = try await Self.contents(family.pass.id, session)
        let deletions: [(BinItem.Kind, Int, @Sendable (Records) throws -> Bool)] = [
            (.vaccination, 2, { try $0.bin(family.dose.id, at: now) }),
            (.certificate, 0, { try $0.bin(family.certificates[1].id, at: now) }),
            (.attachment, 0, { try $0.bin(family.attachments[1], at: now) }),
            (.pass, 6, { try $0.bin(family.pass.id, at: now) }),
        ]
        for (kind, others, delete) in deletions {
            #expect(try await session.vault.write(delete))
            let after = try await Self.contents(family.pass.id, session)
            #expect(after != before && after.count == before.count - others - (kind == .pass ? 0 : 1))
            let items = try await session.vault.read { try $0.bin(at: now) }
            #expect(items.map(\.kind) == [kind] && items.first?.others == others)
            let item = try #require(items.first)
            #expect(item.texts.values.contains { ["Mia Canary", "tbe", "two", "without.pdf"].contains($0) })
            #expect(try await session.vault.write { try $0.restore(item.id, at: now) } == .restored(family.pass.id))
            #expect(try await Self.contents(family.pass.id, session) == before, "\(kind)")
            #expect(try await session.vault.read { try $0.bin(at: now) }.isEmpty)
        }
        for (attachment, name) in zip(family.attachments, ["with.pdf", "without.pdf"]) {
            let content = try await session.vault.content(of: attachment)
            #expect(content == Array("%PDF-1.7 \(name)".utf8))
        }
        await accounts.close()
    }

    @Test func whatBelongsToAPassInTheBinWaitsForIt() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let now = app.clock.now
        let family = try await Family.make(in: session, accounts, at: now)
        _ = try await session.vault.write { records in
            _ = try records.bin(family.dose.id, at: now)
            return try records.bin(family.pass.id, at: now + 1)
        }
        let items = try await session.vault.read { try $0.bin(at: now + 2) }
        #expect(items.map(\.kind) == [.pass, .vaccination])
        #expect(try await session.vault.write { try $0.restore(items[1].id, at: now) } == .withoutPass)
        #expect(try await session.vault.write { try $0.restore(items[0].id, at: now) } == .restored(family.pass.id))
        #expect(try await session.vault.read { try $0.vaccinations(of: family.pass.id) }.isEmpty)
        #expect(try await session.vault.write { try $0.restore(items[1].id, at: now) } == .restored(family.pass.id))
        #expect(try await session.vault.read { try $0.vaccinations(of: family.pass.id) }.map(\.id) == [family.dose.id])
        await accounts.close()
    }

    @Test func whatIsThereAgainIsNoSecondOne() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let now = app.clock.now
        let family = try await Family.make(in: session, accounts, at: now)
        let again = try Certificate(
            passID: family.pass.id, vaccinationID: nil, text: "HC1:two", identity: "two", eventDate: nil, issuedAt: nil,
            expiresAt: nil, addedAt: now)
        try await session.vault.write { records in
            _ = try records.bin(family.certificates[1].id, at: now)
            try records.insert(again)
        }
        let item = try #require(try await session.vault.read { try $0.bin(at: now) }.first)
        #expect(try await session.vault.write { try $0.restore(item.id, at: now) } == .thereAlready(family.pass.id))
        let kept = try await session.vault.read { try $0.certificates(of: family.pass.id) }
        #expect(kept.filter { $0.identity == "two" } == [again])
        // The dose is gone for good meanwhile: its scan comes back to the pass.
        _ = try await session.vault.write { records in
            _ = try records.bin(family.attachments[0], at: now)
            return try records.deleteVaccination(family.dose.id)
        }
        let scan = try #require(try await session.vault.read { try $0.bin(at: now) }.first)
        #expect(try await session.vault.write { try $0.restore(scan.id, at: now) } == .restored(family.pass.id))
        let back = try await session.vault.read { try $0.attachment(family.attachments[0]) }
        #expect(back?.attachment.vaccinationID == nil && back != nil)
        await accounts.close()
    }

    @Test func after30DaysItIsNeverShownAndGoneWithItsFile() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let start = app.clock.now
        let family = try await Family.make(in: session, accounts, at: start)
        _ = try await session.vault.write { try $0.bin(family.attachments[1], at: start) }
        func files() async throws -> Int {
            // What a round leaves to nothing goes with the next one.
            for _ in 0..<2 { await accounts.collectGarbage() }
            return try await accounts.database.read { try AttachmentRow.rows($0, account: maria.accountID).count }
        }
        #expect(try await files() == 2)
        for (days, isThere) in [(29.0, true), (29.999, true), (30, false), (31, false), (400, false)] {
            let now = start + days * Self.day
            let items = try await session.vault.read { try $0.bin(at: now) }
            #expect(items.isEmpty != isThere, "\(days) days")
        }
        // A clock that goes back keeps it.
        #expect(try await session.vault.read { try $0.bin(at: start - 400 * Self.day) }.count == 1)
        let item = try #require(try await session.vault.read { try $0.bin(at: start) }.first)
        app.clock.advance(29 * Self.day)
        #expect(try await files() == 2)
        app.clock.advance(Self.day)
        let late = app.clock.now
        await #expect(throws: VaultError(.notFound, "")) {
            try await session.vault.write { try $0.restore(item.id, at: late) }
        }
        #expect(try await files() == 1)
        #expect(try await session.vault.read { try $0.bin(at: start) }.isEmpty)
        await accounts.close()
    }

    @Test func emptyingItTakesFilesAtOnceAndItCountsUntilThen() async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (maria, session) = try await app.member(accounts)
        let now = app.clock.now
        let family = try await Family.make(in: session, accounts, at: now)
        let bytes = try await session.vault.read { try $0.attachmentBytes() }
        _ = try await session.vault.write { try $0.bin(family.pass.id, at: now) }
        #expect(try await session.vault.read { try $0.attachmentBytes() } == bytes)
        try await session.vault.write { try $0.emptyBin() }
        #expect(try await session.vault.read { try $0.attachmentBytes() } == 0)
        await accounts.collectGarbage()
        #expect(try await accounts.database.read { try AttachmentRow.rows($0, account: maria.accountID).count } == 0)
        await accounts.close()
    }
}
