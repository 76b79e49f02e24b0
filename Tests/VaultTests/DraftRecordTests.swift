import Foundation
import Model
import Testing
import VaultStorage

@testable import Vault

/// What somebody began to enter and hasn't saved.
@Suite("What was begun", .timeLimit(.minutes(3)))
struct DraftRecordTests {
    private struct Scene {
        let app: TestVaults
        let accounts: Accounts
        let session: Session
        let pass: PassID

        var now: Date { app.clock.now }

        static func open(_ body: (Scene) async throws -> Void) async throws {
            let app = TestVaults()
            let accounts = try app.accounts()
            let (_, session) = try await app.member(accounts)
            let pass = try app.pass()
            try await session.vault.write { try $0.insert(pass) }
            try await body(Scene(app: app, accounts: accounts, session: session, pass: pass.id))
            await accounts.close()
        }

        func keep(
            _ content: String, from source: String, of pass: PassID?, after seconds: TimeInterval = 0
        ) async throws -> DraftRecord {
            let now = now + seconds
            return try await session.vault.write { try $0.keep(content, from: source, of: pass, at: now) }
        }

        /// Keeps what is typed into the pass's table.
        func type(_ content: String, after seconds: TimeInterval = 0) async throws -> DraftRecord {
            try await keep(content, from: DraftRecord.typing, of: pass, after: seconds)
        }

        func refused(_ code: VaultError.Code, _ keep: () async throws -> DraftRecord) async throws {
            let before = try await stored()
            await #expect(throws: VaultError(code, "")) { try await keep() }
            #expect(try await stored() == before)
        }

        func drafts(after seconds: TimeInterval = 0) async throws -> [DraftRecord] {
            let now = now + seconds
            return try await session.vault.read { try $0.drafts(at: now) }
        }

        /// All that are there, shown or not.
        func stored() async throws -> [DraftRecord] { try await drafts(after: -1_000 * DraftRecord.lifetime) }
    }

    @Test func whatIsTypedIsKeptOnceAPass() async throws {
        try await Scene.open { scene in
            let (pass, now) = (scene.pass, scene.now)
            let other = try scene.app.pass("Bo Muster")
            try await scene.session.vault.write { try $0.insert(other) }
            let first = try await scene.type("[1]", after: 0.123456)
            #expect(first.content == "[1]" && first.passID == pass && first.source == "table")
            #expect(abs(first.changedAt.timeIntervalSince(now) - 0.123) < 0.000_001)
            #expect(first.expires == first.changedAt + 30 * 86_400)
            let theirs = try await scene.keep("[5]", from: "table", of: other.id, after: 0.2)
            #expect(try await scene.drafts() == [theirs, first])
            let second = try await scene.type("[1,2]", after: 1)
            #expect(second.id == first.id && second.createdAt == first.createdAt && second.content == "[1,2]")
            #expect(second.changedAt == now + 1)
            #expect(try await scene.drafts() == [second, theirs])
            try await scene.session.vault.read { records throws in
                #expect(try records.draft(second.id, at: now) == second)
                #expect(try records.draft(from: "table", of: pass, at: now) == second)
                #expect(try records.draft(from: "photo", of: pass, at: now) == nil)
            }
            #expect(try await scene.session.vault.write { try $0.deleteDraft(second.id) })
            #expect(try await !scene.session.vault.write { try $0.deleteDraft(second.id) })
            #expect(try await scene.drafts() == [theirs])
        }
    }

    /// Also where the clock doesn't go on, or goes back.
    @Test func eachChangeIsLaterThanTheOneBefore() async throws {
        try await Scene.open { scene in
            var last = try await scene.type("[0]")
            for (number, seconds) in [0, 0, 0.0001, -5, -5, 0.0009].enumerated() {
                let next = try await scene.type("[\(number)]", after: seconds)
                #expect(next.changedAt > last.changedAt && next.changedAt < last.changedAt + 0.002)
                // A form carries milliseconds.
                let carried = (next.changedAt.timeIntervalSince1970 * 1_000).rounded() / 1_000
                #expect(next.changedAt == Date(timeIntervalSince1970: carried))
                last = next
            }
            #expect(try await scene.stored() == [last])
        }
    }

    @Test func whatIsOverIsAnother() async throws {
        try await Scene.open { scene in
            let first = try await scene.type("[1]")
            let second = try await scene.type("[2]")
            #expect(second.id == first.id && second.content == "[2]")
            let third = try await scene.type("[3]", after: DraftRecord.lifetime + 1)
            #expect(third.id != second.id)
            #expect(try await scene.drafts(after: DraftRecord.lifetime + 1) == [third])
        }
    }

    @Test func twentyWaitBesideWhatIsTypedAndNoneIsPushedOut() async throws {
        try await Scene.open { scene in
            for number in 0..<DraftRecord.limit {
                let pass = number % 2 == 0 ? scene.pass : nil
                _ = try await scene.keep("[\(number)]", from: "photo", of: pass, after: Double(number))
            }
            try await scene.refused(.tooManyDrafts) { try await scene.keep("[20]", from: "file", of: nil, after: 20) }
            _ = try await scene.type("[\"typed\"]", after: 20)
            _ = try await scene.type("[\"more\"]", after: 21)
            let all = try await scene.drafts()
            #expect(all.count == DraftRecord.limit + 1)
            #expect(all.dropFirst().map(\.content) == (0..<DraftRecord.limit).reversed().map { "[\($0)]" })
            let last = all[1].id
            _ = try await scene.session.vault.write { try $0.deleteDraft(last) }
            _ = try await scene.keep("[20]", from: "file", of: nil, after: 22)
            // The first one's time is over.
            try await scene.refused(.tooManyDrafts) {
                try await scene.keep("[21]", from: "file", of: nil, after: DraftRecord.lifetime - 1)
            }
            _ = try await scene.keep("[21]", from: "file", of: nil, after: DraftRecord.lifetime)
        }
    }

