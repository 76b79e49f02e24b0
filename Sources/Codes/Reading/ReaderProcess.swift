internal import Subprocess
internal import SystemPackage

/// One run of a reader program: nothing in its environment, no descriptors but its input and output.
struct ReaderProcess: Sendable {
    /// More than all codes of ten pages can hold; a reader that says more is broken.
    private static let mostOutput = 1 << 20

    private let path: String
    private let arguments: [String]

    init(_ path: String, _ arguments: String...) {
        self.path = path
        self.arguments = arguments
    }

    /// What the program reads in the bytes.
    ///
    /// - Parameter mostOutput: how much it may say; a program that says more is broken.
    func texts(of bytes: [UInt8], mostOutput: Int = mostOutput) async -> ReaderOutcome {
        guard let input = MemoryFile.holding(bytes) else { return ReaderOutcome(end: .notStarted, output: []) }
        return await texts(of: input, mostOutput: mostOutput)
    }

    /// What the program reads from the descriptor, which is closed.
    func texts(of input: FileDescriptor, mostOutput: Int = mostOutput) async -> ReaderOutcome {
        do {
            let run = try await run(input, .bytes(limit: mostOutput))
            return ReaderOutcome(end: ReaderEnd(run.terminationStatus), output: run.standardOutput)
        } catch {
            return ReaderOutcome(end: ReaderEnd(error), output: [])
        }
    }

    /// Has the program write to the descriptor, which is closed.
    func write(_ bytes: [UInt8], to output: FileDescriptor) async -> ReaderEnd {
        guard let input = MemoryFile.holding(bytes) else {
            try? output.close()
            return .notStarted
        }
        do {
            let run = try await run(input, .fileDescriptor(output, closeAfterSpawningProcess: true))
            return ReaderEnd(run.terminationStatus)
        } catch {
            return ReaderEnd(error)
        }
    }

    private func run<Output: OutputProtocol>(
        _ input: FileDescriptor, _ output: Output
    ) async throws -> ExecutionResult<Void, Output, DiscardedOutput> {
        try await Subprocess.run(
            .path(FilePath(path)), arguments: Arguments(arguments),
            environment: .custom([:] as [Environment.Key: String]),
            input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: output, error: .discarded)
    }
}
