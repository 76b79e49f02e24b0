import ByteCoding
import Testing

@Suite("Base32 and hexadecimal digits", .timeLimit(.minutes(3)))
struct Base32Tests {
    @Test(
        "RFC 4648, section 10, without padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func standard(text: String, encoded: String) {
        #expect(Base32.standard.encode(text.utf8) == encoded)
        #expect(Base32.standard.decode(encoded, count: text.utf8.count) == Array(text.utf8))
    }

    @Test("Crockford's is read as people write it")
    func crockford() {
        let bytes = (0..<20).map { UInt8($0 * 13 & 0xFF) }
        let text = Base32.crockford.encode(bytes)
        #expect(text.allSatisfy { $0.isNumber || $0.isLowercase && !"ilou".contains($0) })
        #expect(Base32.crockford.decode(text.uppercased(), count: 20) == bytes)
        #expect(Base32.crockford.decode("O0iIlL11", count: 5) == Base32.crockford.decode("00111111", count: 5))
        for wrong in [String(text.dropLast()), text + "0", "u" + text.dropFirst(), "é" + text.dropFirst(2)] {
            #expect(Base32.crockford.decode(wrong, count: 20) == nil)
        }
        #expect(Base32.crockford.decode("01", count: 1) == nil, "bits left over")
        #expect(Base32.crockford.isCanonical(text, count: 20) && Base32.crockford.isCanonical("04", count: 1))
        for other in [text.uppercased(), "o" + text.dropFirst(), String(text.dropLast())] {
            #expect(!Base32.crockford.isCanonical(other, count: 20))
        }
        #expect(!Base32.crockford.isCanonical("01", count: 1), "bits left over")
    }

    @Test("hexadecimal digits come in pairs")
    func hex() {
        let bytes = [UInt8](0...255)
        #expect(Hex.encode(bytes).hasPrefix("000102") && Hex.encode(bytes).hasSuffix("fdfeff"))
        #expect(Hex.decode(Hex.encode(bytes)) == bytes && Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
        for wrong in ["0", "0g", "+1", " 00", "００"] { #expect(Hex.decode(wrong) == nil) }
    }
}
