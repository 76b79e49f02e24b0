internal import CLinux
internal import SystemPackage

/// A file that exists only in memory, has no name, and is read from its start.
///
/// A process reads its input from one, instead of from a pipe that we would have to feed: it may end whenever it
/// likes, and no write of ours fails or waits for it.
enum MemoryFile {
    /// The descriptor is the caller's to close, and not inherited by other processes.
    static func holding(_ bytes: [UInt8]) -> FileDescriptor? {
        let number = linux_memory_file()
        guard number >= 0 else { return nil }
        let file = FileDescriptor(rawValue: number)
        do {
            try file.writeAll(bytes)
            try file.seek(offset: 0, from: .start)
            return file
        } catch {
            try? file.close()
            return nil
        }
    }
}
