import Secrets

/// How a blob is divided: a head with the header and the sealed root, then pieces of one length, each sealed by itself.
///
/// A commit seals and writes the head and the pieces that changed.
package struct BlobLayout: Sendable, Equatable {
    /// The smallest piece, in bytes.
    static let unit = 8192
    /// Bytes of a piece.
    let pieceLength: Int
    let pieceCount: Int

    /// For a database of so many bytes, one at least.
    init(content: Int) {
        let padded = Self.paddedLength(max(1, content))
        var length = Self.unit
        // The head is written with every commit: it is to take about as much as the pieces that change.
        while BlobRoot.length(pieces: padded / length) > 2 * length + 8 { length *= 2 }
        (pieceLength, pieceCount) = (length, padded / length)
    }

    /// As a header says it; nil for what can't be.
    init?(pieceLength: UInt32, pieceCount: UInt32) {
        (self.pieceLength, self.pieceCount) = (Int(pieceLength), Int(pieceCount))
        // Bounds that nothing below overflows in, far above what is written.
        guard 1...65_536 ~= pieceCount, 1...1 << 26 ~= pieceLength, self.pieceLength.isMultiple(of: Self.unit) else {
            return nil
        }
    }

    /// Bytes before the first piece.
    var headLength: Int {
        let used = BlobHeader.length + BlobRoot.length(pieces: pieceCount) + Sealing.tagLength
        return (used + 4095) / 4096 * 4096
    }
    /// Bytes of all pieces.
    var bodyLength: Int { pieceLength * pieceCount }
    var blobLength: Int { headLength + bodyLength }

    /// A piece's place in the blob.
    func place(of piece: Int) -> Range<Int> {
        let start = headLength + piece * pieceLength
        return start..<start + pieceLength
    }

    /// Rounds up so that the size on disk tells little: 64 KiB steps, later an eighth of the power of two below.
    package static func paddedLength(_ length: Int) -> Int {
        var step = 65_536
        while step < length / 16 { step *= 2 }
        return (length + step - 1) / step * step
    }
}
