import Crypto
import Foundation
import HealthCertificate
import Testing

@Suite("Judging", .timeLimit(.minutes(3)))
struct JudgingTests {
    private static let noon = IssuingTests.noon

    private func certificate(_ issuer: CertificateIssuer) throws -> SignedCertificate {
        try SignedCertificate(
            text: issuer.issue(IssuingTests.claims, issuedAt: Self.noon, expiresAt: Self.noon + 3600))
    }

    @Test("of several signers under one key id, the one that signed is found")
    func sharedKeyID() throws {
        let issuer = try IssuingTests.issuer()
        let others = try (0..<3).map { _ in
            Signer(try IssuingTests.issuer().certificate, keyID: issuer.certificate.keyID, country: "FR")
        }
        let certificate = try certificate(issuer)
        let judgement = TrustStore(signers: others + [issuer.signer]).judge(certificate, at: Self.noon)
        #expect(judgement.verdict == .valid)
        #expect(judgement.signer?.country == "DE")
        #expect(judgement.signer?.name == "Praxis Dr. Ödipus")
        #expect(TrustStore(signers: others).judge(certificate, at: Self.noon).verdict == .badSignature)
    }

    @Test("a signer that the list has twice is preferred without fault")
    func preferred() throws {
        let issuer = try IssuingTests.issuer()
        let key = issuer.signer.key
        let restricted = Signer(keyID: issuer.signer.keyID, key: key, permittedKinds: [.test])
        let open = Signer(keyID: issuer.signer.keyID, key: key)
        let certificate = try certificate(issuer)
        #expect(TrustStore(signers: [restricted, open]).judge(certificate, at: Self.noon).verdict == .valid)
        #expect(TrustStore(signers: [restricted]).judge(certificate, at: Self.noon).verdict == .wrongKeyUsage)
    }

    @Test("a judgement holds until its certificate's or its signer's time turns")
    func turns() throws {
        let issuer = try IssuingTests.issuer()
        let certificate = try certificate(issuer)
        func judged(_ signer: Signer, _ seconds: TimeInterval) -> Judgement {
            TrustStore(signers: [signer]).judge(certificate, at: Self.noon + seconds)
        }
        let always = Signer(keyID: issuer.signer.keyID, key: issuer.signer.key)
        #expect(judged(always, -5).changesAt == Self.noon && judged(always, 0).changesAt == Self.noon + 3600)
        #expect(judged(always, 3600).verdict == .expired && judged(always, 3600).changesAt == nil)
        let short = Signer(
            keyID: issuer.signer.keyID, key: issuer.signer.key, notBefore: Self.noon + 10, notAfter: Self.noon + 20)
        #expect(judged(short, 0).verdict == .signerNotYetValid && judged(short, 0).changesAt == Self.noon + 10)
        // At its last moment a signer still holds.
        let last = judged(short, 20)
        #expect(last.verdict == .valid && last.changesAt.map { $0 > Self.noon + 20 && $0 < Self.noon + 21 } == true)
        #expect(judged(short, 21).verdict == .signerExpired)
    }

