/// Base32, most significant bit first, without padding: five bits a character.
public struct Base32: Sendable {
    private let symbols: [UInt8]
    /// By character; 32 and more for what is none.
    private let values: [UInt8]

    /// Douglas Crockford's (<https://www.crockford.com/base32.html>), in lower case, without check symbol.
    ///
    /// Reading forgives upper case, O for 0, I and L for 1.
    public static let crockford = Base32("0123456789abcdefghjkmnpqrstvwxyz", alike: ["o": "0", "i": "1", "l": "1"])
    /// RFC 4648, section 6, as authenticator apps take it typed.
    public static let standard = Base32("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    private init(_ symbols: String, alike: [Character: Character] = [:]) {
        self.symbols = Array(symbols.utf8)
        var values = [UInt8](repeating: 0xFF, count: 256)
        func set(_ character: Character, _ value: UInt8) {
            for spelling in [character.lowercased(), character.uppercased()] {
                for byte in spelling.utf8 { values[Int(byte)] = value }
            }
        }
        for (value, symbol) in symbols.enumerated() { set(symbol, UInt8(value)) }
        for (character, symbol) in alike { set(character, values[Int(symbol.asciiValue ?? 0)]) }
        self.values = values
    }

    /// The text of bytes; the last character is filled up with zero bits.
    public func encode(_ bytes: some Sequence<UInt8>) -> String {
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
        if bits > 0 { text.append(symbols[Int(buffer << UInt32(5 - bits)) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text is the one that ``encode(_:)`` makes of `count` bytes.
    public func isCanonical(_ text: some StringProtocol, count: Int) -> Bool {
        var last: UInt8 = 0
        guard text.utf8.count == (count * 8 + 4) / 5 else { return false }
        for character in text.utf8 {
            last = values[Int(character)]
            guard last < 32, symbols[Int(last)] == character else { return false }
        }
        return last & ((1 << UInt8(text.utf8.count * 5 - count * 8)) - 1) == 0
    }

    /// Reads exactly `count` bytes; nil for anything else.
    public func decode(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        guard text.utf8.count == (count * 8 + 4) / 5 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            let value = values[Int(character)]
            guard value < 32 else { return nil }
            buffer = (buffer << 5 | UInt32(value)) & 0xFFFF
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
}
