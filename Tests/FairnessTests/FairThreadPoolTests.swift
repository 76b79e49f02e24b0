import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Fairness

@Suite("Threads that are shared in turn", .timeLimit(.minutes(5)))
struct FairThreadPoolTests {
    private static let ada = Requester(account: "ada", network: "a")
    private static let ben = Requester(account: "ben", network: "b")

    /// Something that keeps its thread, whatever anybody wishes, until it is let go.
    private final class Held: Sendable {
        private let begun = DispatchSemaphore(value: 0)
        private let gate = DispatchSemaphore(value: 0)

        func hold() {
            begun.signal()
            gate.wait()
        }
        func letGo() { gate.signal() }
        func isBegun() async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    self.begun.wait()
                    continuation.resume()
                }
            }
        }
    }

    @Test func oneAccountsWorkKeepsNobodyElseWaiting() async throws {
        let threads = FairThreadPool(FairnessLimits(room: 2, ofAccount: 1))
        let held = [Held(), Held()]
        // One after the other: whichever came first would hold Ada's only place.
        let first = Task { try await threads.run(for: Self.ada) { held[0].hold() } }
        await held[0].isBegun()
        let second = Task { try await threads.run(for: Self.ada) { held[1].hold() } }
        try await eventually { threads.waiting == 1 }
        // As often as there are cores and more.
        for number in 0..<100 { #expect(try await threads.run(for: Self.ben) { number } == number) }
        for held in held { held.letGo() }
        for task in [first, second] { try await task.value }
    }

    @Test func runsElsewhereThanWhoAsks() async throws {
        let threads = FairThreadPool(FairnessLimits(room: 1), stepsBack: true)
        let names = try await threads.run(for: Self.ada) {
            let before = Self.priority
            await Task.yield()
            return [before, Self.priority]
        }
        #expect(names == [5, 5] && Self.priority == 0)
    }

    @Test func whatIsCancelledKnowsIt() async throws {
        let threads = FairThreadPool(FairnessLimits(room: 1))
        let held = Held()
        let task = Task {
            try await threads.run(for: Self.ada) {
                held.hold()
                try Task.checkCancellation()
            }
        }
        await held.isBegun()
        task.cancel()
        held.letGo()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private actor Shared {
        private let queue = ActorExecutor("test")
        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
        private(set) var calls = 0
        func call() async { calls += 1 }
    }

    @Test func anActorOfEverybodysDoesntWaitForOneAccountsThreads() async throws {
        let threads = FairThreadPool(FairnessLimits(room: 2, ofAccount: 1))
        let (shared, held, last) = (Shared(), Held(), Held())
        let first = Task {
            try await threads.run(for: Self.ada) {
                // Until what holds all of Ada's threads is next.
                held.hold()
                await shared.call()
            }
        }
        await held.isBegun()
        let second = Task { try await threads.run(for: Self.ada) { last.hold() } }
        try await eventually { threads.waiting > 0 }
        held.letGo()
        await last.isBegun()
        // Ada's own call gets through too, and comes back when her thread is free.
        for _ in 0..<100 { try await threads.run(for: Self.ben) { await shared.call() } }
        #expect(await shared.calls >= 100)
        last.letGo()
        try await first.value
        try await second.value
    }

    private static var priority: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
}
