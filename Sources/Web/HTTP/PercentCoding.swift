/// Percent-encoding (RFC 3986, 2.1), strict: a `%` without two hex digits is an error, not a character.
enum PercentCoding {
    /// The bytes that `text` stands for; nil when an escape is broken.
    ///
    /// - Parameter plusIsSpace: whether `+` is a space, as in forms.
    static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case 0x25:
                guard let high = bytes.next().flatMap(Self.digit), let low = bytes.next().flatMap(Self.digit) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            case 0x2B where plusIsSpace:
                decoded.append(0x20)
            default:
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
