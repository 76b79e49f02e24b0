import CivilDates
import Foundation
import GRDB
import Model
import Secrets
import Testing
import VaultStorage

@testable import Vault

/// What was stored in one turn, and how it is undone.
@Suite("What can be undone", .timeLimit(.minutes(3)))
struct BatchTests {
    private struct Stopped: Error {}

    private struct Scene {
        let app: TestVaults
        let accounts: Accounts
        let session: Session
        let pass: PassRecord

        var now: Date { app.clock.now }

        static func open(_ body: (Scene) async throws -> Void) async throws {
            let app = TestVaults()
            let accounts = try app.accounts()
            let (_, session) = try await app.member(accounts)
            let pass = try PassRecord(Pass(kind: "person", name: "Mia Canary"), createdAt: app.clock.now)
            try await session.vault.write { try $0.insert(pass) }
            try await body(Scene(app: app, accounts: accounts, session: session, pass: pass))
            await accounts.close()
        }

        func dose(_ day: Int, in pass: PassID? = nil, note: String? = nil) throws -> VaccinationRecord {
            let date = try #require(PartialDate("2020-01-\(day < 10 ? "0" : "")\(day)"))
            return try VaccinationRecord(
                passID: pass ?? self.pass.id, Vaccination(target: "tbe", date: date, note: note), createdAt: now,
                updatedAt: now + 0.123456789)
        }

        /// The same dose with another note, later.
        func changed(_ dose: VaccinationRecord, to note: String, after seconds: TimeInterval = 1) throws
            -> VaccinationRecord
        {
            var content = dose.content
            content.note = note
            return try VaccinationRecord(
                id: dose.id, passID: dose.passID, content, createdAt: dose.createdAt,
                updatedAt: dose.updatedAt + seconds)
        }

        @discardableResult
        func apply(_ store: @escaping @Sendable (Records) throws -> Void) async throws -> Batch? {
            let now = now
            return try await session.vault.write { try $0.apply(at: now, store).batch }
        }

        func undo(_ batch: Batch?, after seconds: TimeInterval = 0) async throws -> Batch? {
            let (id, now) = (try #require(batch).id, now + seconds)
            return try await session.vault.write { try $0.undo(id, at: now) }
        }

        func doses() async throws -> [VaccinationRecord] {
            let pass = pass.id
            return try await session.vault.read { try $0.vaccinations(of: pass) }
        }

        func batches(after seconds: TimeInterval = 0) async throws -> [BatchID] {
            let now = now + seconds
            return try await session.vault.read { try $0.batches(at: now).map(\.id) }
        }

        func steps() async throws -> Int {
            try await session.vault.read { try Int.fetchOne($0.db, sql: "SELECT COUNT(*) FROM batchStep") ?? 0 }
        }
    }

    @Test func everyKindIsGivenBack() async throws {
        try await Scene.open { scene in
            let (pass, now) = (scene.pass, scene.now)
            let (kept, replaced, new) = (try scene.dose(1), try scene.dose(2, note: "old"), try scene.dose(3))
            // As a certificate proves it: nobody changed it.
            let proven = try scene.changed(kept, to: "proven", after: 0)
            let trip = try FactRecord(passID: pass.id, Fact(kind: "trip", value: "TH", from: PartialDate("2026-01")))
            let other = try FactRecord(
                id: trip.id, passID: pass.id, Fact(kind: "trip", value: "BR", from: PartialDate("2026-01")))
            func certificate(_ name: String) throws -> Certificate {
                try Certificate(
                    passID: pass.id, vaccinationID: kept.id, text: "HC1:\(name)", identity: name, eventDate: nil,
                    issuedAt: nil, expiresAt: nil, addedAt: now)
            }
            let (deleted, added) = (try certificate("old"), try certificate("new"))
            try await scene.session.vault.write { records in
                for dose in [kept, replaced] { try records.insert(dose) }
                try records.insert(trip)
                try records.insert(deleted)
            }
            func all() async throws -> [String] {
                try await scene.session.vault.read { records in
                    let doses = try records.vaccinations(of: pass.id).map {
                        "\($0) \($0.createdAt.timeIntervalSince1970) \($0.updatedAt.timeIntervalSince1970)"
                    }
                    let facts = try records.facts(of: pass.id).map { "\($0)" }
                    let certificates = try records.certificates(of: pass.id).map { "\($0)" }
                    let attachments = try records.attachments(of: pass.id).map { "\($0)" }
                    return ["\(try records.passes())"] + doses + facts + certificates + attachments
                }
            }
            let before = try await all()
            let attachment = try Attachment(
                passID: pass.id, vaccinationID: nil, name: "page.pdf", mediaType: "application/pdf", addedAt: now)
            let file = try await scene.session.vault.seal(Array("%PDF-1.7".utf8))
            let change = try scene.changed(replaced, to: "new")
            let batch = try await scene.apply { records in
                try records.update(
                    PassRecord(id: pass.id, Pass(kind: "person", name: "Mia"), createdAt: pass.createdAt))
                try records.insert(new)
                try records.update(proven)
                // Twice in one turn is once to undo.
                try records.update(change)
                try records.update(change)
                try records.deleteFact(trip.id)
                try records.insert(other)
                try records.deleteCertificate(deleted.id)
                try records.insert(added)
                try records.insert(attachment, content: file)
            }
            #expect(batch?.vaccinations == 2 && batch?.passID == pass.id)
            #expect(try await all() != before)
            #expect(try await scene.undo(batch)?.remaining == 0)
            #expect(try await all() == before)
            #expect(try await scene.undo(batch) == nil)
        }
    }

