internal import Synchronization

/// Runs `body`, and cancels it when it takes longer than `limit`, or when `isWanted` says no; then `HTTPProblem.timeout`
/// is thrown.
///
/// Returns when the time is over or the caller is cancelled, whether or not `body` takes notice.
///
/// - Parameter isWanted: is asked ten times a second.
package func withTimeLimit<Value: Sendable>(
    _ limit: Duration, while isWanted: (@Sendable () -> Bool)? = nil,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let race = FirstResult<Value>()
    let work = Task {
        do { race.end(.success(try await body())) } catch { race.end(.failure(error)) }
    }
    let deadline = Deadlines.shared.add(in: limit, while: isWanted) { race.end(.failure(HTTPProblem.timeout)) }
    defer {
        work.cancel()
        Deadlines.shared.remove(deadline)
    }
    return try await withTaskCancellationHandler {
        try await race.result
    } onCancel: {
        race.end(.failure(CancellationError()))
    }
}

/// The first of several results, for one who waits for it.
private final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case running
        case awaited(CheckedContinuation<Value, any Error>)
        case over(Result<Value, any Error>)
    }

    private let state = Mutex(State.running)

    var result: Value {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Value, any Error>? = state.withLock { state in
                    if case .over(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    /// Ends it; what comes later counts no more.
    func end(_ result: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .over: return nil
            case .running:
                state = .over(result)
                return nil
            case .awaited(let continuation):
                state = .over(result)
                return continuation
            }
        }
        continuation?.resume(with: result)
    }
}