    /// Counted in bytes, those of what is replaced not.
    @Test func theirContentsHaveALengthTogether() async throws {
        try await Scene.open { scene in
            let long = String(repeating: "ü", count: DraftRecord.textLimit / 2 - 5)
            let typed = try await scene.type(long)
            try await scene.refused(.tooManyDrafts) { try await scene.keep("12345678901", from: "photo", of: nil) }
            let photo = try await scene.keep("1234567890", from: "photo", of: nil, after: -1)
            try await scene.refused(.tooManyDrafts) { try await scene.keep("1", from: "photo", of: nil) }
            try await scene.refused(.tooManyDrafts) { try await scene.type(long + "1") }
            #expect(try await scene.stored() == [typed, photo])
            // A vault doesn't hold both.
            let other = String(repeating: "ä", count: long.count - 1)
            #expect(try await scene.type(other).content == other)
            let short = try await scene.type("{}")
            let more = try await scene.keep("1", from: "photo", of: nil, after: 1)
            #expect(try await scene.drafts() == [more, short, photo])
        }
    }

    @Test func whatCanNotBeKeptIsRefused() async throws {
        try await Scene.open { scene in
            try await scene.refused(.invalidRecord) { try await scene.type("") }
            let long = String(repeating: "x", count: DraftRecord.textLimit + 1)
            try await scene.refused(.invalidRecord) { try await scene.type(long) }
            try await scene.refused(.invalidRecord) { try await scene.keep("[]", from: "", of: nil) }
            try await scene.refused(.invalidRecord) { try await scene.keep("[]", from: DraftRecord.typing, of: nil) }
            try await scene.refused(.notFound) { try await scene.keep("[]", from: "table", of: .random()) }
        }
    }

    @Test func itGoesThirtyDaysAfterItsLastChange() async throws {
        try await Scene.open { scene in
            let (pass, start, day) = (scene.pass, scene.now, 86_400.0)
            let first = try await scene.type("[1]")
            scene.app.clock.advance(29 * day)
            await scene.accounts.collectGarbage()
            #expect(try await scene.drafts() == [first])
            let second = try await scene.type("[2]")
            scene.app.clock.advance(30 * day - 1)
            await scene.accounts.collectGarbage()
            #expect(try await scene.drafts() == [second])
            let over = start + 59 * day
            try await scene.session.vault.read { records throws in
                #expect(try records.drafts(at: over) == [])
                #expect(try records.draft(second.id, at: over) == nil)
                #expect(try records.draft(from: "table", of: pass, at: over) == nil)
            }
            scene.app.clock.advance(1)
            #expect(try await scene.stored() == [second])
            await scene.accounts.collectGarbage()
            #expect(try await scene.stored() == [])
        }
    }

    /// For good, also where the pass comes back from the bin.
    @Test(arguments: [true, false]) func itGoesWithItsPass(intoBin: Bool) async throws {
        try await Scene.open { scene in
            let (pass, now) = (scene.pass, scene.now)
            _ = try await scene.type("[1]")
            _ = try await scene.keep("[2]", from: "photo", of: pass)
            let kept = try await scene.keep("[3]", from: "file", of: nil)
            try await scene.session.vault.write { records throws in
                #expect(try intoBin ? records.bin(pass, at: now) : records.deletePass(pass))
            }
            #expect(try await scene.stored() == [kept])
            guard intoBin else { return }
            try await scene.session.vault.write { records throws in
                let item = try #require(try records.lastDeleted())
                #expect(try records.restore(item, at: now) == .restored(pass))
            }
            #expect(try await scene.stored() == [kept])
        }
    }

    @Test func undoLeavesItAndThePassThatItIsOf() async throws {
        try await Scene.open { scene in
            let (pass, now) = (try scene.app.pass("New"), scene.now)
            let batch = try await scene.session.vault.write { try $0.apply(at: now) { try $0.insert(pass) }.batch }
            let draft = try await scene.session.vault.write { records throws in
                let (draft, noted) = try records.apply(at: now) {
                    try $0.keep("[1]", from: "table", of: pass.id, at: now)
                }
                #expect(noted == nil)
                return draft
            }
            let id = try #require(batch).id
            #expect(try await scene.session.vault.write { try $0.undo(id, at: now) }?.remaining == 1)
            #expect(try await scene.session.vault.read { try $0.pass(pass.id) } != nil)
            #expect(try await scene.stored() == [draft])
        }
    }

    @Test func pagesThatAreKeptEndWithAChange() async throws {
        try await Scene.open { scene in
            var kept = try await scene.session.vault.kept()
            for content in ["[1]", "[1]", "[2]"] {
                _ = try await scene.type(content)
                let after = try await scene.session.vault.kept()
                #expect(after !== kept)
                kept = after
            }
        }
    }
}
