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
