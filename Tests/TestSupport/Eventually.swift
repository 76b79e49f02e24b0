/// What was waited for did not come.
package struct NeverCame: Error, CustomStringConvertible {
    package let description: String
}

/// Waits for something that comes by itself, longer than a busy machine takes for it; throws where it doesn't come.
///
/// It sleeps in between: whoever only yields takes a thread from what is waited for.
package func eventually(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line,
    _ isTrue: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(200)
    while try await !isTrue() {
        guard ContinuousClock.now < end else {
            throw NeverCame(description: "\(file):\(line): what was waited for did not come")
        }
        try await Task.sleep(for: .milliseconds(1))
    }
}
