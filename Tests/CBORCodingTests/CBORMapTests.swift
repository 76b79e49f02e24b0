import CBORCoding
import Testing

@Suite("Maps of CBOR", .timeLimit(.minutes(3)))
struct CBORMapTests {
    @Test(
        arguments: [
            [0xA1, 0x80, 0x00], [0xA1, 0xA0, 0x00], [0xBF, 0xA0, 0x00, 0xFF], [0xA1, 0xC1, 0x81, 0x00, 0x00],
        ] as [[UInt8]])
    func refuseAKeyThatHoldsItems(bytes: [UInt8]) {
        #expect(throws: CBORError(.unsupported, "")) { try CBOR(decoding: bytes) }
    }

    /// Found by coverage-guided fuzzing: maps as keys of maps took a time that doubled with each level.
    @Test func endAtOnceHoweverDeepTheKeysAre() {
        let bytes = [UInt8](repeating: 0xA2, count: 60) + [UInt8](repeating: 0x00, count: 240)
        #expect(throws: CBORError.self) { try CBOR(decoding: bytes) }
    }

    @Test func areEqualInAnyOrderAndToAnyDepth() throws {
        func nested(_ depth: Int, _ last: Int64, swapped: Bool) throws -> CBOR {
            var item = CBOR.integer(last)
            for level in 0..<depth {
                let pairs = [CBORMap.Pair(.text("a"), item), CBORMap.Pair(.integer(Int64(level)), .null)]
                item = .map(try CBORMap(swapped ? pairs.reversed() : pairs))
            }
            return item
        }
        let one = try nested(60, 1, swapped: false)
        #expect(try one == nested(60, 1, swapped: true))
        #expect(try one.hashValue == nested(60, 1, swapped: true).hashValue)
        #expect(try one != nested(60, 2, swapped: true))
    }
}
