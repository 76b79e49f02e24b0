import Crypto
import Foundation
import HealthCertificate
import Testing

@Suite("SMART Health Links are read, never followed")
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
        let error = #expect(throws: SmartHealthCardFinding.self) { try SmartHealthLink(text) }
        #expect(error?.code.rawValue == name)
    }

    @Test func oddLinksAreOnlyRemarked() throws {
        #expect(try SmartHealthLink(link("https://a", "http://a")).findings.map(\.code) == [.linkNotHTTPS])
        let long = String(repeating: "x", count: 120)
        #expect(try SmartHealthLink(link("/m", "/\(long)")).findings.map(\.code) == [.linkURLTooLong])
        #expect(try SmartHealthLink(link("\"Jo\"", "\"\(long)\"")).findings.map(\.code) == [.linkLabelTooLong])
    }

    private func jwe(_ content: [UInt8], header: String) throws -> String {
        let head = Base64URL.encode(header.utf8)
        let box = try AES.GCM.seal(content, using: SymmetricKey(data: Self.key), authenticating: Array(head.utf8))
        let parts = [Array(box.nonce), Array(box.ciphertext), Array(box.tag)].map { Base64URL.encode($0) }
        return "\(head)..\(parts.joined(separator: "."))"
    }

    @Test func filesOpenWithTheLinksKey() throws {
        let text = Array(SmartHealthCardFile.text(for: [try ExampleCards().card()]).utf8)
        let plain = #"{"alg":"dir","enc":"A256GCM","cty":"application/smart-health-card"}"#
        let file = try SmartHealthLinkFile(jwe: jwe(text, header: plain), key: Self.key)
        #expect(file.content == text)
        #expect(file.contentType == "application/smart-health-card")
        #expect(try SmartHealthCardFile(file.content).cards.first?.card != nil)
        let packed = #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#
        let other = try SmartHealthLinkFile(jwe: jwe(Zlib.deflate(text, format: .raw), header: packed), key: Self.key)
        #expect(other.content == text)
    }

    @Test func filesThatDontOpenAreToldApart() throws {
        let plain = #"{"alg":"dir","enc":"A256GCM"}"#
        func code(_ jwe: String, key: [UInt8] = Self.key) -> SmartHealthCardFinding.Code? {
            #expect(throws: SmartHealthCardFinding.self) { try SmartHealthLinkFile(jwe: jwe, key: key) }?.code
        }
        let good = try jwe([1, 2, 3], header: plain)
        #expect(code(good, key: Array(repeating: 0, count: 32)) == .jweNotDecryptable)
        #expect(code(good, key: [1]) == .jweNotDecryptable)
        #expect(code(good.replacingOccurrences(of: "..", with: ".AAAA.")) == .notAJWE)
        #expect(code("a.b.c") == .notAJWE)
        #expect(code(try jwe([1], header: #"{"alg":"RSA1_5","enc":"A256GCM"}"#)) == .jweHeaderWrong)
        #expect(code(try jwe([1], header: #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#)) == .invalidDeflate)
    }

    @Test func manifestsListFiles() throws {
        let text =
            #"{"files":[{"contentType":"application/fhir+json","location":"https://a.example/1"},{"contentType":"a","embedded":"x..y.z.t"}]}"#
        let manifest = try SmartHealthLinkManifest(parsing: text.utf8)
        #expect(manifest.files.map(\.location) == ["https://a.example/1", nil])
        #expect(manifest.files.map(\.embedded) == [nil, "x..y.z.t"])
        for text in ["{}", "[]", #"{"files":[{"contentType":"a"}]}"#, #"{"files":[{"location":"a"}]}"#] {
            #expect(throws: SmartHealthCardFinding.self) { try SmartHealthLinkManifest(parsing: text.utf8) }
        }
    }
}
