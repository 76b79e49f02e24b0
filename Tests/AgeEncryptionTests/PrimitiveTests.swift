import ByteCoding
import Secrets
import Testing

@testable import AgeEncryption

@Suite("Primitives give what their standards print", .timeLimit(.minutes(3)))
struct PrimitiveTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test("HKDF-SHA-256, RFC 5869 test cases 1 and 3, the first 32 bytes")
    func hkdf() {
        let input = SecretBytes(copying: [UInt8](repeating: 0x0B, count: 22))
        let first = AgePrimitives.hkdf(input, salt: [UInt8](0...12), info: [UInt8](0xF0...0xF9))
        let third = AgePrimitives.hkdf(input, salt: [], info: [])
        for (key, expected) in [
            (first, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"),
            (third, "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"),
        ] {
            #expect(hex(key.withBytes { Array(UnsafeBufferPointer(start: $0, count: 32)) }) == expected)
        }
    }

    @Test("Base64 knows one way to write a thing")
    func base64() {
        #expect(Base64.encode([UInt8]([0x66, 0x6F]), as: .standard) == "Zm8=")
        #expect(Base64.encode([UInt8]([0x66, 0x6F]), as: .unpadded) == "Zm8")
        #expect(Base64.encode([UInt8](), as: .unpadded).isEmpty)
        #expect(Base64.decode("Zm8=".utf8, as: .standard) == [0x66, 0x6F])
        for text in ["Zm8", "Zm9=", "Zm8==", "Zm8=\n", " Zm8=", "Zm8=Zm8=", "Z", "Zm-_", "===="] {
            #expect(Base64.decode(text.utf8, as: .standard) == nil, "\(text)")
        }
        for text in ["Zm8=", "Zm9", "Z", "Zm8 ", "Zm\n8"] {
            #expect(Base64.decode(text.utf8, as: .unpadded) == nil, "\(text)")
        }
    }

    @Test("only the 64 characters of the alphabet count, whatever the C library thinks")
    func alphabet() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect((Base64.decode([byte, 65, 65, 65], as: .unpadded) != nil) == alphabet.contains(byte), "\(byte)")
        }
    }

    @Test("the chunk nonce counts in its low bytes and marks the last chunk")
    func nonce() {
        var nonce = ChunkNonce()
        for _ in 0..<258 { nonce.advance() }
        #expect(nonce.bytes(isLast: false) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0])
        #expect(nonce.bytes(isLast: true) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1])
    }
}
