package import Foundation

/// The few file operations that blobs are kept with; a parameter, so that tests can fail each of them.
package protocol FileSystem: Sendable {
    /// The whole file, or nil when there is none; refuses more than `limit` bytes.
    func read(_ path: String, limit: Int) throws(VaultError) -> [UInt8]?
    /// The first bytes of a file, at most `count`; nil when there is none.
    func head(_ path: String, count: Int) throws(VaultError) -> [UInt8]?
    /// Opens an empty file for writing, mode 0600, in place of one that was left there.
    func create(_ path: String) throws(VaultError) -> Int32
    /// Opens a file for writing over what it holds; nil when there is none of exactly this length that begins so.
    func overwrite(_ path: String, length: Int, beginning head: [UInt8]) throws(VaultError) -> Int32?
    /// Writes where the last such write ended.
    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(VaultError)
    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) throws(VaultError)
    /// Makes a file durable.
    func sync(_ file: Int32) throws(VaultError)
    /// Makes what a file holds durable, where its length stayed.
    func syncData(_ file: Int32) throws(VaultError)
    func close(_ file: Int32) throws(VaultError)
    func rename(_ source: String, to target: String) throws(VaultError)
    func syncDirectory(_ path: String) throws(VaultError)
    /// A file that isn't there is no error.
    func remove(_ path: String) throws(VaultError)
    func list(_ directory: String) throws(VaultError) -> [String]
    /// Makes a directory, mode 0700; one that is there is no error.
    func makeDirectory(_ path: String) throws(VaultError)
}

extension FileManager {
    /// Whether a path leads to a folder.
    package func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

extension FileSystem {
    /// Writes all of it where the last such write ended.
    package func write(_ bytes: some ContiguousBytes, to file: Int32) throws(VaultError) {
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(VaultError) in try write(buffer, to: file) }
        }
        try outcome.get()
    }

    /// Makes a file that is written piece by piece, makes it durable, and closes it, also when that fails.
    package func write(_ path: String, _ body: (Int32) throws -> Void) throws {
        let file = try create(path)
        do {
            try body(file)
            try sync(file)
        } catch {
            try? close(file)
            throw error
        }
        try close(file)
    }

    /// Writes all of a file, makes it durable by `sync`, and closes it, also when that fails.
    package func fill(
        _ file: Int32, with bytes: [UInt8], sync: (Int32) throws(VaultError) -> Void
    ) throws(VaultError) {
        try fill(file, with: bytes, at: [0..<bytes.count], sync: sync)
    }

    /// Writes bytes to their places, one after the other, makes the file durable by `sync`, and closes it, also when that
    /// fails.
    package func fill(
        _ file: Int32, with bytes: [UInt8], at places: [Range<Int>], sync: (Int32) throws(VaultError) -> Void
    ) throws(VaultError) {
        do throws(VaultError) {
            try bytes.withUnsafeBufferPointer { bytes throws(VaultError) in
                var written = 0
                for place in places {
                    let part = UnsafeBufferPointer(rebasing: bytes[written..<written + place.count])
                    try write(UnsafeRawBufferPointer(part), to: file, at: place.lowerBound)
                    written += place.count
                }
            }
            try sync(file)
        } catch {
            try? close(file)
            throw error
        }
        try close(file)
    }
}
