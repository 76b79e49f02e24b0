internal import CZlib

extension QRCode {
    /// Draws the code as a PNG picture in black and white, one bit a pixel, with its quiet zone.
    ///
    /// PNG specification, third edition, https://www.w3.org/TR/png-3/
    ///
    /// - Parameter scale: pixels a module, 1 to 32; others are brought into that range.
    package func png(scale: Int = 8) throws(CodesError) -> [UInt8] {
        let scale = min(max(scale, 1), 32)
        let edge = (side + 2 * Self.quietZone) * scale
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Bit depth 1, colour type 0 (greyscale), and the only compression, filter method and no interlace.
        png += Self.chunk("IHDR", Self.bigEndian(edge) + Self.bigEndian(edge) + [1, 0, 0, 0, 0])
        png += Self.chunk("IDAT", try Self.deflate(scanlines(scale: scale, edge: edge)))
        png += Self.chunk("IEND", [])
        return png
    }

    /// Rows of pixels, 1 for white, each after its filter type 0.
    private func scanlines(scale: Int, edge: Int) -> [UInt8] {
        let rowLength = 1 + (edge + 7) / 8
        var lines: [UInt8] = []
        lines.reserveCapacity(rowLength * edge)
        for row in -Self.quietZone..<side + Self.quietZone {
            var line = [UInt8](repeating: 0xFF, count: rowLength)
            line[0] = 0
            for run in (0..<side).contains(row) ? darkRuns(row: row) : [] {
                for pixel in (run.lowerBound + Self.quietZone) * scale..<(run.upperBound + Self.quietZone) * scale {
                    line[1 + pixel / 8] &= ~(0x80 >> UInt8(pixel % 8))
                }
            }
            for _ in 0..<scale { lines += line }
        }
        return lines
    }

    private static func deflate(_ bytes: [UInt8]) throws(CodesError) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var deflated = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&deflated, &length, bytes, uLong(bytes.count), 9) == Z_OK else {
            throw CodesError(.outOfMemory, reason: "zlib could not compress the picture")
        }
        return Array(deflated.prefix(Int(length)))
    }

    /// Length, type, data, and the CRC-32 of type and data (section 5.3).
    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(crc32(0, body, UInt32(body.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
