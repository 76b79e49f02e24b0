import Vault

/// What the disk alone takes: a file is written over and waited for, as a commit does it.
struct BareDisk {
    let path: String
    private let files = PosixFileSystem()

    init(path: String) { self.path = path }

    /// Writes to places in a file of so many bytes.
    func write(_ count: Int, at places: [Range<Int>]) throws -> Duration {
        if try files.head(path, count: 1) == nil {
            try write([0..<count], to: files.create(path))
        }
        guard let file = try files.overwrite(path, length: count, beginning: []) else { return .zero }
        let start = ContinuousClock.now
        try write(places, to: file)
        return start.duration(to: .now)
    }

    private func write(_ places: [Range<Int>], to file: Int32) throws {
        let bytes = [UInt8](repeating: .random(in: 0...255), count: places.reduce(0) { $0 + $1.count })
        try files.fill(file, with: bytes, at: places) { file throws(FileError) in try files.syncData(file) }
    }
}
