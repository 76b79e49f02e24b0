import ArgumentParser
import ByteCoding
import Foundation
import HealthCertificate
import Lists

/// Whom a command trusts: signers and lists named on its line, and what was imported.
struct TrustOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: "A signer's certificate: a file, PEM, or DER in Base64. May be given several times.")
    var signer: [String] = []

    @Option(help: "A trust list in any format that authorities publish. May be given several times.")
    var trustList: [String] = []

    @Option(help: "The key that the trust lists are signed with: a PEM file with a public key or a certificate.")
    var trustListKey: String?

    @Option(
        help: ArgumentHelp(
            "The address of the issuer of SMART Health Cards whose key set (jwks.json) the trust list is.",
            valueName: "URL"))
    var issuer: String?

    @Option(help: "A list of revoked certificates. May be given several times.")
    var revocations: [String] = []

    @Option(help: "A data folder, for what was imported with 'trust import'; $VACCINAPP_DATA if left out, else none.")
    var data: String?

    func validate() throws { try DataFolder.requireSettings() }

    func store() throws -> TrustStore {
        let folder = (data ?? DataFolder.named).map { TrustDirectory(dataDirectory: $0) }
        var store = try folder?.load().store ?? TrustStore()
        for value in signer {
            for certificate in try SignerArgument.certificates(value) { store.insert(Signer(certificate)) }
        }
        let key = try trustListKey.map { try TrustListKey(pem: InputFile.readText($0)) }
        for path in trustList {
            let list = try list(path, key: key)
            for signer in list.signers { store.insert(signer) }
            store.revocations.formUnion(list.revocations)
        }
        for path in revocations { store.revocations.formUnion(try RevocationList(reading: InputFile.read(path))) }
        return store
    }

    /// A list named on the line is trusted for that, as a signer is: without a key only a note says it isn't verified.
    private func list(_ path: String, key: TrustListKey?) throws -> TrustList {
        let bytes = try InputFile.read(path)
        if let issuer { return try TrustList(reading: bytes, issuer: issuer) }
        if let key { return try TrustList(reading: bytes, key: key) }
        let list = try TrustList(readingUnverified: bytes)
        if list.isSigned { StandardError.write("note: the signature of \(path) was not verified (--trust-list-key)") }
        return list
    }
}

/// A signer's certificate on the command line.
enum SignerArgument {
    static func certificates(_ value: String) throws -> [SignerCertificate] {
        if FileManager.default.fileExists(atPath: value) {
            let bytes = try InputFile.read(value)
            if bytes.first == 0x30 { return [try SignerCertificate(der: bytes)] }
            return try certificates(text: String(decoding: bytes, as: UTF8.self))
        }
        return try certificates(text: value)
    }

    private static func certificates(text: String) throws -> [SignerCertificate] {
        if text.contains("-----BEGIN") { return try SignerCertificate.all(pem: text) }
        guard let der = Base64.decodeLoosely(text), !der.isEmpty else {
            throw ValidationError("the signer is neither a file, nor PEM, nor DER in Base64")
        }
        return [try SignerCertificate(der: Array(der))]
    }
}
