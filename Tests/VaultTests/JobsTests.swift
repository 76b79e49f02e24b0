import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct JobsTests {
    let app = TestVaults()

    /// What a job of a test did, and what it is to do.
    private final class Work: Sendable {
        private struct Failure: Error {}
        private let state = Mutex((runs: 0, fails: false))
        let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let hangs = Mutex(false)

        var runs: Int { state.withLock { $0.runs } }
        func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

        func run() async throws {
            state.withLock { $0.runs += 1 }
            if hangs.withLock({ $0 }) {
                await withCheckedContinuation { continuation in gate.withLock { $0 = continuation } }
            }
            if state.withLock({ $0.fails }) { throw Failure() }
        }

        /// Lets a run that hangs come to its end.
        func letGo() async throws {
            try await eventually {
                let waiting = gate.withLock { $0.take() }
                waiting?.resume()
                return waiting != nil
            }
        }
    }

    private func job(
        _ name: Job.Name, every period: TimeInterval, _ place: Job.Place, forgets: Bool = false, _ work: Work
    )
        -> Job
    {
        Job(name, every: period, longest: 60, place, forgets: forgets) { try await work.run() }
    }

    private func finish(_ begun: [Task<Void, Never>]) async { for task in begun { await task.value } }

    /// How many days jobs are followed: a database is asked the same each day.
    private var days: Int { app.database == nil ? 400 : 40 }

    @Test func overALongTimeJobsRunAsOftenAsTheyAreToAndNoMore() async throws {
        let accounts = try app.accounts()
        let (daily, weekly, hourly) = (Work(), Work(), Work())
        let jobs = Jobs(
            [
                job(.orphans, every: 86_400, .oneServer, daily), job(.sessions, every: 7 * 86_400, .oneServer, weekly),
                job(.admins, every: 3_600, .eachServer, hourly),
            ], of: accounts)
        for _ in 0..<days * 24 {
            await finish(jobs.tick())
            app.clock.advance(3_600)
        }
        #expect(daily.runs == days && weekly.runs == (days + 6) / 7 && hourly.runs == days * 24)
        #expect(jobs.reports().allSatisfy { !$0.isOverdue && $0.outcome == .done })
    }

    @Test func aPaceMakesJobsComeRoundSooner() async throws {
        let accounts = try app.accounts { $0.pace = 30 }
        let work = Work()
        let jobs = Jobs([job(.admins, every: 60, .eachServer, work)], of: accounts)
        for _ in 0..<10 {
            await finish(jobs.tick())
            app.clock.advance(1)
        }
        #expect(work.runs == 5)
    }

    @Test func theAccountsOwnJobsHoldForYears() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        let jobs = Jobs(accounts.jobTable, of: accounts)
        for _ in 0..<days {
            await finish(jobs.tick())
            #expect(jobs.reports().filter { $0.outcome != .done }.map(\.name) == [])
            app.clock.advance(86_400)
        }
        #expect(await accounts.statistics().openVaults == 0, "nothing opens a vault")
        #expect(try await accounts.count() == 1)
    }

    @Test func aRestartForgetsNothing() async throws {
        let accounts = try app.accounts()
        let work = Work()
        let table = [job(.orphans, every: 86_400, .oneServer, work)]
        await finish(Jobs(table, of: accounts).tick())
        let later = Jobs(table, of: accounts)
        await later.start()
        #expect(later.reports().map(\.lastSuccess) == [app.clock.now])
        await finish(later.tick())
        #expect(work.runs == 1)
        app.clock.advance(86_400)
        await finish(later.tick())
        #expect(work.runs == 2)
    }

    @Test func oneThatFailsIsToldAndTriedAgain() async throws {
        let work = Work()
        let jobs = Jobs([job(.orphans, every: 3_600, .oneServer, work)], of: try app.accounts())
        await finish(jobs.tick())
        let success = app.clock.now
        work.fail(true)
        for _ in 0..<3 {
            app.clock.advance(3_600)
            await finish(jobs.tick())
        }
        let report = try #require(jobs.reports().first)
        #expect(work.runs == 4 && report.outcome == .failed && report.isOverdue && report.lastSuccess == success)
        work.fail(false)
        app.clock.advance(3_600)
        await finish(jobs.tick())
        #expect(jobs.reports().first.map { !$0.isOverdue && $0.outcome == .done } == true)
    }

    @Test func oneThatHangsKeepsNoOtherFromItsTurnAndComesBack() async throws {
        let (stuck, other) = (Work(), Work())
        stuck.hangs.withLock { $0 = true }
        let jobs = Jobs(
            [job(.orphans, every: 600, .oneServer, stuck), job(.admins, every: 600, .eachServer, other)],
            of: try app.accounts())
        var begun = jobs.tick()
        try await eventually { stuck.runs > 0 }
        for _ in 0..<5 {
            app.clock.advance(600)
            begun += jobs.tick()
            try await eventually { other.runs >= begun.count - 1 }
        }
        var report = try #require(jobs.reports().first)
        #expect(report.outcome == .overran && report.isRunning && report.isOverdue)
        #expect(stuck.runs == 1, "it isn't begun once more")
        stuck.hangs.withLock { $0 = false }
        try await stuck.letGo()
        await finish(begun)
        report = try #require(jobs.reports().first)
        #expect(report.outcome == .done && !report.isRunning && !report.isOverdue)
        app.clock.advance(600)
        await finish(jobs.tick())
        #expect(stuck.runs == 2)
    }

    @Test func whatIsDoneOutsideIsOverdueOnlyOnceItWasDone() async throws {
        let last = Mutex<Date?>(nil)
        let jobs = Jobs([Job(.backup, every: 86_400, .outside { last.withLock { $0 } })], of: try app.accounts())
        app.clock.advance(400 * 86_400)
        await finish(jobs.tick())
        #expect(jobs.reports().map(\.isOverdue) == [false] && jobs.reports().map(\.outcome) == [nil])
        last.withLock { $0 = app.clock.now }
        await finish(jobs.tick())
        #expect(jobs.reports().map(\.outcome) == [.done])
        app.clock.advance(3 * 86_400)
        #expect(jobs.reports().map(\.isOverdue) == [true])
    }

    @Test func whatALeapWouldSweepAwayWaits() async throws {
        let (sweep, other) = (Work(), Work())
        let jobs = Jobs(
            [
                job(.sessions, every: 600, .oneServer, forgets: true, sweep),
                job(.admins, every: 600, .eachServer, other),
            ], of: try app.accounts())
        await finish(jobs.tick())
        for leap in [10 * 365.0 * 86_400, -10 * 365.0 * 86_400, 40.0 * 86_400, -40.0 * 86_400, -86_400, 86_400] {
            app.clock.leap(leap)
            for _ in 0..<3 {
                await finish(jobs.tick())
                app.clock.advance(60)
            }
        }
        #expect(sweep.runs == 1 && other.runs >= 6)
        #expect(jobs.reports().first?.outcome == .waits)
        #expect(jobs.reports().first?.reason?.contains("clock") == true)
        // A day later the clock is believed.
        app.clock.advance(86_400)
        await finish(jobs.tick())
        #expect(sweep.runs == 2 && jobs.reports().first?.outcome == .done)
    }

    @Test func aServerThatStartsWithAWrongClockSweepsNothing() async throws {
        let accounts = try app.accounts()
        let work = Work()
        let table = [job(.sessions, every: 600, .oneServer, forgets: true, work)]
        await finish(Jobs(table, of: accounts).tick())
        app.clock.leap(10 * 365 * 86_400)
        let later = Jobs(table, of: accounts)
        await later.start()
        await finish(later.tick())
        #expect(work.runs == 1)
    }

    // MARK: - Two servers

    @Test func oneServerDoesItForBoth() async throws {
        guard app.database != nil else { return }
        let (first, second) = try app.servers()
        let work = Work()
        let table = [job(.orphans, every: 600, .oneServer, work)]
        let (here, there) = (Jobs(table, of: first), Jobs(table, of: second))
        for _ in 0..<20 {
            await finish(here.tick() + there.tick())
            app.clock.advance(600)
        }
        #expect(work.runs == 20)
        #expect(here.reports().map(\.isOverdue) == [false] && there.reports().map(\.isOverdue) == [false])
    }

    @Test func anotherTakesOverFromOneThatHangs() async throws {
        guard app.database != nil else { return }
        let (first, second) = try app.servers()
        let (stuck, well) = (Work(), Work())
        stuck.hangs.withLock { $0 = true }
        let here = Jobs([job(.orphans, every: 600, .oneServer, stuck)], of: first)
        let there = Jobs([job(.orphans, every: 600, .oneServer, well)], of: second)
        let begun = here.tick()
        try await eventually { stuck.runs > 0 }
        await finish(there.tick())
        #expect(well.runs == 0, "somebody is at it")
        app.clock.advance(61)
        await finish(there.tick())
        #expect(well.runs == 1)
        let success = try await second.database.read(JobRow.fetchAll).first?.lastSuccess
        app.clock.advance(30)
        try await stuck.letGo()
        await finish(begun)
        // What came back late changes nothing of what the other one noted.
        #expect(try await second.database.read(JobRow.fetchAll).first?.lastSuccess == success)
    }
}
