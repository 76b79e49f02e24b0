import Foundation
import Glibc
import Synchronization
import Vault
import VaultStorage

/// Work that takes its time: on a terminal one line tells how far it is, and a signal ends it so that nothing half is left.
final class InterruptibleTask: Sendable {
    private struct State {
        var signal: Int32?
        var told = ContinuousClock.now - .seconds(1)
        var isShown = false
    }

    private let verb: String
    private let unit: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex(State())

    /// - Parameters:
    ///   - verb: what is done, such as 'Copying'.
    ///   - unit: what is counted.
    private init(_ verb: String, _ unit: String) { (self.verb, self.unit) = (verb, unit) }

    /// Runs `body` and reports its progress; SIGINT and SIGTERM make the next step throw, a second one ends the process.
    static func run<T>(
        _ verb: String, of unit: String = "accounts", _ body: (@escaping WorkProgress) throws -> T
    ) rethrows -> T {
        let work = InterruptibleTask(verb, unit)
        let sources = [SIGINT, SIGTERM].map(work.trap)
        defer {
            for source in sources { source.cancel() }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
            work.clear()
        }
        return try body { try work.step($0, $1) }
    }

    private func trap(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
        source.setEventHandler {
            self.state.withLock { $0.signal = number }
            signal(number, SIG_DFL)
        }
        source.resume()
        return source
    }

    private func step(_ done: Int, _ all: Int?) throws(VaultError) {
        let (number, isDue) = state.withLock { state -> (Int32?, Bool) in
            let isDue = isTerminal && ContinuousClock.now - state.told > .milliseconds(100)
            if isDue { (state.told, state.isShown) = (.now, true) }
            return (state.signal, isDue)
        }
        if let number {
            throw VaultError(.closed, "it was ended by \(number == SIGINT ? "Ctrl-C" : "a signal (SIGTERM)")")
        }
        if isDue { show("\(verb): \(done)\(all.map { " of \($0)" } ?? "") \(unit)") }
    }

    private func clear() { if state.withLock({ $0.isShown }) { show("") } }

    /// Writes over the line before.
    private func show(_ text: String) { StandardError.write(text: "\r\u{1B}[K\(text)") }
}
