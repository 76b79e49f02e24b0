import ByteCoding
import Foundation
import HealthCertificate

/// A made-up issuer whose key lives only as long as the demo's certificates take to sign.
struct DemoIssuer {
    let certificate: SignerCertificate
    private let issuer: CertificateIssuer
    private let now: Date

    init(now: Date) throws {
        let key = try SigningKey(new: .p256)
        var generator = SystemRandomNumberGenerator()
        let serial = (0..<16).map { _ in UInt8.random(in: 1...127, using: &generator) }
        self.certificate = try CertificateRequest(
            country: "DE", commonName: "Vaccinapp demo issuer", notBefore: now.addingTimeInterval(-86_400 * 730),
            notAfter: now.addingTimeInterval(86_400 * 3_650), permittedKinds: nil, serialNumber: serial
        ).certificate(for: key)
        self.issuer = try CertificateIssuer(key: key, certificate: certificate)
        self.now = now
    }

    /// A certificate for one vaccination.
    ///
    /// - Parameter expires: Days from now until it expires; negative for one that has.
    func vaccination(_ dose: VaccinationEntry, of holder: Holder, expires: Int = 365) throws -> String {
        let claims = HealthClaims(holder: holder, entries: [.vaccination(dose)])
        let expiry = now.addingTimeInterval(Double(expires) * 86_400)
        return try issuer.issue(claims, issuedAt: expiry.addingTimeInterval(-400 * 86_400), expiresAt: expiry)
    }

    /// The issuer as an imported trust list of one signer.
    var trustEntry: TrustDirectory.Entry {
        let pem =
            "-----BEGIN CERTIFICATE-----\n"
            + Base64.lines(certificate.der)
            + "\n-----END CERTIFICATE-----\n"
        return TrustDirectory.Entry(
            kind: .signers, imported: now.formatted(.iso8601), key: nil, authorities: nil, list: Data(pem.utf8))
    }
}
