extension QRCode {
    /// Draws the code as a PNG picture in black and white, one bit a pixel, with its quiet zone.
    ///
    /// - Parameter scale: pixels a module, 1 to 32; others are brought into that range.
    package func png(scale: Int = 8) throws -> [UInt8] {
        let scale = min(max(scale, 1), 32)
        let edge = (side + 2 * Self.quietZone) * scale
        return try PNG(width: edge, height: edge, scanlines: scanlines(scale: scale, edge: edge)).encoded()
    }

    private func scanlines(scale: Int, edge: Int) -> [UInt8] {
        let rowLength = PNG.rowLength(width: edge)
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
}
