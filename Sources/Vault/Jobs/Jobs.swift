import Foundation
import Secrets
import Synchronization
import VaultStorage

/// Does what is due of the table of jobs, and knows what came of each.
package final class Jobs: Sendable {
    private struct State {
        var lastRun: Date?
        var lastSuccess: Date?
        var outcome: JobResult?
        var reason: String?
        /// Seconds that had passed when it began.
        var began: TimeInterval?
    }

    private let table: [Job]
    private let database: any AccountsDatabase
    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let clock: ClockWatch
    /// Who this server is among those that share the database.
    private let holder: [UInt8]
    private let begun: Date
    private let states = Mutex<[Job.Name: State]>([:])

    /// - Parameter table: the accounts' own jobs (`Accounts.jobTable`) and others.
    package init(_ table: [Job], of accounts: Accounts) {
        self.table = table.map { $0.times(accounts.configuration.pace) }
        database = accounts.database
        (now, uptime) = (accounts.configuration.now, accounts.configuration.uptime)
        clock = ClockWatch(now: now, uptime: uptime)
        holder = accounts.configuration.random.bytes(16)
        begun = now()
    }

    /// Reads what came of jobs before this server started; without it they are all due.
    package func start() async {
        guard let rows = try? await database.read(JobRow.fetchAll) else { return }
        states.withLock { states in
            for row in rows {
                guard let name = Job.Name(rawValue: row.name) else { continue }
                states[name] = State(lastRun: row.lastRun, lastSuccess: row.lastSuccess, outcome: row.outcome)
            }
        }
        if let last = rows.compactMap(\.lastRun).max() { clock.compare(with: last) }
    }

    /// Begins every job that is due, each in a task of its own: one that hangs keeps no other from its turn.
    ///
    /// Call every few seconds.
    ///
    /// - Returns: What was begun.
    @discardableResult
    package func tick() -> [Task<Void, Never>] {
        let isClockRight = clock.look()
        return table.filter { begin($0, isClockRight: isClockRight) }.map { job in Task { await perform(job) } }
    }

    /// The whole table, as it is now.
    package func reports() -> [JobReport] {
        let (now, states) = (now(), states.withLock { $0 })
        return table.map { report($0, states[$0.name] ?? State(), at: now) }
    }

    private func report(_ job: Job, _ state: State, at now: Date) -> JobReport {
        let lastSuccess = state.lastSuccess
        let isOutside = if case .outside = job.place { true } else { false }
        let since = isOutside ? lastSuccess : lastSuccess ?? begun
        let last = isOutside ? lastSuccess : state.lastRun
        let next = last?.addingTimeInterval(job.period) ?? (isOutside ? nil : now)
        return JobReport(
            name: job.name, period: job.period, isOutside: isOutside, lastRun: last, lastSuccess: lastSuccess,
            outcome: isOutside ? lastSuccess.map { _ in .done } : state.outcome, reason: state.reason,
            isRunning: state.began != nil,
            next: next, isOverdue: since.map { now.timeIntervalSince($0) > 2 * job.period + 60 } ?? false)
    }

    /// Whether it is to be done now; notes that it began.
    private func begin(_ job: Job, isClockRight: Bool) -> Bool {
        let isOutside = if case .outside = job.place { true } else { false }
        return states.withLock { states in
            var state = states[job.name] ?? State()
            defer { states[job.name] = state }
            if let began = state.began {
                if uptime() - began > job.longest { state.outcome = .overran }
                return false
            }
            guard isOutside || job.isDue(after: state.lastRun, at: now()) else { return false }
            guard isClockRight || !job.forgets else {
                state.outcome = .waits
                state.reason = "the clock leapt, or the server was off for long: it is believed a day later"
                return false
            }
            state.began = uptime()
            return true
        }
    }

    private func perform(_ job: Job) async {
        if case .outside(let look) = job.place {
            let last = await look()
            return states.withLock { $0[job.name] = State(lastRun: last, lastSuccess: last) }
        }
        do {
            if case .oneServer = job.place {
                let (time, holder) = (now(), holder)
                let (before, isOurs) = try await database.write { try JobRow.claim($0, job, by: holder, at: time) }
                guard isOurs else { return adopt(before, of: job) }
            }
            try await job.run()
            await end(job, .done)
        } catch {
            await end(job, .failed, because: (error as? VaultError)?.description ?? String("\(error)".prefix(300)))
        }
    }

    /// Takes over what another server has done.
    private func adopt(_ row: JobRow?, of job: Job) {
        states.withLock { states in
            states[job.name] = State(lastRun: row?.lastRun, lastSuccess: row?.lastSuccess, outcome: row?.outcome)
        }
    }

    private func end(_ job: Job, _ outcome: JobResult, because reason: String? = nil) async {
        let time = now()
        states.withLock { states in
            let before = states[job.name]
            states[job.name] = State(
                lastRun: time, lastSuccess: outcome == .done ? time : before?.lastSuccess, outcome: outcome,
                reason: reason)
        }
        guard case .oneServer = job.place else { return }
        try? await database.write { [holder] in try JobRow.finish($0, job, outcome, by: holder, at: time) }
    }
}
