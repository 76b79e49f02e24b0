package import Foundation

/// The files of a folder that the server and commands share: read within bounds, replaced as a whole.
package struct FolderStore: Sendable {
    /// JSON as people read it.
    package static let readable: JSONEncoder.OutputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]

    let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    package func url(_ name: String) -> URL { folder.appending(path: name) }

    /// The names that end so, sorted, without those that begin with a dot; none where there is no folder.
    package func names(_ suffix: String = "") throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names.filter { !$0.hasPrefix(".") && $0.hasSuffix(suffix) }.sorted()
    }

    /// When a file was last written; nil where there is none.
    package func date(_ name: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url(name).path)
        return attributes?[.modificationDate] as? Date
    }

    /// A file's bytes, no more than so many; nil where there is no file.
    func bytes(_ name: String, most: Int = 64 << 20) throws -> Data? {
        guard FileManager.default.fileExists(atPath: url(name).path) else { return nil }
        let handle = try FileHandle(forReadingFrom: url(name))
        defer { try? handle.close() }
        return try handle.read(upToCount: most) ?? Data()
    }

    /// What a file of JSON holds; nil where there is no file.
    package func value<Value: Decodable>(
        _ name: String, of type: Value.Type = Value.self, most: Int = 64 << 20
    ) throws -> Value? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try bytes(name, most: most).map { try decoder.decode(type, from: $0) }
    }

    /// Writes a file and the folders that it needs.
    package func write(_ data: Data, to name: String, permissions: mode_t = 0o644) throws {
        try FileManager.default.createDirectory(
            at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try AtomicFile.write(data, to: url(name), permissions: permissions)
    }

    /// Writes a value as JSON.
    package func keep(
        _ value: some Encodable, as name: String, _ format: JSONEncoder.OutputFormatting = [],
        permissions: mode_t = 0o644
    ) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = format
        try write(encoder.encode(value), to: name, permissions: permissions)
    }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }

    /// Runs while no other process does, by an advisory lock on a file, which ends with the process that holds it.
    ///
    /// It waits for the lock, since what that guards takes milliseconds.
    func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lock = url("lock").path
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: lock]) }
        defer { close(descriptor) }
        var result = flock(descriptor, LOCK_EX)
        while result != 0 && errno == EINTR { result = flock(descriptor, LOCK_EX) }
        guard result == 0 else { throw CocoaError(.fileLocking, userInfo: [NSFilePathErrorKey: lock]) }
        return try body()
    }
}
