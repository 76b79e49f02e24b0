import Foundation

/// Bytes in an array or in a part of one.
public protocol AgeBytes {
    /// All of them, without a copy.
    var slice: ArraySlice<UInt8> { get }
}

extension Array: AgeBytes where Element == UInt8 {
    /// All of the array.
    public var slice: ArraySlice<UInt8> { self[...] }
}

extension ArraySlice: AgeBytes where Element == UInt8 {
    /// The slice itself.
    public var slice: ArraySlice<UInt8> { self }
}

extension ArraySlice<UInt8> {
    /// The index of the first line feed.
    var firstNewline: Int? {
        withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, let hit = memchr(base, 0x0A, bytes.count) else { return nil }
            return UnsafeRawPointer(hit) - base
        }.map { startIndex + $0 }
    }
}
