internal import ByteCoding
internal import Foundation

/// Blocks of Base64 between lines that name them ([RFC 7468](https://www.rfc-editor.org/rfc/rfc7468)).
enum PEM {
    /// The decoded blocks of one label, in order; what can't be decoded is left out.
    static func blocks(_ label: String, in text: String) -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        var rest = text[...]
        while let begin = rest.range(of: "-----BEGIN \(label)-----") {
            rest = rest[begin.upperBound...]
            guard let end = rest.range(of: "-----END \(label)-----") else { break }
            if let bytes = Base64.decodeLoosely(rest[..<end.lowerBound]) { blocks.append(bytes) }
            rest = rest[end.upperBound...]
        }
        return blocks
    }

    /// Writes bytes as one block, 64 characters a line.
    static func block(_ label: String, _ bytes: [UInt8]) -> String {
        "-----BEGIN \(label)-----\n\(Base64.lines(bytes))\n-----END \(label)-----\n"
    }
}

extension SignerCertificate {
    /// The certificate as PEM.
    public var pem: String { PEM.block("CERTIFICATE", der) }

    /// Reads every certificate of a PEM text.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `certificate` when there is none, or one can't be read.
    public static func all(pem: String) throws(HealthCertificateError) -> [SignerCertificate] {
        var certificates: [SignerCertificate] = []
        for block in PEM.blocks("CERTIFICATE", in: pem) { certificates.append(try SignerCertificate(der: block)) }
        guard !certificates.isEmpty else {
            throw HealthCertificateError(.certificate, .missing, "no certificate in PEM")
        }
        return certificates
    }
}
