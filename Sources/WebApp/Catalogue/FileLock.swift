import Foundation

/// One process at a time: an advisory lock on a file, which ends with the process that holds it.
enum FileLock {
    /// Runs while the lock is held; waits for it, since what it guards takes milliseconds.
    static func holding<Value>(_ url: URL, _ body: () throws -> Value) throws -> Value {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
        }
        defer { close(descriptor) }
        var result = flock(descriptor, LOCK_EX)
        while result != 0 && errno == EINTR { result = flock(descriptor, LOCK_EX) }
        guard result == 0 else { throw CocoaError(.fileLocking, userInfo: [NSFilePathErrorKey: url.path]) }
        return try body()
    }
}
