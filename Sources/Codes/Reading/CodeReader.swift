/// Reads the QR and Aztec codes of pictures and PDFs.
///
/// A stranger's bytes are never parsed in this process: each file goes to a process of its own, which may do nothing
/// but compute, within bounds of memory and time. Whatever becomes of that process, this one goes on.
package struct CodeReader: Sendable {
    /// The largest file that is looked at, in bytes.
    package static let mostBytes = 20_000_000

    private let programs: ReaderPrograms
    private let limits: Limits
    private let queue: ReadingQueue
    /// How much may be read at once, and how long.
    package struct Limits: Sendable {
        /// Files read at the same time.
        package var atOnce = 2
        /// Files that may wait for their turn; further ones are refused as busy.
        package var waiting = 16
        /// Wall-clock time for one file, once it is its turn.
        package var time = Duration.seconds(20)

        package init() {}
    }

    /// - Parameter folder: where the reader programs are; by default, beside the program that runs.
    package init(folder: String = ReaderPrograms.folderOfThisProgram, limits: Limits = Limits()) {
        programs = ReaderPrograms(folder: folder)
        self.limits = limits
        queue = ReadingQueue(atOnce: limits.atOnce, waiting: limits.waiting)
    }

    /// Reads one file: the texts of its codes, or why there are none.
    package func read(_ bytes: [UInt8]) async -> ReadResult {
        let result = await readOnTurn(bytes)
        ReadingTally.ofThisProcess.count(result)
        return result
    }

    private func readOnTurn(_ bytes: [UInt8]) async -> ReadResult {
        guard bytes.count <= Self.mostBytes else { return .refused(.tooManyBytes) }
        guard let kind = FileKind(bytes) else { return .refused(.unknownFormat) }
        guard await queue.enter() else { return .refused(.busy) }
        let result = await readInTime(bytes, kind)
        await queue.leave()
        return result
    }

    /// The first of the two to end cancels the other; a cancelled read kills its process.
    private func readInTime(_ bytes: [UInt8], _ kind: FileKind) async -> ReadResult {
        await withTaskGroup(of: ReadResult.self) { group in
            group.addTask { await programs.read(bytes, kind) }
            group.addTask {
                try? await Task.sleep(for: limits.time)
                return .refused(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .refused(.timedOut)
        }
    }
}