    @Test func whatFailsIsNeitherStoredNorKeptToUndo() async throws {
        try await Scene.open { scene in
            let dose = try scene.dose(1)
            await #expect(throws: Stopped.self) {
                try await scene.apply { records in
                    try records.insert(dose)
                    throw Stopped()
                }
            }
            #expect(try await scene.apply { _ in } == nil)
            #expect(try await scene.doses().isEmpty)
            #expect(try await scene.batches().isEmpty)
            #expect(try await scene.steps() == 0)
        }
    }

    @Test func theLastFiveAreKeptForADay() async throws {
        try await Scene.open { scene in
            var made: [Batch?] = []
            for day in 1...6 {
                let dose = try scene.dose(day)
                made.append(try await scene.apply { try $0.insert(dose) })
            }
            let kept = made.dropFirst().compactMap { $0?.id }
            #expect(try await scene.batches() == kept.reversed())
            #expect(try await scene.undo(made[0]) == nil)
            #expect(try await scene.undo(made[1], after: Batch.lifetime - 1)?.remaining == 0)
            #expect(try await scene.undo(made[2], after: Batch.lifetime) == nil)
            #expect(try await scene.doses().count == 5)
            #expect(try await scene.batches(after: Batch.lifetime).isEmpty)
            await scene.accounts.collectGarbage()
            #expect(try await scene.steps() == 4)
            scene.app.clock.advance(Batch.lifetime)
            await scene.accounts.collectGarbage()
            #expect(try await scene.steps() == 0)
            #expect(try await scene.batches(after: -Batch.lifetime).isEmpty)
        }
    }

