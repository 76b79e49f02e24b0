import HealthCertificate
import Testing

@Suite("Base45", .timeLimit(.minutes(3)))
struct Base45Tests {
    @Test(
        "the examples of RFC 9285 sections 4.3 and 4.4 hold both ways",
        arguments: [
            ("AB", "BB8"), ("Hello!!", "%69 VD92EX0"), ("base-45", "UJCLQE7W581"), ("ietf!", "QED8WEX0"), ("", ""),
        ])
    func examples(plain: String, encoded: String) throws {
        #expect(Base45.encode(Array(plain.utf8)) == encoded)
        #expect(try Base45.decode(encoded) == Array(plain.utf8))
    }

    @Test(
        "a text that no bytes encode to is refused by its reason",
        arguments: [
            ("GGW", HealthCertificateError.Code.outOfRange),
            (":::", .outOfRange), ("::", .outOfRange), ("A", .invalidLength), ("AAAA", .invalidLength),
            ("bb8", .invalidCharacter), ("BB8Ä", .invalidCharacter), ("B\u{0}8", .invalidCharacter),
        ])
    func refused(text: String, code: HealthCertificateError.Code) {
        #expect(throws: HealthCertificateError(.base45, code, "")) { try Base45.decode(text) }
    }

    @Test("every pair of bytes comes back as it was")
    func allPairs() throws {
        let bytes = (0...0xFFFF).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try Base45.decode(Base45.encode(bytes)) == bytes)
    }
}
