import ArgumentParser
import CBORCoding
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
        let network = try Self.network(with: issuer.signer)
        let among = Stopwatch.microseconds(calls: 200) {
            precondition(network.judge(certificate, at: start).isValid)
        }
        Stopwatch.print("judge among \(network.count) signers", among, ratio: among / bare)
        try Self.layers(text)
    }

    /// Where the time of decoding goes.
    private static func layers(_ text: String) throws {
        let characters = Array(text.utf8.dropFirst(4))
        let payload = try SignedCertificate(text: text).payload
        let bytes = payload.encoded
        Stopwatch.print("  Base45", try Stopwatch.microseconds(calls: 1000) { _ = try Base45.decode(characters) })
        Stopwatch.print("  CBOR", try Stopwatch.microseconds(calls: 1000) { _ = try CBOR(decoding: bytes) })
        Stopwatch.print("  payload", try Stopwatch.microseconds(calls: 1000) { _ = try DCCPayload(payload) })
    }

    /// As many signers as the WHO's network has, each with a key of its own.
    private static func network(with signer: Signer) throws -> TrustStore {
        var store = TrustStore()
        for number in 0..<500 {
            let key = try VerificationKey(subjectPublicKeyInfo: SigningKey(new: .p256).subjectPublicKeyInfo)
            let keyID = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
            store.insert(Signer(keyID: keyID, key: key, permittedFormats: [.euDCC]))
        }
        store.insert(signer)
        return store
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
            dateOfBirth: CertificateDate("1998-02-26")),
        entries: [
            .vaccination(
                VaccinationEntry(
                    target: Coding(code: "840539006"), vaccine: Coding(code: "1119349007"),
                    product: Coding(code: "EU/1/20/1528"), manufacturer: Coding(code: "ORG-100030215"), dose: 1,
                    total: 2, date: CertificateDate("2021-02-18"), country: "DE", issuer: "Ministry of Health",
                    identifier: "URN:UVCI:01:DE:10807843F94AEE0EE5093FBC254BD813#B"))
        ])
}
