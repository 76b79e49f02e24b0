import BoundedJSON
import Foundation
import HealthCardIssuing
import HealthCertificate
import Testing

@Suite("Lists of issuers of SMART Health Cards as trust lists", .timeLimit(.minutes(3)))
struct HealthCardTrustListTests {
    private let cards: ExampleCards

    init() throws { cards = try ExampleCards() }

    private func verdict(_ list: TrustList, revocationID: String? = nil) throws -> Verdict {
        let card = try cards.issuer.issue(
            ExampleCards.claims, issuedAt: ExampleCards.issuedAt, revocationID: revocationID)
        let trust = TrustStore(signers: list.signers, revocations: list.revocations)
        return trust.judge(try SignedCertificate(text: card.jws), at: ExampleCards.moment).verdict
    }

    @Test func anIssuersKeySetMakesItsCardsValidAndNobodyElses() throws {
        let bytes = Array(cards.issuer.keySet.utf8)
        let list = try TrustList(reading: bytes, issuer: ExampleCards.address)
        #expect(list.format == .healthCardIssuer)
        #expect(list.signers.map(\.issuerAddress) == [ExampleCards.address])
        #expect(try verdict(list) == .valid)
        #expect(try verdict(TrustList(reading: bytes, issuer: "https://cards.example")) == .unknownIssuer)
        // Without an address the key belongs to nobody whom a card could state.
        #expect(try verdict(TrustList(reading: bytes)) == .unknownIssuer)
        for address in ["http://cards.example", "https://cards.example/", "cards.example", ""] {
            #expect(throws: HealthCertificateError.self) { try TrustList(reading: bytes, issuer: address) }
        }
    }

    @Test func aKeyWhoseNameIsNotItsThumbprintIsRefused() throws {
        let wrong = cards.issuer.keySet.replacing(cards.issuer.keyIdentifier, with: String(repeating: "A", count: 43))
        let list = try TrustList(reading: Array(wrong.utf8), issuer: ExampleCards.address)
        #expect(list.signers.isEmpty)
        #expect(list.refusals.first?.reason.contains("keyKidWrong") == true)
    }

    @Test func aSnapshotOfADirectoryBringsKeysAndRevokedCards() throws {
        let key = cards.issuer.publicKey.compactText
        let revoked = #"{"kid":"\#(cards.issuer.keyIdentifier)","method":"rid","ctr":1,"rids":["gone"]}"#
        let snapshot = #"""
            {"issuerInfo":[{"issuer":{"iss":"\#(ExampleCards.address)","name":"A"},"keys":[\#(key)],"crls":[\#(revoked)]}]}
            """#
        let list = try TrustList(reading: Array(snapshot.utf8))
        #expect(list.format == .healthCardDirectory)
        #expect(list.signers.map(\.name) == ["A"])
        #expect(try verdict(list, revocationID: "here") == .valid)
        #expect(try verdict(list, revocationID: "gone") == .revoked)
        // The same as a file of its own; of two lists of one key the newer one counts.
        var revocations = try RevocationList(reading: Array(revoked.utf8))
        #expect(RevocationList.isOfCards(Array(revoked.utf8)))
        #expect(revocations.count == 1)
        let newer = revoked.replacing("\"ctr\":1", with: "\"ctr\":2").replacing("gone", with: "other")
        revocations.formUnion(try RevocationList(reading: Array(newer.utf8)))
        let card = try cards.issuer.issue(ExampleCards.claims, issuedAt: ExampleCards.issuedAt, revocationID: "gone")
        #expect(!revocations.contains(card.certificate))
    }

    @Test(
        "A list with a private key in it is refused whole",
        arguments: ["d", "p", "k"], [0, 1, 2])
    func privateKeys(member: String, form: Int) throws {
        let key = cards.issuer.publicKey.compactText.dropLast() + ",\"\(member)\":\"AAAA\"}"
        let good = cards.issuer.publicKey.compactText
        let texts = [
            #"{"keys":[\#(good),\#(key)]}"#, String(key),
            #"{"issuerInfo":[{"issuer":{"iss":"https://a.example"},"keys":[\#(good),\#(key)]}]}"#,
        ]
        let bytes = Array(texts[form].utf8)
        #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) { try TrustList(reading: bytes) }
        guard form == 0 else { return }
        #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) {
            try TrustList(reading: bytes, issuer: ExampleCards.address)
        }
    }

    // Needs the reference data, which is not part of the project.
    @Test("The published examples are valid with their published keys", .enabled(if: SharedData.has("shc/good")))
    func published() throws {
        let list = try TrustList(
            reading: SharedData.bytes("shc/good/issuer.jwks.json"),
            issuer: "https://spec.smarthealth.cards/examples/issuer")
        let trust = TrustStore(signers: list.signers)
        // The third is a summary without vaccination or test, so that nothing in it is proven.
        for (number, verdict) in [("00", Verdict.valid), ("01", .valid), ("02", .invalidContent)] {
            let jws = try String(decoding: SharedData.bytes("shc/good/example-\(number)-d-jws.txt"), as: UTF8.self)
            let file = try SharedData.bytes("shc/good/example-\(number)-e-file.smart-health-card")
            for text in [jws] + (try SmartHealthCardFile.texts(in: file)) {
                #expect(trust.judge(try SignedCertificate(text: text), at: ExampleCards.moment).verdict == verdict)
            }
        }
    }
}
