import Testing

@testable import Vault
@testable import VaultStorage

/// How a blob is divided, and what a header may say of it.
@Suite(.timeLimit(.minutes(3))) struct BlobLayoutTests {
    @Test func sizesAreRoundedUpSoThatTheyTellLittle() {
        #expect(BlobLayout.paddedLength(1) == 65_536)
        #expect(BlobLayout.paddedLength(65_536) == 65_536)
        #expect(BlobLayout.paddedLength(65_537) == 131_072)
        for length in stride(from: 1_000, to: 40_000_000, by: 777_777) {
            let padded = BlobLayout.paddedLength(length)
            #expect(padded >= length && padded < length + max(65_536, length / 8 + 1))
        }
    }

    @Test func piecesHoldTheContentAndTheHeadStaysSmall() {
        for length in [1, 8192, 65_536, 110_000, 1_000_000, 4_194_305, 10_000_000, 33_554_432, 1_000_000_000] {
            let layout = BlobLayout(content: length)
            #expect(layout.bodyLength == BlobLayout.paddedLength(length))
            #expect(layout.headLength.isMultiple(of: 4096))
            #expect(layout.headLength <= 2 * layout.pieceLength + 4096)
            #expect(layout.place(of: layout.pieceCount - 1).upperBound == layout.blobLength)
        }
        #expect(BlobLayout(content: 110_000).pieceLength == 8192)
        #expect(BlobLayout(content: 110_000).headLength == 4096)
        #expect(BlobLayout(content: 1_000_000).pieceLength == 8192)
        #expect(BlobLayout(content: 10_000_000).pieceLength == 32_768)
    }

    @Test(
        arguments: [(0, 1), (8192, 0), (4096, 4), (8193, 4), (8192, .max), (.max, 1), (1 << 30, 1)]
            as [(UInt32, UInt32)])
    func whatNobodyWroteIsRefused(_ pieceLength: UInt32, _ pieceCount: UInt32) {
        #expect(BlobLayout(pieceLength: pieceLength, pieceCount: pieceCount) == nil)
    }
}
