import BoundedJSON
import CBORCoding
import CivilDates
import Foundation
import HealthCertificate
import Testing

@Suite("Payload", .timeLimit(.minutes(3)))
struct PayloadTests {
    /// A payload in the schema's terms, as JSON.
    private static func payload(
        version: String = "1.3.0", nam: String = #"{"fn":"A","fnt":"A","gn":"B","gnt":"B"}"#,
        dob: String = "\"1998-02-26\"",
        groups: String
    ) -> String {
        #"{"ver":"\#(version)","nam":\#(nam),"dob":\#(dob),\#(groups)}"#
    }

    private static func vaccination(
        _ changes: String = #""dn":1,"sd":2"#, date: String = "2021-02-18", issuer: String = "X"
    ) -> String {
        #""v":[{"tg":"840539006","vp":"1119349007","mp":"EU/1/20/1528","ma":"ORG-100030215",\#(changes),"#
            + #""dt":"\#(date)","co":"AT","is":"\#(issuer)","ci":"URN:UVCI:01:AT:1#B"}]"#
    }

    private static let test =
        #""t":[{"tg":"840539006","tt":"LP6464-4","sc":"2021-02-20T12:34:56Z","tr":"260415000","co":"AT","is":"X","ci":"Y"}]"#
    private static let recovery =
        #""r":[{"tg":"840539006","fr":"2021-02-20","co":"AT","is":"X","df":"2021-04-04","du":"2021-10-04","ci":"Y"}]"#

    private func departures(_ json: String) throws -> [SchemaViolation] {
        try DCCPayload(CBOR(JSONValue(parsing: json))).departures
    }

    @Test("good payloads of every kind have no departures", arguments: [vaccination(), test, recovery])
    func good(groups: String) throws {
        #expect(try departures(Self.payload(groups: groups)).isEmpty)
        #expect(try departures(Self.payload(dob: "\"\"", groups: groups)).isEmpty)
    }

