import BoundedJSON
internal import Foundation

/// Tells the formats of lists apart and reads their entries.
enum TrustListReader {
    typealias Entry = Result<Signer, HealthCertificateError>

    struct Document {
        let format: TrustList.Format
        var entries: [Entry]
        var authorities: [SignerCertificate] = []
        var expiresAt: Date?
        var revocations = RevocationList()
    }

    /// The certificates of a PEM text or of DER, or `nil` when the bytes are neither.
    ///
    /// - Throws: ``HealthCertificateError`` `trustList: untrusted` where a private key is beside them.
    static func bareCertificates(
        _ bytes: [UInt8]
    ) throws(HealthCertificateError) -> (format: TrustList.Format, blocks: [[UInt8]])? {
        guard bytes.count <= SignedDocument.longest else { return nil }
        if bytes.first == 0x30, let blocks = derBlocks(bytes) { return (.der, blocks) }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("PRIVATE KEY-----") { throw WebKey.privateKey }
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

    /// Reads a JSON document; which member is there tells the format.
    static func document(_ json: [UInt8]) throws(HealthCertificateError) -> Document {
        guard let list = try? JSONValue(parsing: json, limits: SignedDocument.limits) else { throw unknownForm }
        try WebKey.refusePrivateKeys(in: list)
        if list.elements != nil { return GatewayEntry.document(.gateway, try objects(list).map(GatewayEntry.init)) }
        if let entries = list["certificates"] {
            return GatewayEntry.document(.german, try objects(entries).map(GatewayEntry.init))
        }
        if let countries = list["dsc_trust_list"] {
            return SwedishCountries(try members(countries)).document(expiresAt: list["exp"]?.floatingPoint)
        }
        if let keys = list["eu_keys"] { return DutchEntry.document(try members(keys)) }
        if let keys = list["certs"] { return Document(format: .swiss, entries: try entries(keys)) }
        if let keys = list["keys"] { return Document(format: .jwks, entries: try entries(keys)) }
        if list["issuerInfo"] != nil { return try HealthCardDirectory.document(list) }
        if list["kty"] != nil {
            return Document(format: .jwk, entries: [WebKey(list).entry.map { $0.restricted(to: [.evc]) }])
        }
        throw HealthCertificateError(.trustList, .unsupported, "the list is of no known format")
    }

    private static func entries(_ keys: JSONValue) throws(HealthCertificateError) -> [Entry] {
        try objects(keys).map { WebKey($0).entry }
    }

    private static func objects(_ list: JSONValue) throws(HealthCertificateError) -> [JSONValue] {
        guard let elements = list.elements, elements.allSatisfy({ $0.members != nil }) else { throw unknownForm }
        return elements
    }

    private static func members(_ list: JSONValue) throws(HealthCertificateError) -> JSONObject {
        guard let members = list.members else { throw unknownForm }
        return members
    }

    private static var unknownForm: HealthCertificateError {
        HealthCertificateError(.trustList, .invalidValue, "the list's JSON is not of a known form")
    }
}
