import CivilDates
import Foundation
import HealthCertificate
import Testing

@Suite("Issuing", .timeLimit(.minutes(3)))
struct IssuingTests {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    static func issuer(
        _ kind: SigningKey.Kind = .p256, permitting kinds: Set<HealthClaims.Kind>? = nil
    ) throws -> CertificateIssuer {
        let key = try SigningKey(new: kind)
        let request = CertificateRequest(
            country: "DE", commonName: "Praxis Dr. Ödipus", organization: "Test", notBefore: noon - 86_400,
            notAfter: noon + 86_400 * 365, permittedKinds: kinds, serialNumber: Array(1...9))
        return try CertificateIssuer(key: key, certificate: request.certificate(for: key))
    }

    static let claims = HealthClaims(
        holder: Holder(
            name: PersonName(
                family: "Müller-Groß", given: "Änne", standardFamily: "MUELLER<GROSS", standardGiven: "AENNE"),
            dateOfBirth: CertificateDate("1964-08")),
        entries: [
            .vaccination(
                VaccinationEntry(
                    target: Coding(system: "http://snomed.info/sct", code: "14189004"),
                    vaccine: Coding(system: "http://snomed.info/sct", code: "871765008"),
                    product: Coding(
                        system: "https://ec.europa.eu/health/documents/community-register/html/",
                        code: "EU/1/06/337"),
                    manufacturer: Coding(
                        system: "https://spor.ema.europa.eu/v1/organisations", code: "ORG-100000788"),
                    dose: 1, total: 2, date: CertificateDate("2027-01-14"), country: "DE", issuer: "Praxis Dr. Ödipus",
                    identifier: "URN:UVCI:01DE/TEST/1#A"))
        ])

    @Test("what is issued is read back as it was, and is valid", arguments: SigningKey.Kind.allCases)
    func roundTrip(kind: SigningKey.Kind) throws {
        let issuer = try Self.issuer(kind)
        let text = try issuer.issue(Self.claims, issuedAt: Self.noon, expiresAt: Self.noon + 3600)
        let certificate = try SignedCertificate(text: text)
        #expect(certificate.claims == Self.claims)
        #expect(certificate.departures.isEmpty)
        #expect(certificate.issuer == "DE")
        #expect(certificate.issuedAt == Self.noon)
        #expect(certificate.expiresAt == Self.noon + 3600)
        let store = TrustStore(signers: [issuer.signer])
        #expect(store.judge(certificate, at: Self.noon).verdict == .valid)
        #expect(store.judge(certificate, at: Self.noon + 3600).verdict == .expired)
        #expect(store.judge(certificate, at: Self.noon - 1).verdict == .notYetValid)
        #expect(TrustStore().judge(certificate, at: Self.noon).verdict == .unknownIssuer)
    }

    @Test("a key is read back from its PEM", arguments: SigningKey.Kind.allCases)
    func keyPEM(kind: SigningKey.Kind) throws {
        let key = try SigningKey(new: kind)
        #expect(try SigningKey(pem: key.pem).subjectPublicKeyInfo == key.subjectPublicKeyInfo)
    }

    @Test("a key that is not the certificate's makes no issuer")
    func foreignKey() throws {
        let certificate = try Self.issuer().certificate
        #expect(throws: HealthCertificateError(.certificate, .invalidValue, "")) {
            try CertificateIssuer(key: SigningKey(new: .p256), certificate: certificate)
        }
    }

    @Test("a key for tests may not sign vaccinations")
    func keyUsage() throws {
        let issuer = try Self.issuer(permitting: [.test, .recovery])
        #expect(issuer.signer.permittedKinds == [.test, .recovery])
        let text = try issuer.issue(Self.claims, issuedAt: Self.noon, expiresAt: Self.noon + 3600)
        let judgement = TrustStore(signers: [issuer.signer]).judge(try SignedCertificate(text: text), at: Self.noon)
        #expect(judgement.verdict == .wrongKeyUsage)
    }

    @Test("a signer that an authority certified is told from one that it didn't")
    func chain() throws {
        let authorityKey = try SigningKey(new: .p384)
        let authority = try CertificateRequest(
            country: "DE", commonName: "CSCA", notBefore: Self.noon, notAfter: Self.noon + 1, isAuthority: true,
            serialNumber: Array(1...8)
        ).certificate(for: authorityKey)
        let request = CertificateRequest(
            country: "DE", commonName: "DSC", notBefore: Self.noon, notAfter: Self.noon + 1,
            serialNumber: Array(2...9))
        let signed = try request.certificate(
            for: SigningKey(new: .p256), signedBy: .init(certificate: authority, key: authorityKey))
        #expect(authority.isAuthority)
        #expect(!signed.isAuthority)
        #expect(signed.isIssued(by: authority))
        #expect(!authority.isIssued(by: signed))
        let imposter = try CertificateRequest(
            country: "DE", commonName: "CSCA", notBefore: Self.noon, notAfter: Self.noon + 1,
            serialNumber: Array(1...8)
        ).certificate(for: SigningKey(new: .p384))
        #expect(!signed.isIssued(by: imposter))
    }
}
