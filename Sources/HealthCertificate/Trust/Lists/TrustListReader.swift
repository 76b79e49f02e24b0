internal import Foundation

/// Tells the formats of lists apart and reads their entries.
enum TrustListReader {
    typealias Entry = Result<Signer, HealthCertificateError>

    struct Document {
        let format: TrustList.Format
        let entries: [Entry]
        var authorities: [SignerCertificate] = []
        var expiresAt: Date?
    }

    /// The certificates of a PEM text or of DER, or `nil` when the bytes are neither.
    static func bareCertificates(_ bytes: [UInt8]) -> (format: TrustList.Format, blocks: [[UInt8]])? {
        guard bytes.count <= SignedDocument.longest else { return nil }
        if bytes.first == 0x30, let blocks = derBlocks(bytes) { return (.der, blocks) }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else { return nil }
        return (.pem, PEM.blocks("CERTIFICATE", in: text))
    }

    /// Splits DER sequences that follow each other, or `nil` when a length leads beyond the bytes.
    private static func derBlocks(_ bytes: [UInt8]) -> [[UInt8]]? {
        var blocks: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 2, rest.first == 0x30 else { return nil }
            let first = Int(rest[rest.startIndex + 1])
            let lengthBytes = first < 0x80 ? 0 : first & 0x7F
            guard lengthBytes <= 3, first != 0x80, rest.count >= 2 + lengthBytes else { return nil }
            let length =
                lengthBytes == 0 ? first : rest.dropFirst(2).prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
            let total = 2 + lengthBytes + length
            guard rest.count >= total else { return nil }
            blocks.append(Array(rest.prefix(total)))
            rest = rest.dropFirst(total)
        }
        return blocks
    }

    /// Reads a JSON document.
    static func document(_ json: [UInt8]) throws(HealthCertificateError) -> Document {
        let data = Data(json)
        let decoder = JSONDecoder()
        do {
            if json.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) == UInt8(ascii: "[") {
                return GatewayEntry.document(.gateway, try decoder.decode([GatewayEntry].self, from: data))
            }
            let list = try decoder.decode(AnyTrustList.self, from: data)
            if let entries = list.certificates { return GatewayEntry.document(.german, entries) }
            if let countries = list.swedish { return countries.document(expiresAt: list.exp) }
            if let keys = list.dutch { return DutchEntry.document(keys) }
            if let keys = list.certs { return Document(format: .swiss, entries: keys.map(\.entry)) }
            if let keys = list.keys { return Document(format: .jwks, entries: keys.map(\.entry)) }
        } catch {
            throw HealthCertificateError(.trustList, .invalidValue, "the list's JSON is not of a known form")
        }
        throw HealthCertificateError(.trustList, .unsupported, "the list is of no known format")
    }

    /// The top of any of the JSON lists; which member is there tells the format.
    private struct AnyTrustList: Decodable {
        let certificates: [GatewayEntry]?
        let swedish: SwedishCountries?
        let dutch: [String: [DutchEntry]]?
        let certs: [WebKey]?
        let keys: [WebKey]?
        let exp: Double?

        private enum CodingKeys: String, CodingKey {
            case certificates, certs, keys, exp
            case swedish = "dsc_trust_list"
            case dutch = "eu_keys"
        }
    }
}
