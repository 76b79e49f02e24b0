import Foundation

extension ArraySlice<UInt8> {
    /// The index of the first line feed.
    var firstNewline: Int? {
        withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, let hit = memchr(base, 0x0A, bytes.count) else { return nil }
            return UnsafeRawPointer(hit) - base
        }.map { startIndex + $0 }
    }
}
