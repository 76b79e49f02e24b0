import Vault

/// What the disk alone takes: a file is written over and waited for, as a commit does it.
struct BareDisk {
    let path: String
    private let files = PosixFileSystem()

    init(path: String) { self.path = path }

    func write(_ count: Int) throws -> Duration {
        let bytes = [UInt8](repeating: .random(in: 0...255), count: count)
        if try files.head(path, count: 1) == nil {
            let file = try files.create(path)
            try write(bytes, to: file)
        }
        guard let file = try files.overwrite(path, length: count) else { return .zero }
        let start = ContinuousClock.now
        try write(bytes, to: file)
        return start.duration(to: .now)
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws {
        try bytes.withUnsafeBytes { buffer in try files.write(buffer, to: file) }
        try files.syncData(file)
        try files.close(file)
    }
}
