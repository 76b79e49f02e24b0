package import Foundation
package import HealthCertificate
import Synchronization

/// The signers that are trusted now, and what else was imported.
///
/// What `vaccinapp trust import` stores is taken up without a restart.
package final class TrustSource: Sendable {
    /// What was imported, and how often something else took its place before.
    package struct Use: Sendable {
        package let content: TrustContent
        package let number: Int

        package var store: TrustStore { content.store }
    }

    private struct State: Sendable {
        var use: Use
        var stamp: [Date]
        var lookedAt: ContinuousClock.Instant
    }

    /// How often the folder is looked at, however the clock is set.
    private static let interval = Duration.seconds(10)

    private let load: @Sendable () throws -> TrustContent
    private let stamp: @Sendable () -> [Date]
    private let state: Mutex<State>

    /// - Parameters:
    ///   - load: Reads the imported lists.
    ///   - stamp: When they last changed; the lists are read again when it differs.
    package init(load: @escaping @Sendable () throws -> TrustContent, stamp: @escaping @Sendable () -> [Date]) throws {
        self.load = load
        self.stamp = stamp
        let use = Use(content: try load(), number: 0)
        self.state = Mutex(State(use: use, stamp: stamp(), lookedAt: ContinuousClock.now))
    }

    /// - Throws: where the imported lists can't be read now, so that older ones are in use.
    package func requireReadable() throws { _ = try load() }

    /// The trusted signers.
    package var current: TrustStore { inUse.store }

    /// Everything that was imported.
    package var content: TrustContent { inUse.content }

    /// The trusted signers as they were found a moment ago; nil when it is time to look again, which can take long.
    package var lately: Use? {
        state.withLock { $0.lookedAt.duration(to: .now) < Self.interval ? $0.use : nil }
    }

    /// The trusted signers, and which they are.
    ///
    /// A list that can't be read leaves the old ones in place.
    package var inUse: Use {
        state.withLock { state in
            let now = ContinuousClock.now
            guard state.lookedAt.duration(to: now) >= Self.interval else { return state.use }
            state.lookedAt = now
            let stamp = stamp()
            if stamp != state.stamp, let content = try? load() {
                state.use = Use(content: content, number: state.use.number + 1)
                state.stamp = stamp
            }
            return state.use
        }
    }
}
