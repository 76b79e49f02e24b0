import Foundation
import Synchronization

@testable import Vault
@testable import VaultStorage

/// The machine's files, or other ones, where the k-th call of an operation can be made to fail.
final class FaultyFileSystem: FileSystem {
    struct Fault: Sendable {
        let operation: String
        let number: Int32
        /// Which call fails, from 0; and whether all later ones do too.
        var countdown: Int
        var lasts = false
        /// Writes half of the bytes before failing.
        var tears = false
    }

    private let real: any FileSystem
    private let faults = Mutex<[Fault]>([])
    private let calls = Mutex<[String]>([])
    private let synced = Mutex<[String]>([])
    private let moments = Mutex<[String: @Sendable () -> Void]>([:])

    /// Runs before each call, of that operation and number: what there is then is what a process leaves that is killed.
    private let before: @Sendable (String, Int) -> Void

    init(over real: any FileSystem = PosixFileSystem(), before: @escaping @Sendable (String, Int) -> Void = { _, _ in })
    {
        (self.real, self.before) = (real, before)
    }

    func fail(_ operation: String, with number: Int32, at countdown: Int = 0, lasts: Bool = false, tears: Bool = false)
    {
        faults.withLock {
            $0.append(Fault(operation: operation, number: number, countdown: countdown, lasts: lasts, tears: tears))
        }
    }

    /// Runs something just before the next call of an operation.
    func whenNext(_ operation: String, _ body: @escaping @Sendable () -> Void) {
        moments.withLock { $0[operation] = body }
    }

    func heal() { faults.withLock { $0 = [] } }

    /// The operations since the last time this was asked.
    func takeCalls() -> [String] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    /// The directories that were made durable since the last time this was asked.
    func takeSyncedDirectories() -> [String] {
        synced.withLock { synced in
            defer { synced = [] }
            return synced.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        }
    }

    private func step(_ operation: String) throws(VaultError) -> Bool {
        let call = calls.withLock { calls in
            calls.append(operation)
            return calls.count
        }
        before(operation, call)
        moments.withLock { $0.removeValue(forKey: operation) }?()
        let (number, tears) = faults.withLock { faults -> (Int32?, Bool) in
            guard let index = faults.firstIndex(where: { $0.operation == operation }) else { return (nil, false) }
            let fault = faults[index]
            guard fault.countdown == 0 else {
                faults[index].countdown -= 1
                return (nil, false)
            }
            if !fault.lasts { faults.remove(at: index) }
            return (fault.number, fault.tears)
        }
        if let number, !tears { throw VaultError(of: operation, number) }
        return tears
    }

    func read(_ path: String, limit: Int) throws(VaultError) -> [UInt8]? {
        _ = try step("read")
        return try real.read(path, limit: limit)
    }

    func head(_ path: String, count: Int) throws(VaultError) -> [UInt8]? {
        _ = try step("head")
        return try real.head(path, count: count)
    }

    func overwrite(_ path: String, length: Int, beginning head: [UInt8]) throws(VaultError) -> Int32? {
        _ = try step("overwrite")
        return try real.overwrite(path, length: length, beginning: head)
    }

    func create(_ path: String) throws(VaultError) -> Int32 {
        _ = try step("create")
        return try real.create(path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(VaultError) {
        if try step("write") {
            try real.write(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), to: file)
            throw VaultError(of: "write", ENOSPC)
        }
        try real.write(bytes, to: file)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) throws(VaultError) {
        if try step("write") {
            let half = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)])
            try real.write(half, to: file, at: offset)
            throw VaultError(of: "write", ENOSPC)
        }
        try real.write(bytes, to: file, at: offset)
    }

    func sync(_ file: Int32) throws(VaultError) {
        _ = try step("sync")
        try real.sync(file)
    }

    func syncData(_ file: Int32) throws(VaultError) {
        _ = try step("syncData")
        try real.syncData(file)
    }

    func close(_ file: Int32) throws(VaultError) {
        // As in Linux, a failed close has closed the file.
        let failed = Result { () throws(VaultError) in try step("close") }
        try real.close(file)
        _ = try failed.get()
    }

    func rename(_ source: String, to target: String) throws(VaultError) {
        _ = try step("rename")
        try real.rename(source, to: target)
    }

    func syncDirectory(_ path: String) throws(VaultError) {
        _ = try step("syncDirectory")
        synced.withLock { $0.append(path) }
        try real.syncDirectory(path)
    }

    func remove(_ path: String) throws(VaultError) {
        _ = try step("remove")
        try real.remove(path)
    }

    func list(_ directory: String) throws(VaultError) -> [String] {
        _ = try step("list")
        return try real.list(directory)
    }

    func makeDirectory(_ path: String) throws(VaultError) {
        _ = try step("makeDirectory")
        try real.makeDirectory(path)
    }
}
