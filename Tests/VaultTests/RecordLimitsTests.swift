import CivilDates
import Foundation
import Model
import Testing

@testable import Vault
@testable import VaultStorage

/// A pass and an account take in so much; what an older vault holds beyond it stays.
@Suite("Limits of records", .timeLimit(.minutes(3)))
struct RecordLimitsTests {
    let app = TestVaults()

    private func open(
        _ body: (Vault, PassRecord) async throws -> Void
    ) async throws {
        let accounts = try app.accounts()
        let (_, session) = try await app.member(accounts)
        let pass = try app.pass()
        try await session.vault.write { records in try records.insert(pass) }
        try await body(session.vault, pass)
        withExtendedLifetime(accounts) {}
    }

    @Test func eachKindHasItsPlaces() async throws {
        try await open { vault, pass in
            let now = app.clock.now
            try await vault.write { records in
                for number in 1...RecordLimits.ofPass {
                    try records.insert(app.vaccination(pass.id))
                    try records.insert(FactRecord(passID: pass.id, Fact(kind: "trip", value: "TH")))
                    try records.insert(Self.certificate(pass.id, number, now))
                }
            }
            let more: [@Sendable (Records) throws -> Void] = [
                { [app] in try $0.insert(app.vaccination(pass.id)) },
                { try $0.insert(FactRecord(passID: pass.id, Fact(kind: "trip", value: "TH"))) },
                { try $0.insert(Self.certificate(pass.id, 0, now)) },
            ]
            for insert in more {
                await #expect(throws: VaultError(.passFull, "")) { try await vault.write(insert) }
            }
            let contents = try await vault.read { try $0.contents(of: pass.id) }
            #expect(contents.vaccinations == RecordLimits.ofPass && contents.certificates == RecordLimits.ofPass)
            #expect(contents.facts == RecordLimits.ofPass)
        }
    }

    private static func certificate(_ pass: PassID, _ number: Int, _ now: Date) throws -> Certificate {
        try Certificate(
            passID: pass, vaccinationID: nil, text: "HC1:\(number)", identity: "\(number)", eventDate: "2021-03-09",
            issuedAt: now, expiresAt: nil, addedAt: now)
    }

    @Test func whatFindsNoRoomWaitsInTheBin() async throws {
        try await open { vault, pass in
            let (now, other) = (app.clock.now, try app.pass("Nora Muster"))
            let dose = try app.vaccination(pass.id)
            let items = try await vault.write { [app] records in
                try records.insert(dose)
                #expect(try records.bin(dose.id, at: now))
                let first = try #require(try records.lastDeleted())
                for _ in 1...RecordLimits.ofPass { try records.insert(app.vaccination(pass.id)) }
                try records.insert(other)
                #expect(try records.bin(other.id, at: now + 1))
                let second = try #require(try records.lastDeleted())
                for _ in 1..<RecordLimits.passes { try records.insert(app.pass()) }
                return (first, second)
            }
            await #expect(throws: VaultError(.passFull, "")) {
                try await vault.write { _ = try $0.restore(items.0, at: now + 2) }
            }
            await #expect(throws: VaultError(.passLimit, "")) {
                try await vault.write { _ = try $0.restore(items.1, at: now + 2) }
            }
            #expect(try await vault.read { try $0.bin(at: now + 2) }.count == 2)
        }
    }

    @Test func whatAnOlderVaultHoldsStaysAndTakesNoMore() async throws {
        try await open { vault, pass in
            let count = RecordLimits.ofPass + 10
            try await vault.write { [app] records in
                for _ in 1...RecordLimits.ofPass { try records.insert(app.vaccination(pass.id)) }
                let columns =
                    "passID, createdAt, updatedAt, " + Vaccination.fields.map(\.column).joined(separator: ", ")
                try records.execute(
                    """
                    INSERT INTO vaccination (id, \(columns)) SELECT '0' || substr(id, 2), \(columns) FROM vaccination
                    WHERE id LIKE '1%' LIMIT 10
                    """)
            }
            let doses = try await vault.read { try $0.vaccinations(of: pass.id) }
            #expect(doses.count == count)
            try await vault.write { try $0.update(try #require(doses.first)) }
            let more = try app.vaccination(pass.id)
            await #expect(throws: VaultError(.passFull, "")) { try await vault.write { try $0.insert(more) } }
            // A pass that is deleted by mistake comes back with all of them.
            let item = try await vault.write { [app] records in
                #expect(try records.bin(pass.id, at: app.clock.now))
                return try #require(try records.lastDeleted())
            }
            let now = app.clock.now
            let outcome = try await vault.write { try $0.restore(item, at: now) }
            #expect(outcome == .restored(pass.id))
            #expect(try await vault.read { try $0.contents(of: pass.id) }.vaccinations == count)
        }
    }
}
