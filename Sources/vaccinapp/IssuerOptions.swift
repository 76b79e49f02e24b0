public import ArgumentParser
import Foundation
public import HealthCertificate
import Lists

/// Who signs: the key, and the certificate that others verify with.
struct IssuerOptions: ParsableArguments {

    @Option(help: "The file with the private key, in PEM.") var key: String
    @Option(help: "The file with the signer's certificate, in PEM.") var certificate: String
    @Option(help: "For a new issuer: its country, ISO 3166 alpha-2.") var issuerCountry = "DE"
    @Option(help: "For a new issuer: its name.") var issuerName = "Demo issuer"
    @Option(help: "For a new issuer: the kind of key.") var keyKind = SigningKey.Kind.p256
    @Option(help: "For a new issuer: for how many days its certificate holds, at least as long as what it signs.")
    var issuerDays = 3650
    @Option(
        parsing: .upToNextOption,
        help: "For a new issuer: the only kinds it may sign (vaccination, test, recovery); without it, all.")
    var mayIssue: [HealthClaims.Kind] = []

    /// The issuer of the two files, which are made when neither exists.
    func issuer(at moment: Date, until end: Date) throws -> CertificateIssuer {
        let exists = [key, certificate].map { FileManager.default.fileExists(atPath: $0) }
        switch (exists[0], exists[1]) {
        case (true, true):
            guard let signer = try SignerCertificate.all(pem: InputFile.readText(certificate)).first else {
                throw ValidationError("\(certificate) holds no certificate")
            }
            return try CertificateIssuer(key: SigningKey(pem: InputFile.readText(key)), certificate: signer)
        case (false, false):
            return try make(at: moment, until: end)
        default:
            throw ValidationError("of --key and --certificate one exists and the other doesn't")
        }
    }

    private func make(at moment: Date, until end: Date) throws -> CertificateIssuer {
        guard issuerCountry.utf8.count == 2, issuerCountry.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw ValidationError("--issuer-country is two capital letters")
        }
        guard (1...36_500).contains(issuerDays) else { throw ValidationError("--issuer-days is from 1 to 36500") }
        let signingKey = try SigningKey(new: keyKind)
        var generator = SystemRandomNumberGenerator()
        let request = CertificateRequest(
            country: issuerCountry, commonName: issuerName, notBefore: moment - 60,
            notAfter: max(end, moment + Double(issuerDays) * 86_400),
            permittedKinds: mayIssue.isEmpty ? nil : Set(mayIssue),
            serialNumber: (0..<16).map { _ in UInt8.random(in: 1...127, using: &generator) })
        let signer = try request.certificate(for: signingKey)
        try AtomicFile.write(Data(signingKey.pem.utf8), to: URL(fileURLWithPath: key), permissions: 0o600)
        try AtomicFile.write(Data(signer.pem.utf8), to: URL(fileURLWithPath: certificate))
        return try CertificateIssuer(key: signingKey, certificate: signer)
    }
}

extension SigningKey.Kind: ExpressibleByArgument {}
extension HealthClaims.Kind: ExpressibleByArgument {}
