import ByteCoding
import Secrets
import Testing

@testable import AgeEncryption

@Suite("The header grammar is kept to the letter", .timeLimit(.minutes(3)))
struct HeaderGrammarTests {
    private static let fileKey = SecretBytes(copying: [UInt8](0..<16))
    private static let salt = "rF0/NwblUHHTpgQgRpe5CQ"
    private static let body = String(repeating: "A", count: 43)

    /// A whole file with the given recipient lines, rightly authenticated; without a content.
    private static func file(_ recipients: String, closing: String? = nil) -> [UInt8] {
        let authenticated = Array("age-encryption.org/v1\n\(recipients)---".utf8)
        let mac = AgePrimitives.hkdf(fileKey, salt: [], info: Array("header".utf8)).withBytes {
            AgePrimitives.hmac(key: $0, count: 32, authenticated)
        }
        let end = closing ?? " \(Base64.encode(mac, as: .unpadded))\n"
        return authenticated + Array(end.utf8)
    }

    @Test(
        "scrypt recipients that break the rules",
        arguments: [
            "-> scrypt \(salt) 10 extra\n\(body)\n",
            "-> scrypt \(salt)\n\(body)\n",
            "-> scrypt 10\n\(body)\n",
            "-> scrypt rF0/NwblUHHTpgQgRpe5CR 10\n\(body)\n",  // stray bits in the salt
            "-> scrypt rF0/NwblUHHTpgQgRpe5 10\n\(body)\n",
            "-> scrypt rF0/NwblUHHTpgQgRpe5CQAA 10\n\(body)\n",
            "-> scrypt rF0/NwblUHHTpgQgRpe5CQ== 10\n\(body)\n",
            "-> scrypt \(salt) 0x10\n\(body)\n",
            "-> scrypt \(salt) aaaa10\n\(body)\n",
            "-> scrypt \(salt) 10aaaa\n\(body)\n",
            "-> scrypt \(salt) +10\n\(body)\n",
            "-> scrypt \(salt) -10\n\(body)\n",
            "-> scrypt \(salt) 010\n\(body)\n",
            "-> scrypt \(salt) 0\n\(body)\n",
            "-> scrypt \(salt) 10\n\(body)AAA\n",  // a file key of 18 bytes
            "-> scrypt \(salt) 10\n\(String(repeating: "A", count: 42))B\n",  // stray bits in the body
            "-> scrypt \(salt) 10\n\(body)\n-> scrypt \(salt) 10\n\(body)\n",
            "-> scrypt \(salt) 10\n\(body)\n-> X25519 \(body)\n\(body)\n",
            "-> X25519 \(body)\n\(body)\n-> scrypt \(salt) 10\n\(body)\n",
        ])
    func scrypt(recipients: String) {
        #expect(AgeSamples.refusal(of: Self.file(recipients)) == .malformedHeader)
    }

    @Test("a work factor too large for a number is too high, not malformed")
    func overflow() {
        let recipients = "-> scrypt \(Self.salt) 18446744073709551628\n\(Self.body)\n"
        #expect(AgeSamples.refusal(of: Self.file(recipients)) == .workFactorTooHigh)
    }

    @Test("recipients that we don't implement are read, and refused as foreign")
    func foreign() {
        let full = String(repeating: "A", count: 64)
        for recipients in [
            "-> Scrypt \(Self.salt) 10\n\(Self.body)\n",
            "-> empty\n\n",
            "-> one argument ! ~ \"#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}\n\n",
            "-> long\n\(full)\n\(full)\n\n",
            "-> long\n\(full)\nAAAA\n-> other\n\n",
        ] {
            #expect(AgeSamples.refusal(of: Self.file(recipients)) == .foreignRecipient, "\(recipients)")
        }
    }

    @Test(
        "stanzas that break the rules",
        arguments: [
            "->\n\n", "-> \n\n", "->  two blanks\n\n", "-> trailing \n\n", "-> tab\there\n\n", "-> \u{E9}\n\n",
            "- > x\n\n", "=> x\n\n", "x\n", "-> x\nAAAA=\n", "-> x\nA\n", "-> x\nAB\n", "-> x\nAA==\n", "-> x\r\n\n",
            "-> x\n\r\n", "-> x\n\(String(repeating: "A", count: 65))\n",
            "-> x\n\(String(repeating: "A", count: 68))\n\n",
            "-> x\nAAAA\nAAAA\n", "-> x\n*\n", "-> x\n", "\n",
        ])
    func stanzas(recipients: String) {
        #expect(AgeSamples.refusal(of: Self.file(recipients)) == .malformedHeader)
    }

    @Test(
        "closing lines that break the rules",
        arguments: [
            "\n", " \n", "\(String(repeating: "A", count: 43))\n", "  \(String(repeating: "A", count: 43))\n",
            " \(String(repeating: "A", count: 43)) \n", " \(String(repeating: "A", count: 42))\n",
            " \(String(repeating: "A", count: 44))\n", " \(String(repeating: "A", count: 42))B\n",
            " \(String(repeating: "A", count: 43))=\n", "- \(String(repeating: "A", count: 43))\n",
            " \(String(repeating: "A", count: 43))\r\n", " \(String(repeating: "A", count: 43)) x\n",
        ])
    func closings(closing: String) {
        let file = Self.file("-> scrypt \(Self.salt) 1\n\(Self.body)\n", closing: closing)
        #expect(AgeSamples.refusal(of: file) == .malformedHeader)
    }

    @Test("a header without recipients, a header over the limit")
    func others() {
        #expect(AgeSamples.refusal(of: Self.file("")) == .malformedHeader)
        let many = String(repeating: "-> x\n\n", count: 2000)
        #expect(AgeSamples.refusal(of: Self.file(many)) == .malformedHeader)
        #expect(AgeSamples.refusal(of: Self.file("-> \(String(repeating: "x", count: 9000))\n\n")) == .malformedHeader)
    }

    @Test("a written stanza reads back, bodies of full lines too", arguments: [0, 1, 32, 47, 48, 49, 96, 97])
    func stanzaRoundTrip(count: Int) throws {
        let stanza = Stanza(type: "type", arguments: ["a", "b"], body: AgeSamples.content(count))
        var input = (HeaderReader.version + [10] + stanza.encoded + Array("--- \(Self.body)\n".utf8))[...]
        var reader = HeaderReader(limit: 4096)
        #expect(try reader.read(&input)?.stanzas == [stanza])
        #expect(input.isEmpty)
    }
}
