/// Crockford's base32 (<https://www.crockford.com/base32.html>), most significant bit first, without check symbol.
package enum Crockford {
    private static let symbols = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Lower-case text, five bits a character; the last character is filled up with zero bits.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(symbols[Int(buffer >> UInt32(bits)) & 31])
            }
        }
        if bits > 0 {
            text.append(symbols[Int(buffer << UInt32(5 - bits)) & 31])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads exactly `count` bytes; forgives upper case, O for 0, I and L for 1.
    ///
    /// Nil for anything else.
    package static func decode(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        guard text.utf8.count == (count * 8 + 4) / 5 else { return nil }
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            buffer = (buffer << 5 | value) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        // Filled-up bits must be zero, so that each value has one spelling.
        guard bytes.count == count, buffer & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        let lower = character >= 65 && character <= 90 ? character + 32 : character
        switch lower {
        case UInt8(ascii: "o"): return 0
        case UInt8(ascii: "i"), UInt8(ascii: "l"): return 1
        default: return symbols.firstIndex(of: lower).map { UInt32($0) }
        }
    }
}
