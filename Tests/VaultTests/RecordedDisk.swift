import Synchronization

@testable import Vault
@testable import VaultStorage

/// A disk that remembers every step, so that the power can be cut afterwards at each of them.
final class RecordedDisk: FileSystem, CommitRecords {
    enum Step {
        case create(String, Int)
        /// Bytes, from a place in the file on.
        case write(Int, Int, [UInt8])
        case sync(Int)
        case rename(String, String)
        case syncDirectory
        case remove(String)
        case record(CommitRecord)
        case acknowledge(Int)
    }

    private struct Log {
        var steps: [Step] = []
        /// Files by name, and what they hold.
        var paths: [String: Int] = [:]
        var contents: [Int: [UInt8]] = [:]
        /// Open files: which, and where the next write goes.
        var open: [Int32: (file: Int, position: Int)] = [:]
        var next = 0
    }

    private let log = Mutex(Log())

    init(_ files: [String: [UInt8]] = [:]) {
        log.withLock { log in
            for (path, bytes) in files {
                log.next += 1
                log.paths[path] = log.next
                log.contents[log.next] = bytes
            }
        }
    }

    var steps: [Step] { log.withLock { $0.steps } }

    /// Exchanges a file behind everybody's back; nil removes it.
    func put(_ bytes: [UInt8]?, at path: String) {
        log.withLock { log in
            log.next += 1
            log.paths[path] = bytes == nil ? nil : log.next
            log.contents[log.next] = bytes
        }
    }

    func acknowledge(_ number: Int) { log.withLock { $0.steps.append(.acknowledge(number)) } }

    func record(_ lastCommit: CommitRecord, for account: AccountID) throws(VaultError) {
        log.withLock { $0.steps.append(.record(lastCommit)) }
    }

    func read(_ path: String, limit: Int) throws(VaultError) -> [UInt8]? {
        log.withLock { log in log.paths[path].flatMap { log.contents[$0] } }
    }

    func head(_ path: String, count: Int) throws(VaultError) -> [UInt8]? {
        try read(path, limit: .max).map { Array($0.prefix(count)) }
    }

    func overwrite(_ path: String, length: Int, beginning head: [UInt8]) throws(VaultError) -> Int32? {
        log.withLock { log in
            guard let file = log.paths[path], let content = log.contents[file], content.count == length,
                content.starts(with: head)
            else { return nil }
            log.next += 1
            log.open[Int32(log.next)] = (file, 0)
            return Int32(log.next)
        }
    }

    func create(_ path: String) throws(VaultError) -> Int32 {
        log.withLock { log in
            log.next += 1
            log.paths[path] = log.next
            log.contents[log.next] = []
            log.open[Int32(log.next)] = (log.next, 0)
            log.steps.append(.create(path, log.next))
            return Int32(log.next)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(VaultError) {
        let position = log.withLock { $0.open[file]?.position }
        guard let position else { return }
        try write(bytes, to: file, at: position)
        log.withLock { $0.open[file]?.position = position + bytes.count }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at position: Int) throws(VaultError) {
        let bytes = Array(bytes)
        log.withLock { log in
            guard let number = log.open[file]?.file else { return }
            // In pieces, so that the power can go between them.
            for start in stride(from: 0, to: bytes.count, by: 49_152) {
                let piece = Array(bytes[start..<min(start + 49_152, bytes.count)])
                log.contents[number]?.write(piece, at: position + start)
                log.steps.append(.write(number, position + start, piece))
            }
        }
    }

    func sync(_ file: Int32) throws(VaultError) {
        log.withLock { log in
            if let number = log.open[file]?.file { log.steps.append(.sync(number)) }
        }
    }

    func syncData(_ file: Int32) throws(VaultError) { try sync(file) }
    func close(_ file: Int32) throws(VaultError) { log.withLock { $0.open[file] = nil } }

    func rename(_ source: String, to target: String) throws(VaultError) {
        log.withLock { log in
            log.paths[target] = log.paths.removeValue(forKey: source)
            log.steps.append(.rename(source, target))
        }
    }

    func syncDirectory(_ path: String) throws(VaultError) { log.withLock { $0.steps.append(.syncDirectory) } }

    func remove(_ path: String) throws(VaultError) {
        log.withLock { log in
            guard log.paths.removeValue(forKey: path) != nil else { return }
            log.steps.append(.remove(path))
        }
    }

    func list(_ directory: String) throws(VaultError) -> [String] { [] }
    func makeDirectory(_ path: String) throws(VaultError) {}
}

extension [UInt8] {
    /// Writes over what is there from `position` on, and grows where it ends.
    mutating func write(_ bytes: [UInt8], at position: Int) {
        if count < position + bytes.count { self += [UInt8](repeating: 0, count: position + bytes.count - count) }
        replaceSubrange(position..<position + bytes.count, with: bytes)
    }
}
