import Synchronization
import VaultStorage

#if canImport(Glibc)
    import Glibc
#endif

/// Whether the data folder takes what is written: asked by a small file that goes again at once.
///
/// At most every few seconds, and nobody waits for the disk itself; who asks meanwhile gets the same answer.
final class StorageProbe: Sendable {
    /// About what a change of one account takes: where this finds no room, hardly anything does.
    static let bytes = 262_144
    private static let pause = Duration.seconds(5)

    private struct Asking {
        let begun = ContinuousClock.now
        let answer: Task<VaultError?, Never>
        var isOver = false
    }

    private let directories: [String]
    private let files: any FileSystem
    private let place: Place?
    private let asking = Mutex<Asking?>(nil)

    /// - Parameter directories: what is written to, the data folder first.
    init(_ directories: [String], files: any FileSystem) {
        (self.directories, self.files) = (directories, files)
        place = directories.first.flatMap(Place.init)
    }

    /// Why nothing can be written now; nil when it can.
    func fault() async -> VaultError? {
        let answer = asking.withLock { asking in
            if let asking, !asking.isOver || asking.begun.duration(to: .now) < Self.pause { return asking.answer }
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
        guard directories.first.flatMap(Place.init) == place else {
            throw FileError("use the data folder", ESTALE)
        }
        for directory in directories {
            // One that a killed process leaves is the next one's.
            let path = "\(directory)/.probe.new"
            let file = try files.create(path)
            defer { try? files.remove(path) }
            try files.fill(file, with: [UInt8](repeating: 0, count: Self.bytes)) { _ in }
        }
    }

    /// Which folder of which disk lies at a path.
    private struct Place: Equatable {
        let disk: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (disk, number) = (status.st_dev, status.st_ino)
        }
    }
}
