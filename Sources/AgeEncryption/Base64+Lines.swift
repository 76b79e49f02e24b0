/// Whole lines of Base64 at once, by tables.
///
/// libsodium's functions take the same time for every text, which secrets need and an armored ciphertext doesn't: they
/// took ten times as long as the encryption.
extension Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The value of each character; 64 and more for what is none.
    private static let values = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Encodes in lines that end in a line feed.
    ///
    /// - Parameter size: bytes a line, a multiple of 3, so that none needs padding; `bytes` are whole lines.
    static func encodeLines(_ bytes: UnsafeRawBufferPointer, of size: Int, into output: inout [UInt8]) {
        let (lines, width) = (bytes.count / size, size / 3 * 4)
        output += [UInt8](unsafeUninitializedCapacity: lines * (width + 1)) { text, count in
            alphabet.withUnsafeBufferPointer { alphabet in
                for line in 0..<lines {
                    var (next, end) = (line * size, line * (width + 1))
                    while next < (line + 1) * size {
                        let word = Int(bytes[next]) << 16 | Int(bytes[next + 1]) << 8 | Int(bytes[next + 2])
                        text[end] = alphabet[word >> 18]
                        text[end + 1] = alphabet[word >> 12 & 63]
                        text[end + 2] = alphabet[word >> 6 & 63]
                        text[end + 3] = alphabet[word & 63]
                        (next, end) = (next + 3, end + 4)
                    }
                    text[end] = 0x0A
                }
            }
            count = lines * (width + 1)
        }
    }

    /// Appends what the first full lines of `text` stand for, each of `width` characters and a line feed.
    ///
    /// - Returns: how many lines; the first that has another form, padding or a foreign character ends it.
    static func decodeLines(_ text: UnsafeRawBufferPointer, of width: Int, into output: inout [UInt8]) -> Int {
        let (most, size) = (text.count / (width + 1), width / 4 * 3)
        var lines = 0
        output += [UInt8](unsafeUninitializedCapacity: most * size) { bytes, count in
            values.withUnsafeBufferPointer { values in
                while lines < most, text[lines * (width + 1) + width] == 0x0A {
                    var (next, end, seen) = (lines * (width + 1), lines * size, UInt8(0))
                    while end < (lines + 1) * size {
                        let (a, b) = (values[Int(text[next])], values[Int(text[next + 1])])
                        let (c, d) = (values[Int(text[next + 2])], values[Int(text[next + 3])])
                        seen |= a | b | c | d
                        bytes[end] = a << 2 | b >> 4
                        bytes[end + 1] = b << 4 | c >> 2
                        bytes[end + 2] = c << 6 | d
                        (next, end) = (next + 4, end + 3)
                    }
                    guard seen < 64 else { break }
                    lines += 1
                }
            }
            count = lines * size
        }
        return lines
    }
}
