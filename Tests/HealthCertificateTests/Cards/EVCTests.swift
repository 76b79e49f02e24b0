import BoundedJSON
import CBORCoding
import Foundation
import HealthCardIssuing
import HealthCertificate
import Testing

@Suite("European Vaccination Cards", .timeLimit(.minutes(3)))
struct EVCTests {
    private static func payload(age: CBOR = .integer(365), birth: String = "2000-01-01") -> CBOR {
        MintedCards.map([
            ("ver", .text("1.0.0")), ("nam", MintedCards.map([("fnt", .text("LOVELACE")), ("gnt", .text("ADA"))])),
            ("dob", .text(birth)),
            (
                "v",
                .array([
                    MintedCards.map([
                        ("reg", .text("LU")), ("rep", .text("R1")), ("i", .text("7")), ("a", age),
                        ("mp", .integer(1234)),
                    ]),
                    MintedCards.map([("a", .integer(0)), ("mp", .text("55"))]),
                ])
            ),
        ])
    }

    @Test("each dose is told by the day that its age makes, with or without claims around", arguments: [true, false])
    func doses(hasClaims: Bool) throws {
        let cards = try MintedCards()
        let text = try cards.evc(Self.payload(), kid: "0x84180ade47ede204", hasClaims: hasClaims)
        let certificate = try SignedCertificate(text: text + "\n")
        #expect(certificate.format == .evc)
        #expect(certificate.text == text)
        #expect(certificate.issuer == (hasClaims ? "LUX" : nil))
        #expect(certificate.holder.name.display == "ADA LOVELACE")
        #expect(certificate.claims.vaccinations.map { $0.date?.text } == ["2000-12-31", "2000-01-01"])
        #expect(certificate.claims.vaccinations.map { $0.product?.code } == ["1234", "55"])
        #expect(certificate.claims.vaccinations[0].country == "LU")
    }

    @Test(
        "the key is found by ids of every form, as files of one JSON Web Key have them",
        arguments: ["0x84180ade47ede204", "AsymmetricECDSA256LUX", "be6b28b8-f5a4-4543-a80a-bc764c619feb", "BIM26A"])
    func keys(kid: String) throws {
        let key = try SmartHealthCardIssuer(address: "https://a.example", key: SigningKey(new: .p256)).publicKey
        let (x, y) = (key["x"]?.text ?? "", key["y"]?.text ?? "")
        let padded = x.replacing("-", with: "+").replacing("_", with: "/") + "="
        let list = try TrustList(
            reading: Array(#"{"kty":"EC","crv":"P-256","x":"\#(padded)","y":"\#(y)","kid":"\#(kid)"}"#.utf8))
        #expect(list.format == .jwk)
        #expect(list.signers.map(\.permittedFormats) == [[.evc]])
        let cards = try MintedCards()
        let text = try cards.evc(Self.payload(), kid: kid)
        #expect(try cards.judgement(text, keyID: list.signers[0].keyID).verdict == .valid)
        #expect(
            try TrustStore(signers: list.signers).judge(SignedCertificate(text: text), at: MintedCards.noon).verdict
                == .badSignature)
        #expect(try cards.judgement(text, keyID: [1]).verdict == .unknownIssuer)
    }

    @Test("what isn't as it has to be is refused")
    func refused() throws {
        let cards = try MintedCards()
        for payload in [
            Self.payload(age: .integer(-1)), Self.payload(age: .integer(99_999)), Self.payload(age: .text("1")),
            Self.payload(birth: "2000-02-30"), Self.payload(birth: "2000"),
            MintedCards.map([("nam", .map(CBORMap()))]),
        ] {
            let text = try cards.evc(payload, kid: "a")
            let error = #expect(throws: HealthCertificateError.self) { try SignedCertificate(text: text) }
            #expect(error?.layer == .payload)
        }
        let long = try cards.evc(Self.payload(), kid: String(repeating: "k", count: 10_240))
        #expect(throws: HealthCertificateError(.cose, .tooLong, "")) { try SignedCertificate(text: long) }
    }

    @Test(
        "a text that is no card's is still told by its prefix", arguments: ["", "hello", "6BF", "6BFOXN", "HC2:6BFOXN"])
    func otherTexts(text: String) {
        #expect(throws: HealthCertificateError.self) { try SignedCertificate(text: text) }
    }
}
