import ByteCoding
import Foundation
import HealthCertificate
import Testing

@Suite("A JWS is read strictly", .timeLimit(.minutes(3)))
struct CompactJWSTests {
    /// The first fatal finding about a card whose JWS was altered part by part.
    private func finding(
        header: String? = nil, payload: [UInt8]? = nil, signature: [UInt8]? = nil
    ) throws -> SmartHealthCardDeparture.Code? {
        let parts = try ExampleCards().card().jws.split(separator: ".").map(String.init)
        let jws = [
            header.map { Base64URL.encode($0.utf8) } ?? parts[0], payload.map(Base64URL.encode) ?? parts[1],
            signature.map(Base64URL.encode) ?? parts[2],
        ].joined(separator: ".")
        return SmartHealthCardInspection(text: jws).findings.first { $0.severity == .fatal }?.code
    }

    @Test(
        "Headers have to be those of a card",
        arguments: [
            (#"{"zip":"DEF","kid":"a"}"#, SmartHealthCardDeparture.Code.headerAlgMissing),
            (#"{"alg":"ES384","zip":"DEF","kid":"a"}"#, .headerAlgWrong),
            (#"{"alg":"none","zip":"DEF","kid":"a"}"#, .headerAlgNone),
            (#"{"alg":"NoNe","zip":"DEF","kid":"a"}"#, .headerAlgNone),
            (#"{"alg":"HS256","zip":"DEF","kid":"a"}"#, .headerAlgWrong),
            (#"{"alg":["ES256"],"zip":"DEF","kid":"a"}"#, .headerAlgWrong),
            (#"{"alg":"ES256","kid":"a"}"#, .headerZipMissing),
            (#"{"alg":"ES256","zip":"GZIP","kid":"a"}"#, .headerZipWrong),
            (#"{"alg":"ES256","zip":"DEF"}"#, .headerKidMissing),
            (#"{"alg":"ES256","zip":"DEF","kid":"a","crit":["exp"]}"#, .headerCritical),
            (#"{"alg":"ES256","zip":"DEF","kid":7}"#, .headerKidWrong), (#"["ES256"]"#, .headerNotJSON),
            ("ES256", .headerNotJSON),
            (#"{"alg":"none","alg":"ES256","zip":"DEF","kid":"a"}"#, .headerNotJSON),
        ])
    func headers(header: String, code: SmartHealthCardDeparture.Code) throws {
        #expect(try finding(header: header) == code)
    }

    @Test func signaturesAreSixtyFourBytes() throws {
        let der: [UInt8] = [0x30, 0x44, 0x02, 0x20] + Array(repeating: 1, count: 32) + [0x02, 0x20]
        #expect(try finding(signature: der + Array(repeating: 1, count: 32)) == .derSignature)
        #expect(try finding(signature: Array(repeating: 1, count: 63)) == .signatureLengthWrong)
        #expect(try finding(signature: Array(repeating: 1, count: 64)) == nil)
    }

    @Test func payloadsAreRawDeflate() throws {
        let text = Array(ExampleCards.payload().utf8)
        #expect(try finding(payload: Zlib.deflate(text, format: .raw)) == nil)
        #expect(try finding(payload: Zlib.deflate(text, format: .zlib)) == .zlibWrapped)
        #expect(try finding(payload: text) == .notDeflated)
        #expect(try finding(payload: [0xFF, 0x00, 0x12]) == .invalidDeflate)
        #expect(try finding(payload: Zlib.deflate(text, format: .raw).dropLast(3)) == .invalidDeflate)
        let bomb = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
        #expect(try finding(payload: Zlib.deflate(bomb, format: .raw)) == .payloadTooLarge)
    }

    @Test(
        "Texts that are no JWS are refused",
        arguments: [
            ("", "noCredential"), ("a.b", "notAJWS"), ("a.b.c.d", "notAJWS"), ("..", "notAJWS"),
            ("e30=.e30.e30", "invalidBase64URL"),
            ("e30.e+0.e30", "invalidBase64URL"), ("e31.e30.e30", "invalidBase64URL"),
            ("e30.e30.e30 e30.e30.e30", "notAJWS"),
            ("HC1:6BF", "notAJWS"),
        ])
    func texts(text: String, name: String) {
        #expect(SmartHealthCardInspection(text: text).findings.first?.code.rawValue == name)
    }

    @Test func whiteSpaceAroundIsOnlyRemarked() throws {
        let jws = try ExampleCards().card().jws
        let inspection = SmartHealthCardInspection(text: " \t\n\(jws) \n")
        #expect(inspection.card?.jws == jws)
        #expect(inspection.findings.map(\.code) == [.trailingCharacters])
        #expect(SmartHealthCardInspection(text: jws + "\n").findings.isEmpty)
    }

    @Test func base64URLIsStrictBothWays() {
        for count in 0..<20 {
            let bytes = (0..<count).map { UInt8($0 * 37 & 0xFF) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
        for text in ["a", "ab", "aB==", "a+==", "ab c"] { #expect(Base64URL.decode(text) == nil) }
        #expect(Base64URL.decode("aQ") == [0x69])
    }
}
