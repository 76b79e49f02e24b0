import Synchronization
import VaultStorage

/// Whether the data folder takes what is written: asked by a small file that goes again at once.
///
/// At most every few seconds, and nobody waits for the disk itself; who asks meanwhile gets the same answer.
final class StorageProbe: Sendable {
    /// About what a change of one account takes: where this finds no room, hardly anything does.
    static let bytes = 262_144

    private struct Asking {
        let begun = ContinuousClock.now
        let answer: Task<VaultError?, Never>
        var isOver = false
    }

    private let directories: [String]
    private let files: any FileSystem
    private let pause: Duration
    private let asking = Mutex<Asking?>(nil)

    /// - Parameters:
    ///   - directories: what is written to.
    ///   - files: those of the data folder that is held.
    ///   - pause: how long an answer holds.
    init(_ directories: [String], files: any FileSystem, pause: Duration = .seconds(5)) {
        (self.directories, self.files, self.pause) = (directories, files, pause)
    }

    /// Why nothing can be written now; nil when it can.
    func fault() async -> VaultError? {
        let answer = asking.withLock { asking in
            if let asking, !asking.isOver || asking.begun.duration(to: .now) < pause { return asking.answer }
            let answer = Task { [self] in await ask() }
            asking = Asking(answer: answer)
            return answer
        }
        return await answer.value
    }

    private func ask() async -> VaultError? {
        defer { asking.withLock { $0?.isOver = true } }
        do {
            try await offPool { try self.write() }
            return nil
        } catch {
            return VaultError(wrapping: error)
        }
    }

    private func write() throws {
        for directory in directories {
            // One that a killed process leaves is the next one's.
            let path = Draft.name(of: "\(directory)/.probe")
            let file = try files.create(path)
            defer { try? files.remove(path) }
            try files.fill(file, with: [UInt8](repeating: 0, count: Self.bytes)) { _ in }
        }
    }
}
