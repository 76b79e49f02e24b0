import Foundation
import Glibc

/// Threads that tasks run on instead of Swift's own, of which there is one a core: networks and their accounts get
/// them in turn, and none gets more than its share.
///
/// A task stays the same task: it is cancelled with its request, and holds no thread while it waits.
package final class FairThreadPool: Sendable {
    private let crew: ThreadPool

    /// - Parameters:
    ///   - shares: `room` is the number of threads; nobody is refused.
    ///   - stepsBack: whether all other threads go first while all cores are busy.
    package init(_ shares: FairnessLimits, stepsBack: Bool = false) {
        crew = ThreadPool(shares, stepsBack: stepsBack)
    }

    deinit { crew.end() }

    /// Runs what doesn't block for long on Swift's threads on these ones.
    package func run<T: Sendable>(
        for who: Requester, _ body: () async throws -> T
    ) async throws -> T {
        let executor = Executor(crew: crew, who: who)
        defer { withExtendedLifetime(executor) {} }
        return try await withTaskExecutorPreference(executor) {
            // Nobody waits any more for what had to wait too long.
            try Task.checkCancellation()
            return try await body()
        }
    }

    /// How much waits for a thread.
    package var waiting: Int { crew.waiting }

    /// Runs what has no task, in turn.
    package func add(_ who: Requester, _ work: @escaping @Sendable () -> Void) { crew.add(who, work) }

    private final class Executor: TaskExecutor {
        private let crew: ThreadPool
        private let who: Requester

        init(crew: ThreadPool, who: Requester) { (self.crew, self.who) = (crew, who) }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            crew.add(who) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

/// The threads and what waits for them.
///
/// `@unchecked` because the mutable state is touched under `condition` alone.
private final class ThreadPool: @unchecked Sendable {
    /// Seconds that a thread waits for work before it ends.
    private static let patience: TimeInterval = 2

    private let shares: FairnessLimits
    private let stepsBack: Bool
    private let condition = NSCondition()
    private var line: FairQueue<@Sendable () -> Void>
    private var nextID: UInt64 = 0
    private var threads = 0
    private var idle = 0
    private var woken = 0
    private var isOver = false

    init(_ shares: FairnessLimits, stepsBack: Bool) {
        (self.shares, self.stepsBack) = (shares, stepsBack)
        line = FairQueue(shares)
    }

    var waiting: Int {
        condition.lock()
        defer { condition.unlock() }
        return line.waiting
    }

    func add(_ who: Requester, _ work: @escaping @Sendable () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        nextID += 1
        line.append(.init(item: work, id: nextID, who: who, units: 1, places: 1))
        if idle > 0 {
            (idle, woken) = (idle - 1, woken + 1)
            condition.signal()
        } else if threads < shares.room {
            threads += 1
            start()
        }
    }

    /// Lets the threads go once nothing waits for them.
    func end() {
        condition.lock()
        isOver = true
        condition.broadcast()
        condition.unlock()
    }

    private func start() {
        let thread = Thread {
            if self.stepsBack { Self.stepBack() }
            self.serve()
        }
        // As much as a program's first thread has: what is parsed here may be nested deep.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func serve() {
        condition.lock()
        while true {
            if let next = line.next() {
                condition.unlock()
                let begin = ContinuousClock.now
                next.item()
                let time = begin.duration(to: .now)
                condition.lock()
                line.leave(next.who, units: 1, after: time)
            } else if isOver {
                break
            } else {
                guard waits() else { break }
            }
        }
        threads -= 1
        condition.unlock()
    }

    /// Waits to be woken, while `condition` is held; false when nobody did for a while.
    ///
    /// What a thread has worked with goes with its stack.
    private func waits() -> Bool {
        idle += 1
        let end = Date(timeIntervalSinceNow: Self.patience)
        while woken == 0, !isOver, condition.wait(until: end) {}
        guard woken == 0 else {
            woken -= 1
            return true
        }
        idle -= 1
        return isOver
    }

    /// Gives this thread a third of the weight of others, which counts only while all cores are busy.
    private static func stepBack() {
        #if os(Linux)
            // Where it is forbidden, these threads are merely in the others' way.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        #endif
    }
}