    @Test(
        "each departure is told by its path",
        arguments: [
            (payload(groups: vaccination(#""sd":2"#)), "v[0].dn", SchemaViolation.Kind.missing),
            (payload(groups: vaccination(#""dn":"1","sd":2"#)), "v[0].dn", .wrongType),
            (payload(groups: vaccination(#""dn":1.5,"sd":2"#)), "v[0].dn", .wrongType),
            (payload(groups: vaccination(#""dn":1,"sd":0"#)), "v[0].sd", .outOfRange),
            (payload(groups: vaccination(date: "2021-02-31")), "v[0].dt", .wrongFormat),
            (payload(groups: vaccination(issuer: String(repeating: "ü", count: 81))), "v[0].is", .tooLong(limit: 80)),
            (payload(nam: #"{"fn":"A"}"#, groups: vaccination()), "nam.fnt", .missing),
            (payload(nam: #"{"fnt":"Müller"}"#, groups: vaccination()), "nam.fnt", .wrongPattern),
            (payload(nam: "[]", groups: vaccination()), "nam", .wrongType),
            (payload(dob: "\"1898-01-01\"", groups: vaccination()), "dob", .wrongPattern),
            (payload(dob: "\"1998-02-31\"", groups: vaccination()), "dob", .wrongFormat),
            (payload(dob: "null", groups: vaccination()), "dob", .wrongType),
            (payload(version: "1.3", groups: vaccination()), "ver", .wrongPattern),
            (payload(groups: #""v":[]"#), "v", .wrongCount), (payload(groups: #""v":{}"#), "v", .wrongType),
            (payload(groups: #""v":[1]"#), "v[0]", .wrongType),
            (payload(groups: vaccination() + "," + recovery), "", .wrongCount),
            (payload(groups: test.replacing("2021-02-20T12:34:56Z", with: "yesterday")), "t[0].sc", .wrongFormat),
            (payload(groups: recovery.replacing("\"AT\"", with: "\"at\"")), "r[0].co", .wrongPattern),
        ])
    func departed(json: String, path: String, problem: SchemaViolation.Kind) throws {
        let departures = try departures(json)
        #expect(departures == [SchemaViolation(path: path, problem: problem)])
    }

    @Test(
        "what only the stated version forbids is told as permitted later",
        arguments: [
            (payload(version: "1.0.0", dob: "\"1998\"", groups: vaccination()), "dob"),
            (payload(version: "1.2.1", dob: "\"\"", groups: vaccination()), "dob"),
            (payload(version: "1.0.0", groups: test), "t[0].tc"),
            (payload(version: "1.2.1", groups: vaccination(#""dn":10,"sd":10"#)), "v[0].dn"),
            (payload(version: "1.0.0", groups: vaccination(issuer: String(repeating: "x", count: 51))), "v[0].is"),
            (payload(version: "1.3.0", nam: #"{"gnt":"B"}"#, groups: vaccination()), "nam.fnt"),
        ])
    func permittedLater(json: String, path: String) throws {
        let departures = try departures(json)
        #expect(departures.contains { $0.path == path && $0.isPermittedLater && !$0.isFault })
        #expect(departures.allSatisfy { !$0.isFault })
    }

    @Test("several entries of one kind are all read; since 1.3.0 that is a departure")
    func severalEntries() throws {
        let entry = Self.vaccination().dropFirst(5).dropLast(1)
        let groups = #""v":[\#(entry),\#(entry.replacing("\"dn\":1", with: "\"dn\":2"))]"#
        let old = try DCCPayload(CBOR(JSONValue(parsing: Self.payload(version: "1.2.1", groups: groups))))
        #expect(old.claims.vaccinations.map(\.dose) == [1, 2])
        #expect(old.departures.isEmpty)
        let new = try DCCPayload(CBOR(JSONValue(parsing: Self.payload(groups: groups))))
        #expect(new.claims.vaccinations.count == 2)
        #expect(new.departures == [SchemaViolation(path: "v", problem: .wrongCount)])
    }

    @Test("certificates of several kinds or without what they must say are judged as content that proves nothing")
    func content() throws {
        let issuer = try IssuingTests.issuer()
        let store = TrustStore(signers: [issuer.signer])
        func verdict(_ json: String) throws -> Verdict {
            let text = try issuer.issue(
                payload: CBOR(JSONValue(parsing: json)), issuedAt: IssuingTests.noon, expiresAt: IssuingTests.noon + 9)
            return store.judge(try SignedCertificate(text: text), at: IssuingTests.noon).verdict
        }
        #expect(try verdict(Self.payload(groups: Self.vaccination())) == .valid)
        #expect(try verdict(Self.payload(version: "1.0.0", groups: Self.test)) == .valid)
        #expect(try verdict(Self.payload(groups: Self.vaccination() + "," + Self.test)) == .invalidContent)
        #expect(try verdict(Self.payload(groups: #""v":[]"#)) == .invalidContent)
        #expect(try verdict(Self.payload(groups: Self.vaccination(#""sd":2"#))) == .invalidContent)
        #expect(try verdict(Self.payload(nam: "{}", groups: Self.vaccination())) == .invalidContent)
        #expect(try verdict(Self.payload(groups: Self.vaccination(date: "2021-02-31"))) == .valid)
    }

    @Test("tags around members are looked through, and a tagged number is a moment")
    func tags() throws {
        let time = CBOR.tagged(0, .text("2021-02-20T12:34:56Z"))
        let seconds = CBOR.tagged(1, .integer(1_613_824_496))
        for sampled in [time, seconds, .tagged(55799, time)] {
            let entry = MintedCards.map([(.text("sc"), sampled)])
            let claims = try DCCPayload(MintedCards.map([(.text("t"), .array([entry]))])).claims
            #expect(claims.tests.first?.sampledAt?.date == Date(timeIntervalSince1970: 1_613_824_496))
        }
    }

    @Test("a payload that is no map is refused")
    func noMap() {
        #expect(throws: HealthCertificateError(.payload, .wrongType, "")) { try DCCPayload(.array([])) }
    }

    @Test(
        "times in the token may be whole, floating or text; not a number is none",
        arguments: [
            (CBOR.integer(1_800_000_000), true), (.float(1_800_000_000.25), true),
            (.tagged(1, .integer(1_800_000_000)), true),
            (.tagged(0, .text("2027-01-15T08:00:00Z")), true), (.float(.nan), false), (.float(.infinity), false),
            (.text("soon"), false), (.bytes([1]), false), (.integer(.max), true), (.float(-1e300), true),
        ])
    func tokenTimes(time: CBOR, isMoment: Bool) throws {
        let payload = try CBOR(JSONValue(parsing: Self.payload(groups: Self.vaccination())))
        let token = MintedCards.map([(.integer(6), time), (.integer(-260), MintedCards.map([(.integer(1), payload)]))])
        let message = COSESign1(protected: CBORMap(), payload: token.encoded, signature: [])
        if isMoment {
            let certificate = try SignedCertificate(cose: message, text: "")
            #expect(certificate.issuedAt != nil)
            _ = TrustStore().judge(certificate, at: Date(timeIntervalSince1970: 0))
        } else {
            #expect(throws: HealthCertificateError(.cwt, .invalidValue, "")) {
                try SignedCertificate(cose: message, text: "")
            }
        }
    }

    @Test(
        "texts that are no certificate are refused by the layer that sees it",
        arguments: [
            ("", HealthCertificateError.Layer.prefix), ("HC2:6BF", .prefix), ("hc1:6BF", .prefix), ("6BF", .prefix),
            ("HC1:", .zlib), ("HC1:\u{202E}", .base45), ("HC1:6BF", .zlib),
            ("HC1:" + String(repeating: "0", count: 40_000), .prefix),
        ])
    func texts(text: String, layer: HealthCertificateError.Layer) {
        let error = #expect(throws: HealthCertificateError.self) { try SignedCertificate(text: text) }
        #expect(error?.layer == layer)
    }

    @Test("identifiers have the checksum of published ones")
    func identifiers() {
        #expect(CertificateIdentifier.hasRightChecksum("URN:UVCI:01:AT:10807843F94AEE0EE5093FBC254BD813#B") == true)
        #expect(CertificateIdentifier.hasRightChecksum("URN:UVCI:01:AT:B5921A35D6A0D696421B3E2462178297#I") == true)
        // Made up by its publisher, checksum and all.
        #expect(CertificateIdentifier.hasRightChecksum("URN:UVCI:01DE/5CWLU12RNOB9RXSEOP6FG8#W") == false)
        #expect(CertificateIdentifier.hasRightChecksum("URN:UVCI:01:AT:10807843F94AEE0EE5093FBC254BD813#C") == false)
        #expect(CertificateIdentifier.hasRightChecksum("URN:UVCI:01:AT:1") == nil)
        var generator = SystemRandomNumberGenerator()
        let made = CertificateIdentifier.make(country: "DE", using: &generator)
        #expect(CertificateIdentifier.hasRightChecksum(made) == true)
        #expect(made.utf8.count <= 80)
    }
}
