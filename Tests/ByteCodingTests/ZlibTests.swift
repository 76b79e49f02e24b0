import ByteCoding
import Testing

@Suite("Zlib", .timeLimit(.minutes(3)))
struct ZlibTests {
    private static let sample = Array("the same words, the same words, the same words".utf8)

    @Test("what is packed comes back as it was", arguments: [Zlib.Format.zlib, .raw, .gzip])
    func roundTrip(format: Zlib.Format) throws {
        for bytes in [[], Self.sample, [UInt8](repeating: 7, count: Zlib.largestOutput)] {
            let packed = try Zlib.deflate(bytes, format: format)
            #expect(try Zlib.inflate(packed, format: format) == bytes)
        }
    }

    @Test("one byte more than the limit is refused, and so is a bomb")
    func bomb() throws {
        let more = try Zlib.deflate([UInt8](repeating: 0, count: Zlib.largestOutput + 1))
        let bomb = try Zlib.deflate([UInt8](repeating: 0, count: 50_000_000))
        for packed in [more, bomb] {
            #expect(throws: ZlibError.tooLong(limit: Zlib.largestOutput)) { try Zlib.inflate(packed) }
        }
    }

    @Test("every shorter beginning of a stream is refused")
    func truncated() throws {
        let packed = try Zlib.deflate(Self.sample)
        for count in 0..<packed.count {
            #expect(throws: ZlibError.truncated) {
                try Zlib.inflate(Array(packed[..<count]))
            }
        }
    }

    @Test("bytes after the stream, a wrong checksum and what was never packed are told apart")
    func corrupt() throws {
        var packed = try Zlib.deflate(Self.sample)
        #expect(throws: ZlibError.trailingBytes) { try Zlib.inflate(packed + [0]) }
        packed[packed.count - 1] ^= 1
        #expect(throws: ZlibError.corrupt) { try Zlib.inflate(packed) }
        #expect(throws: ZlibError.corrupt) { try Zlib.inflate(Self.sample) }
    }
}
