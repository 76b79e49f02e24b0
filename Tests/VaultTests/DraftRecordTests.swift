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
            _ content: String, from source: DraftRecord.Source, of pass: PassID?, after seconds: TimeInterval = 0
        ) async throws -> DraftRecord {
            let now = now + seconds
            return try await session.vault.write { try $0.keep(content, from: source, of: pass, at: now) }
        }

        func hasRoom(at now: Date) async throws -> Bool {
            try await session.vault.read { try $0.hasRoomForDraft(at: now) }
        }

        /// Keeps what is typed into the pass's table.
        func type(_ content: String, after seconds: TimeInterval = 0) async throws -> DraftRecord {
            try await keep(content, from: .table, of: pass, after: seconds)
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
            #expect(first.content == "[1]" && first.passID == pass && first.source == .table && first.name == nil)
            #expect(abs(first.changedAt.timeIntervalSince(now) - 0.123) < 0.000_001)
            #expect(first.expires == first.changedAt + 30 * 86_400)
            let theirs = try await scene.keep("[5]", from: .table, of: other.id, after: 0.2)
            #expect(try await scene.drafts() == [theirs, first])
            let second = try await scene.type("[1,2]", after: 1)
            #expect(second.id == first.id && second.createdAt == first.createdAt && second.content == "[1,2]")
            #expect(second.changedAt == now + 1)
            #expect(try await scene.drafts() == [second, theirs])
            try await scene.session.vault.read { records throws in
                #expect(try records.draft(second.id, at: now) == second)
                #expect(try records.draft(from: .table, of: pass, at: now) == second)
                #expect(try records.draft(from: .photo, of: pass, at: now) == nil)
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
                _ = try await scene.keep("[\(number)]", from: .photo, of: pass, after: Double(number))
            }
            try await scene.refused(.tooManyDrafts) { try await scene.keep("[20]", from: .file, of: nil, after: 20) }
            _ = try await scene.type("[\"typed\"]", after: 20)
            _ = try await scene.type("[\"more\"]", after: 21)
            let all = try await scene.drafts()
            #expect(all.count == DraftRecord.limit + 1)
            #expect(all.dropFirst().map(\.content) == (0..<DraftRecord.limit).reversed().map { "[\($0)]" })
            let last = all[1].id
            _ = try await scene.session.vault.write { try $0.deleteDraft(last) }
            _ = try await scene.keep("[20]", from: .file, of: nil, after: 22)
            // The first one's time is over.
            try await scene.refused(.tooManyDrafts) {
                try await scene.keep("[21]", from: .file, of: nil, after: DraftRecord.lifetime - 1)
            }
            _ = try await scene.keep("[21]", from: .file, of: nil, after: DraftRecord.lifetime)
        }
    }

    /// Counted in bytes, those of what is replaced not.
    @Test func theirContentsHaveALengthTogether() async throws {
        try await Scene.open { scene in
            let long = String(repeating: "ü", count: DraftRecord.textLimit / 2 - 5)
            let typed = try await scene.type(long)
            try await scene.refused(.tooManyDrafts) { try await scene.keep("12345678901", from: .photo, of: nil) }
            let photo = try await scene.keep("1234567890", from: .photo, of: nil, after: -1)
            try await scene.refused(.tooManyDrafts) { try await scene.keep("1", from: .photo, of: nil) }
            try await scene.refused(.tooManyDrafts) { try await scene.type(long + "1") }
            #expect(try await scene.stored() == [typed, photo])
            // A vault doesn't hold both.
            let other = String(repeating: "ä", count: long.count - 1)
            #expect(try await scene.type(other).content == other)
            let short = try await scene.type("{}")
            let more = try await scene.keep("1", from: .photo, of: nil, after: 1)
            #expect(try await scene.drafts() == [more, short, photo])
        }
    }

    @Test func whatCanNotBeKeptIsRefused() async throws {
        try await Scene.open { scene in
            try await scene.refused(.invalidRecord) { try await scene.type("") }
            let long = String(repeating: "x", count: DraftRecord.textLimit + 1)
            try await scene.refused(.invalidRecord) { try await scene.type(long) }
            try await scene.refused(.invalidRecord) { try await scene.keep("[]", from: .trial, of: nil) }
            try await scene.refused(.invalidRecord) { try await scene.keep("[]", from: .table, of: nil) }
            try await scene.refused(.notFound) { try await scene.keep("[]", from: .table, of: .random()) }
            for name in ["", "a\u{202E}b", String(repeating: "x", count: DraftRecord.nameLimit + 1)] {
                try await scene.refused(.invalidRecord) {
                    try await scene.session.vault.write {
                        try $0.keep("[]", from: .file, named: name, at: scene.now)
                    }
                }
            }
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
                #expect(try records.draft(from: .table, of: pass, at: over) == nil)
            }
            scene.app.clock.advance(1)
            #expect(try await scene.stored() == [second])
            await scene.accounts.collectGarbage()
            #expect(try await scene.stored() == [])
        }
    }

    /// It waits until its own day, with its pictures, and is seen again once the pass comes back.
    @Test func itWaitsWithItsPassInTheBin() async throws {
        try await Scene.open { scene in
            let (pass, now) = (scene.pass, scene.now)
            let picture = try await scene.session.vault.seal([1], expires: now + DraftRecord.lifetime)
            let typed = try await scene.type("[1]")
            let photo = try await scene.keep("[2]", from: .photo, of: pass, after: 1)
            let kept = try await scene.keep("[3]", from: .file, of: nil, after: 2)
            try await scene.session.vault.write { records throws in
                try records.stage(picture, for: photo.id)
                #expect(try records.bin(pass, at: now))
                #expect(try records.draft(photo.id, at: now) == nil && records.isInBin(photo.id.description, at: now))
                #expect(try !records.isInBin(kept.id.description, at: now))
            }
            #expect(try await scene.stored() == [kept])
            await scene.accounts.collectGarbage()
            try await scene.session.vault.write { records throws in
                let item = try #require(try records.lastDeleted())
                #expect(try records.restore(item, at: now) == .restored(pass))
            }
            #expect(try await scene.stored() == [kept, photo, typed])
            #expect(try await scene.session.vault.stagedContent(picture) == [1])
        }
    }

    /// Its pictures too.
    @Test(arguments: ["deleted", "removed from the bin", "bin emptied", "bin over"])
    func itGoesWithAPassThatIsGoneForGood(way: String) async throws {
        try await Scene.open { scene in
            let (pass, now) = (scene.pass, scene.now)
            let picture = try await scene.session.vault.seal([1], expires: now + DraftRecord.lifetime)
            let photo = try await scene.keep("[1]", from: .photo, of: pass)
            let kept = try await scene.keep("[2]", from: .file, of: nil, after: 1)
            try await scene.session.vault.write { records throws in
                try records.stage(picture, for: photo.id)
                guard way != "deleted" else {
                    #expect(try records.deletePass(pass))
                    return
                }
                #expect(try records.bin(pass, at: now))
                switch way {
                case "removed from the bin": try records.removeFromBin(try #require(try records.lastDeleted()))
                case "bin emptied": try records.emptyBin()
                default: try records.deleteExpired(at: now + BinItem.lifetime)
                }
                #expect(try !records.hasDraft(of: pass))
            }
            #expect(try await scene.session.vault.stagedContent(picture) == nil)
            #expect(try await scene.stored() == [kept])
        }
    }

    /// Whatever isn't seen takes room, but isn't counted: nobody could discard it.
    @Test func whatWaitsInTheBinIsNotCounted() async throws {
        try await Scene.open { scene in
            for number in 0..<DraftRecord.limit {
                _ = try await scene.keep("[\(number)]", from: .photo, of: scene.pass)
            }
            let (pass, now) = (scene.pass, scene.now)
            let long = String(repeating: "x", count: DraftRecord.textLimit - 10)
            try await scene.refused(.tooManyDrafts) { try await scene.keep("[]", from: .file, of: nil) }
            _ = try await scene.session.vault.write { try $0.bin(pass, at: now) }
            #expect(try await scene.hasRoom(at: now))
            try await scene.refused(.tooManyDrafts) { try await scene.keep(long, from: .file, of: nil) }
            _ = try await scene.keep("[]", from: .file, of: nil)
        }
    }

    /// Whatever it is of: a change compares nothing.
    @Test(arguments: DraftRecord.Source.allCases) func aChangeProlongsIt(source: DraftRecord.Source) async throws {
        try await Scene.open { scene in
            let (pass, start) = (scene.pass, scene.now)
            let (first, second) = try await scene.session.vault.write { records in
                let first = try records.keep("[1]", from: source, named: "a.jpg", of: pass, at: start)
                return (first, try records.change(first.id, to: "[2]", at: start + 29 * 86_400))
            }
            #expect(second.id == first.id && second.createdAt == first.createdAt && second.name == "a.jpg")
            #expect(second.changedAt == start + 29 * 86_400 && second.expires == second.changedAt + 30 * 86_400)
            let headings = try await scene.session.vault.read { try $0.draftHeadings(at: second.expires - 1) }
            #expect(headings == [second.heading])
            await #expect(throws: VaultError(.notFound, "")) {
                try await scene.session.vault.write { try $0.change(first.id, to: "[3]", at: second.expires) }
            }
        }
    }

    @Test func aTemplateHasOneTrialThatIsNotCounted() async throws {
        try await Scene.open { scene in
            let now = scene.now
            for number in 0..<DraftRecord.limit { _ = try await scene.keep("[\(number)]", from: .link, of: nil) }
            let pictures = [try await scene.session.vault.seal([1]), try await scene.session.vault.seal([2])]
            for number in 0..<2 {
                try await scene.session.vault.write { records throws in
                    let trial = try records.keep("[\(number)]", from: .trial, named: "mine", at: now)
                    try records.stage(pictures[number], for: trial.id)
                    _ = try records.keep("[9]", from: .trial, named: "another", at: now)
                }
            }
            #expect(try await scene.drafts().count == DraftRecord.limit + 2)
            #expect(try await scene.session.vault.read { try $0.trial(of: "mine", at: now)?.content } == "[1]")
            #expect(try await scene.session.vault.stagedContent(pictures[0]) == nil)
            try await scene.session.vault.write { try $0.deleteTrial(of: "mine") }
            #expect(try await scene.session.vault.read { try $0.trial(of: "mine", at: now) } == nil)
            #expect(try await scene.session.vault.stagedContent(pictures[1]) == nil)
            #expect(try await scene.drafts().count == DraftRecord.limit + 1)
        }
    }

    @Test func undoLeavesItAndThePassThatItIsOf() async throws {
        try await Scene.open { scene in
            let (pass, now) = (try scene.app.pass("New"), scene.now)
            let batch = try await scene.session.vault.write { try $0.apply(at: now) { try $0.insert(pass) }.batch }
            let draft = try await scene.session.vault.write { records throws in
                let (draft, noted) = try records.apply(at: now) {
                    try $0.keep("[1]", from: .table, of: pass.id, at: now)
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
