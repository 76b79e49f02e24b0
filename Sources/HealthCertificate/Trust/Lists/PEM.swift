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
            if let bytes = Base64.decode(rest[..<end.lowerBound]) { blocks.append(bytes) }
            rest = rest[end.upperBound...]
        }
        return blocks
    }

    /// Writes bytes as one block, 64 characters a line.
    static func block(_ label: String, _ bytes: [UInt8]) -> String {
        let body = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
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

/// Base64 of either alphabet, padded or not, with line breaks anywhere ([RFC 4648](https://www.rfc-editor.org/rfc/rfc4648)).
enum Base64 {
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count + 3)
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "="): continue
            default: characters.append(character)
            }
        }
        while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(characters)).map(Array.init)
    }
}