    @Test func whatTakesTooMuchIsStoredAndCannotBeUndone() async throws {
        try await Scene.open { scene in
            let note = String(repeating: "n", count: 2_000)
            let (some, more) = (1_500, 2_000)
            let doses = try (0..<more).map { try scene.dose($0 % 28 + 1, note: note) }
            try await scene.session.vault.write { for dose in doses { try $0.insert(dose) } }
            let changed = try doses.map { try scene.changed($0, to: "new") }
            let large = try await scene.apply { for dose in changed { try $0.update(dose) } }
            #expect(large?.isTooLarge == true && large?.canBeUndone == false)
            #expect(try await scene.doses().allSatisfy { $0.note == "new" })
            #expect(try await scene.undo(large) == nil)
            #expect(try await scene.steps() == 0)
            // What is added takes its ids only.
            let again = try doses.map { try scene.changed($0, to: note, after: 2) }
            try await scene.session.vault.write { for dose in again { try $0.update(dose) } }
            let fits = try await scene.apply { records in
                for dose in changed.prefix(some) { try records.update(dose) }
            }
            #expect(fits?.isTooLarge == false && fits?.vaccinations == some)
            let pass = try PassRecord(Pass(kind: "person", name: "Bo"), createdAt: scene.now)
            let others = try (0..<more).map { try scene.dose($0 % 28 + 1, in: pass.id, note: note) }
            let added = try await scene.apply { records in
                try records.insert(pass)
                for dose in others { try records.insert(dose) }
            }
            #expect(added?.canBeUndone == true && added?.vaccinations == more)
            let bytes = try await scene.session.vault.read { records in
                try Int.fetchOne(
                    records.db, sql: "SELECT TOTAL(LENGTH(entry) + LENGTH(after)) FROM batchStep WHERE batch = ?",
                    arguments: [try #require(added).id.description]) ?? 0
            }
            #expect(bytes < more * 80)
            #expect(try await scene.undo(added)?.remaining == 0)
            #expect(try await scene.session.vault.read { try $0.passes() }.count == 1)
        }
    }

    @Test func whatHasGotSomethingSinceStays() async throws {
        try await Scene.open { scene in
            let now = scene.now
            for (index, kind) in ["dose", "certificate", "calendar", "link"].enumerated() {
                let pass = try PassRecord(Pass(kind: "person", name: "New"), createdAt: now)
                let dose = try scene.dose(1, in: pass.id)
                let batch = try await scene.apply { records in
                    try records.insert(pass)
                    try records.insert(dose)
                }
                let later = try scene.dose(2, in: pass.id)
                let certificate = try Certificate(
                    passID: pass.id, vaccinationID: dose.id, text: "HC1:1", identity: "\(index)", eventDate: nil,
                    issuedAt: nil, expiresAt: nil, addedAt: now)
                let feed = try CalendarFeed(
                    pass: pass.id, secret: [UInt8](repeating: 1, count: CalendarFeed.secretLength), hasNames: false,
                    language: "en", createdAt: now)
                let link = try HealthLink(to: pass.id, label: "Practice", from: now, lasting: 86_400, random: .system)
                try await scene.session.vault.write { records in
                    switch kind {
                    case "dose": try records.insert(later)
                    case "certificate": try records.insert(certificate)
                    case "calendar": try records.save(feed)
                    default: try records.insert(link)
                    }
                }
                // A pass that stays because of a dose in it isn't one more.
                #expect(try await scene.undo(batch)?.remaining == 1, "\(kind)")
                let left = try await scene.session.vault.read { records in
                    (try records.pass(pass.id), try records.vaccinations(of: pass.id).map(\.id))
                }
                #expect(left.0 != nil, "\(kind)")
                #expect(left.1 == (kind == "dose" ? [later.id] : kind == "certificate" ? [dose.id] : []), "\(kind)")
            }
        }
    }

    @Test func aFactOrAPassThatWasChangedSinceStays() async throws {
        try await Scene.open { scene in
            let pass = try PassRecord(Pass(kind: "person", name: "New"), createdAt: scene.now)
            let trip = try FactRecord(passID: pass.id, Fact(kind: "trip", value: "TH", from: PartialDate("2026-01")))
            let other = try FactRecord(id: trip.id, passID: pass.id, Fact(kind: "trip", value: "BR", from: nil))
            let batch = try await scene.apply { records in
                try records.insert(pass)
                try records.insert(trip)
            }
            try await scene.session.vault.write { records in
                try records.deleteFact(trip.id)
                try records.insert(other)
            }
            #expect(try await scene.undo(batch)?.remaining == 1)
            #expect(try await scene.session.vault.read { try $0.facts(of: pass.id) } == [other])
        }
    }

    /// What was deleted since isn't brought back; nor is anything kept of what was deleted for good.
    @Test(arguments: [true, false]) func whatWasDeletedStaysDeleted(isEmptied: Bool) async throws {
        try await Scene.open { scene in
            let now = scene.now
            let (one, two) = (try scene.dose(1, note: "secret"), try scene.dose(2))
            try await scene.session.vault.write { try $0.insert(one) }
            let change = try scene.changed(one, to: "new")
            let batch = try await scene.apply { records in
                try records.update(change)
                try records.insert(two)
            }
            let item = try await scene.session.vault.write { records in
                _ = try records.bin(one.id, at: now)
                return try records.lastDeleted()
            }
            #expect(try await scene.steps() == 2)
            try await scene.session.vault.write { records in
                if isEmptied { try records.emptyBin() } else { try records.removeFromBin(try #require(item)) }
            }
            #expect(try await scene.steps() == 1)
            #expect(try await scene.undo(batch)?.remaining == 0)
            #expect(try await scene.doses().isEmpty)
        }
    }
}
