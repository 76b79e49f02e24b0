import HTTPTypes
import Synchronization
import Testing

@testable import Web
@testable import WebApp

@Suite("The time that a request may take", .timeLimit(.minutes(5)))
struct TimeLimitTests {
    /// Something that goes on until it is let go, whatever anybody wishes.
    private final class Stubborn: Sendable {
        private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
        private let end = Mutex(false)
        var wasCancelled: Bool { end.withLock { $0 } }

        func work() async {
            await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
            end.withLock { $0 = Task.isCancelled }
        }
        func letGo() { waiting.withLock { $0.take() }?.resume() }
    }

    @Test func endsWhenItIsOverAlsoWhereTheWorkTakesNoNotice() async throws {
        let stubborn = Stubborn()
        await #expect(throws: HTTPProblem.timeout) {
            try await withTimeLimit(.milliseconds(1)) { await stubborn.work() }
        }
        stubborn.letGo()
    }

    @Test func tellsTheWorkThatItIsOver() async throws {
        let (told, tell) = AsyncStream.makeStream(of: Bool.self)
        await #expect(throws: HTTPProblem.timeout) {
            try await withTimeLimit(.milliseconds(1)) {
                while !Task.isCancelled { await Task.yield() }
                tell.yield(true)
            }
        }
        #expect(await told.first { $0 } == true)
    }

    @Test func endsWithWhoWaits() async throws {
        let stubborn = Stubborn()
        let waiting = Task { try await withTimeLimit(.seconds(3_600)) { await stubborn.work() } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        stubborn.letGo()
    }

    @Test func endsOnceNobodyWantsItAnyMore() async throws {
        let stubborn = Stubborn()
        let isWanted = Mutex(true)
        await #expect(throws: HTTPProblem.timeout) {
            try await withTimeLimit(.seconds(3_600), while: { isWanted.withLock { $0 } }) {
                isWanted.withLock { $0 = false }
                await stubborn.work()
            }
        }
        stubborn.letGo()
    }

    @Test func givesWhatTheWorkGives() async throws {
        #expect(try await withTimeLimit(.seconds(3_600)) { 7 } == 7)
        await #expect(throws: HTTPProblem.notFound) {
            try await withTimeLimit(.seconds(3_600)) { throw HTTPProblem.notFound }
        }
    }
}
