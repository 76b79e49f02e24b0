extension Base64 {
    /// The 64 characters, and what each stands for.
    struct Alphabet: Sendable {
        let symbols: [UInt8]
        /// By character; 64 and more for what is none.
        let values: [UInt8]

        static let standard = Alphabet(last: "+/")
        static let url = Alphabet(last: "-_")

        private init(last: String) {
            symbols = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
            var values = [UInt8](repeating: 0xFF, count: 256)
            for (value, character) in symbols.enumerated() { values[Int(character)] = UInt8(value) }
            self.values = values
        }

        /// Writes four characters for each three bytes.
        func encode(
            _ bytes: UnsafeRawBufferPointer, from start: Int, triples: Int,
            to text: UnsafeMutableBufferPointer<UInt8>, at place: Int
        ) {
            symbols.withUnsafeBufferPointer { symbols in
                var (next, end) = (start, place)
                for _ in 0..<triples {
                    let word = Int(bytes[next]) << 16 | Int(bytes[next + 1]) << 8 | Int(bytes[next + 2])
                    text[end] = symbols[word >> 18]
                    text[end + 1] = symbols[word >> 12 & 63]
                    text[end + 2] = symbols[word >> 6 & 63]
                    text[end + 3] = symbols[word & 63]
                    (next, end) = (next + 3, end + 4)
                }
            }
        }

        /// Writes three bytes for each four characters.
        ///
        /// - Returns: less than 64 if all were characters of the alphabet.
        func decode(
            _ text: UnsafeRawBufferPointer, from start: Int, quads: Int,
            to bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int
        ) -> UInt8 {
            values.withUnsafeBufferPointer { values in
                var (next, end, seen) = (start, place, UInt8(0))
                for _ in 0..<quads {
                    let (a, b) = (values[Int(text[next])], values[Int(text[next + 1])])
                    let (c, d) = (values[Int(text[next + 2])], values[Int(text[next + 3])])
                    seen |= a | b | c | d
                    bytes[end] = a << 2 | b >> 4
                    bytes[end + 1] = b << 4 | c >> 2
                    bytes[end + 2] = c << 6 | d
                    (next, end) = (next + 4, end + 3)
                }
                return seen
            }
        }
    }
}
