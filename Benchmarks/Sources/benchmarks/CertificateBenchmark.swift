import ArgumentParser
import Crypto
import Foundation
import HealthCertificate

/// Decode and verify one certificate, against a bare P-256 verification of swift-crypto.
struct CertificateBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Decode, and decode and verify, a usual certificate; 1 x is a bare P-256 verification."
    )

    func run() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let issuer = try Self.issuer(start)
        let text = try issuer.issue(Self.claims, issuedAt: start, expiresAt: start + 86_400)
        let store = TrustStore(signers: [issuer.signer])
        let certificate = try SignedCertificate(text: text)

        let key = P256.Signing.PrivateKey()
        let message = certificate.signed.message
        let signature = try key.signature(for: message)
        let publicKey = key.publicKey
        let bare = Stopwatch.microseconds(calls: 200) {
            precondition(publicKey.isValidSignature(signature, for: message))
        }

        let decode = try Stopwatch.microseconds(calls: 1000) { _ = try SignedCertificate(text: text) }
        let judge = Stopwatch.microseconds(calls: 200) {
            precondition(store.judge(certificate, at: start).isValid)
        }
        let both = try Stopwatch.microseconds(calls: 200) {
            let certificate = try SignedCertificate(text: text)
            precondition(store.judge(certificate, at: start).isValid)
        }
        print("a certificate of \(text.utf8.count) characters")
        Stopwatch.print("bare P-256 verification", bare, ratio: 1)
        Stopwatch.print("decode", decode, ratio: decode / bare)
        Stopwatch.print("judge", judge, ratio: judge / bare)
        Stopwatch.print("decode and judge", both, ratio: both / bare)
        try Self.layers(text)
    }

    /// Where the time of decoding goes.
    private static func layers(_ text: String) throws {
        let characters = Array(text.utf8.dropFirst(4))
        let compressed = try Base45.decode(characters)
        let message = try Zlib.inflate(compressed)
        let sign1 = try COSESign1(decoding: message)
        let payload = try SignedCertificate(text: text).payload
        Stopwatch.print("  Base45", try Stopwatch.microseconds(calls: 1000) { _ = try Base45.decode(characters) })
        Stopwatch.print("  zlib", try Stopwatch.microseconds(calls: 1000) { _ = try Zlib.inflate(compressed) })
        Stopwatch.print("  COSE", try Stopwatch.microseconds(calls: 1000) { _ = try COSESign1(decoding: message) })
        Stopwatch.print("  CBOR", try Stopwatch.microseconds(calls: 1000) { _ = try CBOR(decoding: sign1.payload) })
        Stopwatch.print("  payload", try Stopwatch.microseconds(calls: 1000) { _ = try DCCPayload(payload) })
    }

    private static func issuer(_ start: Date) throws -> CertificateIssuer {
        let key = try SigningKey(new: .p256)
        let certificate = try CertificateRequest(
            country: "DE", commonName: "Benchmark", notBefore: start - 1, notAfter: start + 86_400,
            serialNumber: Array(1...8)
        ).certificate(for: key)
        return try CertificateIssuer(key: key, certificate: certificate)
    }

    private static let claims = HealthClaims(
        holder: Holder(
            name: PersonName(
                family: "Musterfrau-Gößinger", given: "Gabriele", standardFamily: "MUSTERFRAU<GOESSINGER",
                standardGiven: "GABRIELE"),
            dateOfBirth: PartialDate("1998-02-26")),
        entries: [
            .vaccination(
                Vaccination(
                    target: Coding(code: "840539006"), vaccine: Coding(code: "1119349007"),
                    product: Coding(code: "EU/1/20/1528"), manufacturer: Coding(code: "ORG-100030215"), dose: 1,
                    total: 2, date: PartialDate("2021-02-18"), country: "DE", issuer: "Ministry of Health",
                    identifier: "URN:UVCI:01:DE:10807843F94AEE0EE5093FBC254BD813#B"))
        ])
}