    @Test("every bit of the signed bytes and of the signature counts")
    func anyBit() throws {
        let issuer = try IssuingTests.issuer()
        let store = TrustStore(signers: [issuer.signer])
        let signed = try certificate(issuer).signed
        #expect(issuer.signer.verifies(signed))
        for index in stride(from: 0, to: signed.message.count, by: 7) {
            var message = signed.message
            message[index] ^= 1
            #expect(
                !issuer.signer.verifies(
                    SignedContent(algorithm: .es256, keyID: nil, message: message, signature: signed.signature)))
        }
        for count in [0, 1, 63, 65, 96] {
            let signature = [UInt8](repeating: 0, count: count)
            #expect(
                !issuer.signer.verifies(
                    SignedContent(algorithm: .es256, keyID: nil, message: signed.message, signature: signature)))
        }
        #expect(
            !issuer.signer.verifies(
                SignedContent(algorithm: nil, keyID: nil, message: signed.message, signature: signed.signature)))
        #expect(store.count == 1)
    }

    @Test("the signer's own validity counts, at the moment of judging")
    func signerValidity() throws {
        let key = try SigningKey(new: .p256)
        let request = CertificateRequest(
            country: "DE", commonName: "Short", notBefore: Self.noon + 10, notAfter: Self.noon + 20,
            serialNumber: Array(1...8))
        let issuer = try CertificateIssuer(key: key, certificate: request.certificate(for: key))
        let store = TrustStore(signers: [issuer.signer])
        let certificate = try certificate(issuer)
        #expect(store.judge(certificate, at: Self.noon).verdict == .signerNotYetValid)
        #expect(store.judge(certificate, at: Self.noon + 10).verdict == .valid)
        #expect(store.judge(certificate, at: Self.noon + 20).verdict == .valid)
        #expect(store.judge(certificate, at: Self.noon + 21).verdict == .signerExpired)
        #expect(store.judge(certificate, at: Self.noon + 7200).faults == [.expired, .signerExpired])
    }

    @Test("a key on P-384 signs under ES256 too, as some issuers do")
    func p384UnderES256() throws {
        let key = P384.Signing.PrivateKey()
        let message = Array("message".utf8)
        let signature = Array(try key.signature(for: SHA256.hash(data: message)).rawRepresentation)
        let verification = try VerificationKey(point: Array(key.publicKey.x963Representation))
        #expect(signature.count == 96)
        #expect(verification.isValid(signature, for: message, algorithm: .es256))
        #expect(!verification.isValid(signature, for: message, algorithm: .es384))
    }

    @Test("without a key id, the signers of the certificate's country are tried")
    func noKeyID() throws {
        let issuer = try IssuingTests.issuer()
        let signed = try certificate(issuer)
        func named(_ keyID: [UInt8]?) -> SignedCertificate {
            SignedCertificate(
                format: .euDCC, text: "", claims: signed.claims, issuer: "DE", issuedAt: signed.issuedAt,
                expiresAt: signed.expiresAt,
                signed: SignedContent(
                    algorithm: .es256, keyID: keyID, message: signed.signed.message,
                    signature: signed.signed.signature))
        }
        let store = TrustStore(signers: [issuer.signer])
        let french = TrustStore(signers: [Signer(issuer.certificate, country: "FR")])
        for keyID in [nil, []] as [[UInt8]?] {
            #expect(store.judge(named(keyID), at: Self.noon).verdict == .valid)
            #expect(french.judge(named(keyID), at: Self.noon).verdict == .unknownIssuer)
        }
        #expect(store.judge(named(issuer.signer.keyID + [1, 2]), at: Self.noon).verdict == .valid)
        #expect(store.judge(named([1, 2]), at: Self.noon).verdict == .unknownIssuer)
    }

    @Test("codes outside the value sets and another country are warnings, not faults")
    func warnings() throws {
        let issuer = try IssuingTests.issuer()
        let text = try issuer.issue(IssuingTests.claims, country: "AT", issuedAt: Self.noon, expiresAt: Self.noon + 9)
        let judgement = TrustStore(signers: [issuer.signer]).judge(try SignedCertificate(text: text), at: Self.noon)
        #expect(judgement.isValid)
        #expect(judgement.warnings.contains(.unknownCode(path: "v[0].tg", set: .disease, code: "14189004")))
        #expect(judgement.warnings.contains(.issuerDiffersFromSigner))
        #expect(judgement.warnings.count == 4)
    }

    @Test("the same certificate twice has one identity, another one another")
    func identity() throws {
        let issuer = try IssuingTests.issuer()
        let first = try issuer.issue(IssuingTests.claims, issuedAt: Self.noon, expiresAt: Self.noon + 3600)
        let again = try issuer.issue(IssuingTests.claims, issuedAt: Self.noon, expiresAt: Self.noon + 3600)
        let later = try issuer.issue(IssuingTests.claims, issuedAt: Self.noon + 1, expiresAt: Self.noon + 3600)
        #expect(first != again)
        #expect(try SignedCertificate(text: first).identity == SignedCertificate(text: "\n\(again)\r\n").identity)
        #expect(try SignedCertificate(text: first).identity != SignedCertificate(text: later).identity)
        #expect(try SignedCertificate(text: first).identity.count == 64)
    }
}
