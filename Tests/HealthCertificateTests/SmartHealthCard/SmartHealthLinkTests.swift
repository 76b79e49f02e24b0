import ByteCoding
import Foundation
import HealthCertificate
import Testing

@Suite("SMART Health Links are read, never followed", .timeLimit(.minutes(3)))
struct SmartHealthLinkTests {
    private static let key = Array(UInt8(0)..<32)

    private func link(_ old: String = "", _ new: String = "") -> String {
        let payload =
            #"{"url":"https://a.example/m","key":"\#(Base64URL.encode(Self.key))","flag":"LP","exp":1700000000,"label":"Jo"}"#
        let text = old.isEmpty ? payload : payload.replacingOccurrences(of: old, with: new)
        return "shlink:/" + Base64URL.encode(text.utf8)
    }

    @Test func linkTellsWhereAndHow() throws {
        for text in [link(), "https://viewer.example/v?x=1#\(link())", " \(link())\n"] {
            #expect(SmartHealthLink.isLink(text))
            let link = try SmartHealthLink(text)
            #expect(link.address == "https://a.example/m")
            #expect(link.key == Self.key)
            #expect(link.flags == [.longTerm, .passcode])
            #expect(link.label == "Jo")
            #expect(link.isExpired(at: Date(timeIntervalSince1970: 1_700_000_000)))
            #expect(!link.isExpired(at: Date(timeIntervalSince1970: 1_699_999_999)))
            #expect(link.findings.isEmpty)
        }
        #expect(!SmartHealthLink.isLink("shc:/1234"))
        #expect(!SmartHealthLink.isLink("https://viewer.example/#other"))
    }

    @Test(
        "Links that aren't as specified are refused by name",
        arguments: [
            ("https://a.example/m", "ftp://a.example/m", "linkURLInvalid"), ("\"key\"", "\"clef\"", "linkKeyInvalid"),
            ("AAEC", "", "linkKeyInvalid"), ("\"LP\"", "\"PU\"", "linkFlagInvalid"),
            ("\"LP\"", "\"PL\"", "linkFlagInvalid"),
            ("\"LP\"", "\"X\"", "linkFlagInvalid"), ("1700000000", "\"soon\"", "expInvalid"),
            ("1700000000", "1700000000000", "expInMilliseconds"),
            ("\"label\"", "\"v\":2,\"label\"", "linkVersionUnknown"),
            ("{", "", "linkPayloadInvalid"),
        ])
    func refuses(old: String, new: String, name: String) {
        let text = link(old, new)
        let error = #expect(throws: SmartHealthCardDeparture.self) { try SmartHealthLink(text) }
        #expect(error?.code.rawValue == name)
    }

    @Test func oddLinksAreOnlyRemarked() throws {
        #expect(try SmartHealthLink(link("https://a", "http://a")).findings.map(\.code) == [.linkNotHTTPS])
        let long = String(repeating: "x", count: 120)
        #expect(try SmartHealthLink(link("/m", "/\(long)")).findings.map(\.code) == [.linkURLTooLong])
        #expect(try SmartHealthLink(link("\"Jo\"", "\"\(long)\"")).findings.map(\.code) == [.linkLabelTooLong])
    }

    private static let nonce = Array(UInt8(100)..<112)

    @Test func filesOpenWithTheLinksKey() throws {
        let text = Array(SmartHealthCardFile.text(for: [try ExampleCards().card()]).utf8)
        for isDeflated in [false, true] {
            let jwe = try SmartHealthLinkFile.seal(
                text, contentType: "application/smart-health-card", key: Self.key, nonce: Self.nonce,
                isDeflated: isDeflated)
            let file = try SmartHealthLinkFile(jwe: jwe, key: Self.key)
            #expect(file.content == text)
            #expect(file.contentType == "application/smart-health-card")
            #expect(try SmartHealthCardFile(file.content).cards.first?.card != nil)
        }
    }

    @Test func filesThatDontOpenAreToldApart() throws {
        func code(_ jwe: String, key: [UInt8] = Self.key) -> SmartHealthCardDeparture.Code? {
            #expect(throws: SmartHealthCardDeparture.self) { try SmartHealthLinkFile(jwe: jwe, key: key) }?.code
        }
        func seal(_ content: [UInt8], _ isDeflated: Bool) throws -> String {
            try SmartHealthLinkFile.seal(
                content, contentType: "a", key: Self.key, nonce: Self.nonce, isDeflated: isDeflated)
        }
        let good = try seal([1, 2, 3], false)
        #expect(code(good, key: Array(repeating: 0, count: 32)) == .jweNotDecryptable)
        #expect(code(good, key: [1]) == .jweNotDecryptable)
        #expect(code(good.replacingOccurrences(of: "..", with: ".AAAA.")) == .notAJWE)
        #expect(code("a.b.c") == .notAJWE)
        let rest = good.drop { $0 != "." }
        let header = #"{"alg":"RSA1_5","enc":"A256GCM"}"#
        #expect(code(Base64URL.encode(header.utf8) + rest) == .jweHeaderWrong)
        // The header is authenticated: one that differs in any byte opens nothing.
        let other = #"{"alg":"dir","cty":"b","enc":"A256GCM"}"#
        #expect(code(Base64URL.encode(other.utf8) + rest) == .jweNotDecryptable)
        #expect(throws: HealthCertificateError.self) {
            try SmartHealthLinkFile.seal([], contentType: "a", key: [1], nonce: Self.nonce)
        }
    }

    @Test func linksAreWrittenAsTheyAreRead() throws {
        let read = try SmartHealthLink(link())
        #expect(try SmartHealthLink(read.text) == read)
        let bare = try SmartHealthLink(link(#","flag":"LP","exp":1700000000,"label":"Jo""#, ""))
        #expect(bare.flags.isEmpty && bare.expiresAt == nil && bare.label == nil)
        #expect(try SmartHealthLink(bare.text) == bare)
    }

    @Test func manifestsListFiles() throws {
        let text =
            #"{"files":[{"contentType":"application/fhir+json","location":"https://a.example/1"},{"contentType":"a","embedded":"x..y.z.t"}]}"#
        let manifest = try SmartHealthLinkManifest(parsing: text.utf8)
        #expect(manifest.files.map(\.location) == ["https://a.example/1", nil])
        #expect(manifest.files.map(\.embedded) == [nil, "x..y.z.t"])
        for text in ["{}", "[]", #"{"files":[{"contentType":"a"}]}"#, #"{"files":[{"location":"a"}]}"#] {
            #expect(throws: SmartHealthCardDeparture.self) { try SmartHealthLinkManifest(parsing: text.utf8) }
        }
    }
}
