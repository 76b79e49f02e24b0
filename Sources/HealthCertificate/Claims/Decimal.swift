extension Collection where Element == UInt8 {
    /// The value of one to nine ASCII digits, or `nil`.
    var decimal: Int? {
        guard (1...9).contains(count) else { return nil }
        var value = 0
        for byte in self {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
