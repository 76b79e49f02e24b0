/// Whole lines of Base64 at once, as armored files and PEM have them.
extension Base64 {
    /// Encodes in lines that end in a line feed.
    ///
    /// - Parameter size: bytes a line, a multiple of 3, so that none needs padding; `bytes` are whole lines.
    public static func encodeLines(_ bytes: UnsafeRawBufferPointer, of size: Int, into output: inout [UInt8]) {
        let (lines, width) = (bytes.count / size, size / 3 * 4)
        output += [UInt8](unsafeUninitializedCapacity: lines * (width + 1)) { text, count in
            for line in 0..<lines {
                let place = line * (width + 1)
                Alphabet.standard.encode(bytes, from: line * size, triples: size / 3, to: text, at: place)
                text[place + width] = 0x0A
            }
            count = lines * (width + 1)
        }
    }

    /// Appends what the first full lines of `text` stand for, each of `width` characters and a line feed.
    ///
    /// - Returns: how many lines; the first that has another form, padding or a foreign character ends it.
    public static func decodeLines(_ text: UnsafeRawBufferPointer, of width: Int, into output: inout [UInt8]) -> Int {
        let (most, size) = (text.count / (width + 1), width / 4 * 3)
        var lines = 0
        output += [UInt8](unsafeUninitializedCapacity: most * size) { bytes, count in
            while lines < most, text[lines * (width + 1) + width] == 0x0A {
                let seen = Alphabet.standard.decode(
                    text, from: lines * (width + 1), quads: width / 4, to: bytes, at: lines * size)
                guard seen < 64 else { break }
                lines += 1
            }
            count = lines * size
        }
        return lines
    }

    /// The text of bytes in lines of 64 characters, all but the last ended by a line feed.
    public static func lines(_ bytes: some Sequence<UInt8>) -> String {
        let text = encode(bytes)[...].utf8
        return stride(from: 0, to: text.count, by: 64).map { start in
            String(text.dropFirst(start).prefix(64)) ?? ""
        }.joined(separator: "\n")
    }
}
