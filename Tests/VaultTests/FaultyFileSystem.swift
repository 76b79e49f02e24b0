import Foundation
import Synchronization

@testable import Vault

/// The machine's files, where the k-th call of an operation can be made to fail.
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

    private let real = PosixFileSystem()
    private let fault = Mutex<Fault?>(nil)
    private let calls = Mutex<[String]>([])

    func fail(_ operation: String, with number: Int32, at countdown: Int = 0, lasts: Bool = false, tears: Bool = false)
    {
        fault.withLock {
            $0 = Fault(operation: operation, number: number, countdown: countdown, lasts: lasts, tears: tears)
        }
    }

    func heal() { fault.withLock { $0 = nil } }

    /// The operations since the last time this was asked.
    func takeCalls() -> [String] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    private func step(_ operation: String) throws(FileError) -> Bool {
        calls.withLock { $0.append(operation) }
        let (number, tears) = fault.withLock { fault -> (Int32?, Bool) in
            guard let current = fault, current.operation == operation else { return (nil, false) }
            guard current.countdown == 0 else {
                fault?.countdown -= 1
                return (nil, false)
            }
            if !current.lasts { fault = nil }
            return (current.number, current.tears)
        }
        if let number, !tears { throw FileError(operation, number) }
        return tears
    }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        _ = try step("read")
        return try real.read(path, limit: limit)
    }

    func create(_ path: String) throws(FileError) -> Int32 {
        _ = try step("create")
        return try real.create(path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileError) {
        if try step("write") {
            try real.write(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), to: file)
            throw FileError("write", ENOSPC)
        }
        try real.write(bytes, to: file)
    }

    func sync(_ file: Int32) throws(FileError) {
        _ = try step("sync")
        try real.sync(file)
    }

    func close(_ file: Int32) throws(FileError) {
        // As in Linux, a failed close has closed the file.
        let failed = Result { () throws(FileError) in try step("close") }
        try real.close(file)
        _ = try failed.get()
    }

    func rename(_ source: String, to target: String) throws(FileError) {
        _ = try step("rename")
        try real.rename(source, to: target)
    }

    func syncDirectory(_ path: String) throws(FileError) {
        _ = try step("syncDirectory")
        try real.syncDirectory(path)
    }

    func remove(_ path: String) throws(FileError) {
        _ = try step("remove")
        try real.remove(path)
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        _ = try step("list")
        return try real.list(directory)
    }

    func makeDirectory(_ path: String) throws(FileError) {
        _ = try step("makeDirectory")
        try real.makeDirectory(path)
    }
}
