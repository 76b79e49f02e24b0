import ByteCoding
import Crypto
package import Foundation

/// A list of passwords that nobody may take, since they are known to have been stolen somewhere: a sorted file of the
/// first 8 bytes of their SHA-1, which is searched on the disk.
package struct BreachedPasswords: Sendable {
    /// In the data folder.
    package static let fileName = "passwords.list"
    /// The most that a list holds: 160 MB.
    package static let most = 20_000_000
    private static let magic = Array("vaccinapp passwords 1\n".utf8)
    private static let width = 8

    private let path: String

    package init(directory: String) { path = "\(directory)/\(Self.fileName)" }

    /// How many it holds; 0 where there is none, nil where it can't be read.
    package var count: Int? {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try? Self.searching(path) { $0.count }
    }

    /// Whether it holds the password; a list that can't be read holds none, so that it keeps nobody out.
    func contains(_ password: Password) -> Bool {
        let wanted = Self.number(password.bytes)
        return (try? Self.searching(path) { try $0.contains(wanted) }) ?? false
    }

    /// The file as it would be written of these numbers.
    package static func file(of numbers: [UInt64]) -> Data {
        var data = Data(magic)
        data.reserveCapacity(magic.count + numbers.count * width)
        var last: UInt64?
        for number in numbers.sorted() where number != last {
            data.append(contentsOf: number.bigEndianBytes)
            last = number
        }
        return data
    }

    /// What a line of a published list stands for: the SHA-1 of a password in 40 hexadecimal digits, with or without a
    /// count after a colon, or a password in plain; nil for one so short that no account could have it.
    package static func number(ofLine line: some Collection<UInt8>) -> UInt64? {
        let hash = line.prefix { $0 != UInt8(ascii: ":") }
        if hash.count == 40, let digest = Hex.decode(String(decoding: hash, as: UTF8.self)),
            let number = UInt64(bigEndianBytes: digest.prefix(8))
        {
            return number
        }
        let text = String(decoding: line, as: UTF8.self)
        guard text.count >= Password.minimum, let password = Password(text) else { return nil }
        return Self.number(password.bytes)
    }

    private static func number(_ password: [UInt8]) -> UInt64 {
        Insecure.SHA1.hash(data: password).prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func searching<T>(_ path: String, _ body: (SortedNumbers) throws -> T) throws -> T {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        guard try file.read(upToCount: magic.count).map(Array.init) == magic else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let bytes = try file.seekToEnd() - UInt64(magic.count)
        guard bytes % UInt64(width) == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return try body(SortedNumbers(file: file, start: UInt64(magic.count), count: Int(bytes) / width))
    }
}

/// Numbers of 8 bytes in a file, in order.
private struct SortedNumbers {
    let file: FileHandle
    let start: UInt64
    let count: Int

    func contains(_ wanted: UInt64) throws -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            let number = try self[middle]
            if number == wanted { return true }
            if number < wanted { low = middle + 1 } else { high = middle }
        }
        return false
    }

    private subscript(_ place: Int) -> UInt64 {
        get throws {
            try file.seek(toOffset: start + UInt64(place) * 8)
            guard let bytes = try file.read(upToCount: 8), bytes.count == 8 else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
