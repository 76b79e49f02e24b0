import Crypto
import Foundation
import HealthCertificate
import Testing

@Suite("Revocation", .timeLimit(.minutes(3)))
struct RevocationTests {
    private let certificate: SignedCertificate
    private let store: TrustStore
    private static let identifier = "URN:UVCI:01DE/TEST/1#A"

    init() throws {
        let issuer = try IssuingTests.issuer()
        certificate = try SignedCertificate(
            text: issuer.issue(IssuingTests.claims, issuedAt: IssuingTests.noon, expiresAt: IssuingTests.noon + 3600))
        store = TrustStore(signers: [issuer.signer])
    }

    private func verdict(_ list: RevocationList) -> Verdict {
        var store = store
        store.revocations = list
        return store.judge(certificate, at: IssuingTests.noon).verdict
    }

    private func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(SHA256.hash(data: Array(bytes))) }

    @Test("each of the three hashes of the EU's scheme revokes, others don't")
    func hashes() throws {
        let r = certificate.signed.signature.prefix(32)
        let right: [(RevocationList.HashType, [UInt8])] = [
            (.identifier, hash(Self.identifier.utf8)),
            (.countryAndIdentifier, hash(("DE" + Self.identifier).utf8)),
            (.signature, hash(r)),
        ]
        for (type, hash) in right {
            for bytes in [hash, Array(hash.prefix(16))] {
                var list = RevocationList()
                try list.insert(bytes, type: type)
                #expect(verdict(list) == .revoked)
            }
            for other in RevocationList.HashType.allCases where other != type {
                var list = RevocationList()
                try list.insert(hash, type: other)
                #expect(verdict(list) == .valid)
            }
        }
    }

    @Test("a blocked identifier is told beside an unknown issuer")
    func unknownIssuer() {
        var store = TrustStore()
        #expect(store.judge(certificate, at: IssuingTests.noon).faults == [.unknownIssuer])
        store.revocations.insert(identifier: Self.identifier)
        #expect(store.judge(certificate, at: IssuingTests.noon).faults == [.unknownIssuer, .revoked])
    }

    @Test("an entry for a signer holds for that signer only, one for any for all")
    func keyIDs() throws {
        let hash = hash(Self.identifier.utf8)
        var list = RevocationList()
        try list.insert(hash, type: .identifier, keyID: [1, 2, 3])
        #expect(verdict(list) == .valid)
        try list.insert(hash, type: .identifier, keyID: certificate.signed.keyID)
        #expect(verdict(list) == .revoked)
        var all = RevocationList()
        try all.insert(hash, type: .identifier)
        try all.insert(hash, type: .identifier, keyID: [1])
        #expect(verdict(all) == .revoked)
    }

    @Test("a hash that is too short is refused")
    func short() {
        var list = RevocationList()
        #expect(throws: HealthCertificateError(.revocationList, .invalidLength, "")) {
            try list.insert([UInt8](repeating: 0, count: 15), type: .signature)
        }
    }

    @Test("lists are read in the forms that authorities publish")
    func forms() throws {
        let hash = Data(hash(Self.identifier.utf8))
        let hexDigits = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let base64 = hash.base64EncodedString()
        let short = hash.prefix(16).base64EncodedString()
        let batch = #"{"country":"DE","hashType":"UCI","kid":"UNKNOWN_KID","entries":[{"hash":"\#(short)"}]}"#
        for text in [
            hexDigits, hexDigits.uppercased(), base64, short, Self.identifier, "\n\(Self.identifier)\r\nURN:UVCI:x\n",
            #"["\#(base64)"]"#, #"{"revokedCerts":["\#(Self.identifier)"],"validDuration":1}"#, batch, "[\(batch)]",
        ] {
            #expect(verdict(try RevocationList(reading: Array(text.utf8))) == .revoked, "\(text)")
        }
        let unrelated = try RevocationList(reading: Array("URN:UVCI:01DE/TEST/2#A".utf8))
        #expect(verdict(unrelated) == .valid)
        for text in ["{}", "[1]", "not/a/hash", #"{"hashType":"X","entries":[]}"#] {
            #expect(throws: HealthCertificateError.self) { try RevocationList(reading: Array(text.utf8)) }
        }
    }

    @Test("two lists together hold what each held")
    func union() throws {
        var list = try RevocationList(reading: Array("URN:UVCI:other".utf8))
        list.formUnion(try RevocationList(reading: Array(Self.identifier.utf8)))
        #expect(list.count == 2)
        #expect(verdict(list) == .revoked)
    }
}
