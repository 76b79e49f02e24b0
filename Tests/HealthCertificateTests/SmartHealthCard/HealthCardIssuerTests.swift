import BoundedJSON
import ByteCoding
import Foundation
import HealthCardIssuing
import HealthCertificate
import Testing

@Suite("Issuers of SMART Health Cards are known by their keys", .timeLimit(.minutes(3)))
struct HealthCardIssuerTests {
    private static let key = """
        {"kty":"EC","kid":"3Kfdg-XwP-7gXyywtUfUADwBumDOPKMQx-iELL11W9s","use":"sig","alg":"ES256","crv":"P-256",\
        "x":"11XvRWy1I2S0EyJlyf_bWfw_TQ5CJJNLw78bHXNxcgw","y":"eZXwxvO1hvCY0KucrPfKo7yAyMT6Ajc3N7OkAB6VYy8"}
        """

    private func codes(_ old: String, _ new: String) throws -> [SmartHealthCardDeparture.Code] {
        let json = try JSONValue(parsing: Self.key.replacingOccurrences(of: old, with: new))
        let key = HealthCardKey(json, issuer: nil, at: ExampleCards.moment)
        #expect((key.key == nil) == key.findings.contains { $0.severity == .fatal })
        return key.findings.map(\.code)
    }

    @Test(
        "A key that isn't as cards ask for is told by name",
        arguments: [
            ("", "", []), ("\"EC\"", "\"RSA\"", ["keyTypeWrong"]),
            ("P-256", "P-384", ["keyCurveWrong", "keyKidWrong"]),
            ("\"sig\"", "\"enc\"", ["keyUseWrong"]), ("ES256", "ES256K", ["keyAlgWrong"]),
            ("3Kfdg", "4Kfdg", ["keyKidWrong"]),
            ("\"kid\"", "\"key\"", ["keyKidWrong", "keyKidWrong"]),
            ("{\"kty\"", "{\"d\":\"AA\",\"kty\"", ["keyPrivate"]),
            ("{\"kty\"", "{\"x5c\":[],\"kty\"", ["x5cInvalid"]),
            ("{\"kty\"", "{\"x5c\":[\"AAAA\"],\"kty\"", ["x5cInvalid"]),
        ])
    func keys(old: String, new: String, names: [String]) throws {
        #expect(try codes(old, new).map(\.rawValue) == names)
    }

    @Test func pointThatIsNotOnTheCurveIsRefused() throws {
        // The kid is the thumbprint of the altered key, so that only the point is wrong.
        var json = try JSONValue(parsing: Self.key).members ?? [:]
        json["x"] = .string(Base64URL.encode(Array(repeating: 1, count: 32)))
        json["kid"] = HealthCardKey.thumbprint(.object(json)).map(JSONValue.string)
        #expect(
            HealthCardKey(.object(json), issuer: nil, at: ExampleCards.moment).findings.map(\.code) == [.keyInvalid])
    }

    @Test func directoryFormsAreRead() throws {
        let snapshot = """
            {"directory":"d","issuerInfo":[{"issuer":{"iss":"https://a.example","name":"A"},"keys":[\(Self.key)],\
            "crls":[{"kid":"k","method":"rid","ctr":2,"rids":["x"]}]}]}
            """
        let directory = try HealthCardDirectory(parsing: snapshot.utf8, at: ExampleCards.moment)
        #expect(directory.issuers.map(\.name) == ["A"])
        #expect(directory.signers.map(\.issuerAddress) == ["https://a.example"])
        #expect(directory.issuers[0].revocations.map(\.counter) == [2])
        let list = #"{"participating_issuers":[{"iss":"https://a.example","name":"A"}]}"#
        #expect(
            try HealthCardDirectory(parsing: list.utf8, at: ExampleCards.moment).issuers.map(\.address) == [
                "https://a.example"
            ])
        for text in ["{}", "[]", "x", #"{"issuerInfo":[{"name":"A"}]}"#] {
            #expect(throws: SmartHealthCardDeparture.self) {
                try HealthCardDirectory(parsing: text.utf8, at: ExampleCards.moment)
            }
        }
    }

    @Test func revokedCardsAreFoundByNameKeyAndTime() throws {
        let cards = try ExampleCards()
        let card = try cards.issuer.issue(
            ExampleCards.claims, issuedAt: ExampleCards.issuedAt, revocationID: "MKyCxh7p6uQ")
        func list(_ entry: String, key: String? = nil) throws -> HealthCardRevocations {
            let key = key ?? card.keyIdentifier
            return try HealthCardRevocations(
                parsing: #"{"kid":"\#(key)","method":"rid","ctr":1,"rids":["other","\#(entry)"]}"#.utf8)
        }
        #expect(try list("MKyCxh7p6uQ").contains(card))
        #expect(try list("MKyCxh7p6uQ.1700000001").contains(card))
        #expect(try !list("MKyCxh7p6uQ.1700000000").contains(card))
        #expect(try !list("MKyCxh7p6uQ", key: "another").contains(card))
        #expect(try !list("another").contains(card))
        let judgement = card.judge(by: cards.trust, revocations: [try list("MKyCxh7p6uQ")], at: ExampleCards.moment)
        #expect(judgement.verdict == .revoked)
        #expect(card.judge(by: cards.trust, at: ExampleCards.moment).verdict == .valid)
        for text in [
            "{}", #"{"kid":"k","method":"hash","ctr":1,"rids":[]}"#,
            #"{"kid":"k","method":"rid","ctr":1,"rids":["a b"]}"#,
        ] {
            #expect(throws: SmartHealthCardDeparture.self) { try HealthCardRevocations(parsing: text.utf8) }
        }
    }

    @Test func issuersNeedAnAddressAndAKeyOfTheRightKind() throws {
        #expect(throws: HealthCertificateError.self) {
            try SmartHealthCardIssuer(address: "http://cards.example", key: SigningKey(new: .p256))
        }
        #expect(throws: HealthCertificateError.self) {
            try SmartHealthCardIssuer(address: "https://cards.example/", key: SigningKey(new: .p256))
        }
        #expect(throws: HealthCertificateError.self) {
            try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p384))
        }
    }

    @Test func filesHoldSeveralCards() throws {
        let cards = try ExampleCards()
        let both = [try cards.card(), try cards.card()]
        let text = SmartHealthCardFile.text(for: both)
        let file = try SmartHealthCardFile(text.utf8, name: "cards.smart-health-card")
        #expect(file.findings.isEmpty)
        #expect(file.cards.compactMap(\.card?.jws) == both.map(\.jws))
        #expect(try SmartHealthCardFile(text.utf8, name: "cards.json").findings.map(\.code) == [.wrongFileExtension])
        let broken = text.replacingOccurrences(of: both[0].jws, with: "a.b")
        #expect(try SmartHealthCardFile(broken.utf8).cards.map { $0.card != nil } == [false, true])
        let most = SmartHealthCardFile.mostCards
        for (count, leftOut) in [(most, 0), (most + 1, 1), (most + 30, 30)] {
            let texts = Array(repeating: #""a.b.c""#, count: count).joined(separator: ",")
            let full = try SmartHealthCardFile(#"{"verifiableCredential":[\#(texts)]}"#.utf8)
            #expect(full.cards.count == most && full.leftOut == leftOut)
        }
        for text in ["", "[]", "{}", #"{"verifiableCredential":[]}"#, #"{"verifiableCredential":"a"}"#] {
            #expect(throws: SmartHealthCardDeparture.self) { try SmartHealthCardFile(text.utf8) }
        }
    }
}
