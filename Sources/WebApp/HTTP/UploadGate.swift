internal import Synchronization

/// Bounds what uploads hold in memory: all of them together in bytes, an account's in number.
///
/// Bytes count as they come, so that a slow upload holds no room that it doesn't use yet.
final class UploadGate: Sendable {
    private struct State {
        var bytes = 0
        var uploads: [String: Int] = [:]
    }

    private let mostBytes: Int
    private let mostOfAccount: Int
    private let state = Mutex(State())

    init(mostBytes: Int = 256 * 1024 * 1024, mostOfAccount: Int = 2) {
        self.mostBytes = mostBytes
        self.mostOfAccount = mostOfAccount
    }

    /// What one upload holds so far.
    final class Allowance: Sendable {
        private let gate: UploadGate
        private let taken = Mutex(0)

        fileprivate init(_ gate: UploadGate) { self.gate = gate }

        fileprivate var bytes: Int { self.taken.withLock { $0 } }

        /// Counts bytes that are about to be held; throws where all uploads together hold too many.
        func take(_ bytes: Int) throws(HTTPProblem) {
            try self.gate.take(bytes)
            self.taken.withLock { $0 += bytes }
        }
    }

    /// Runs one upload of an account, from its first byte until what it held is let go.
    ///
    /// Throws `HTTPProblem` where the account has too many running already.
    func run<Value: Sendable>(
        for account: String, _ body: (Allowance) async throws -> Value
    ) async throws -> Value {
        try self.enter(account)
        let allowance = Allowance(self)
        defer { self.leave(account, bytes: allowance.bytes) }
        return try await body(allowance)
    }

    /// What an account holds until it is let go of.
    final class Hold: Sendable {
        private let gate: UploadGate
        private let account: String
        private let bytes: Int

        fileprivate init(_ gate: UploadGate, _ account: String, _ bytes: Int) {
            (self.gate, self.account, self.bytes) = (gate, account, bytes)
        }

        deinit { self.gate.leave(self.account, bytes: self.bytes) }
    }

    /// Counts bytes for as long as the answer lives.
    ///
    /// Throws `HTTPProblem` where the account, or all accounts together, hold too much already.
    func hold(_ bytes: Int, for account: String) throws(HTTPProblem) -> Hold {
        try self.enter(account)
        do throws(HTTPProblem) {
            try self.take(bytes)
        } catch {
            self.leave(account, bytes: 0)
            throw error
        }
        return Hold(self, account, bytes)
    }

    /// What all uploads hold now.
    var bytes: Int { self.state.withLock { $0.bytes } }

    private func enter(_ account: String) throws(HTTPProblem) {
        let isAdmitted = self.state.withLock { state in
            guard state.uploads[account, default: 0] < self.mostOfAccount else { return false }
            state.uploads[account, default: 0] += 1
            return true
        }
        guard isAdmitted else { throw .tooManyRequests(retryAfter: .seconds(10)) }
    }

    private func leave(_ account: String, bytes: Int) {
        self.state.withLock { state in
            state.bytes -= bytes
            let left = state.uploads[account, default: 1] - 1
            state.uploads[account] = left > 0 ? left : nil
        }
    }

    private func take(_ bytes: Int) throws(HTTPProblem) {
        let isThere = self.state.withLock { state in
            guard state.bytes + bytes <= self.mostBytes else { return false }
            state.bytes += bytes
            return true
        }
        guard isThere else { throw .busy(retryAfter: .seconds(10)) }
    }
}
