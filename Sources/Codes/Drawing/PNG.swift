internal import ByteCoding

/// A PNG picture in black and white, one bit a pixel.
///
/// PNG specification, third edition, https://www.w3.org/TR/png-3/
struct PNG {
    let width: Int
    let height: Int
    /// Row by row, each a filter type byte (0) and its pixels, 8 in a byte, 1 for white.
    let scanlines: [UInt8]

    /// The bytes of a row: its filter type and its pixels.
    static func rowLength(width: Int) -> Int { 1 + (width + 7) / 8 }

    func encoded() throws(CodesError) -> [UInt8] {
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Bit depth 1, colour type 0 (greyscale), and the only compression and filter methods, no interlace.
        png += Self.chunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [1, 0, 0, 0, 0])
        png += Self.chunk("IDAT", try deflated())
        png += Self.chunk("IEND", [])
        return png
    }

    private func deflated() throws(CodesError) -> [UInt8] {
        do {
            return try Zlib.deflate(scanlines)
        } catch {
            throw CodesError(.outOfMemory, reason: "zlib could not compress the picture")
        }
    }

    /// Length, type, data, and the CRC-32 of type and data (section 5.3).
    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(Zlib.crc32(body)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
