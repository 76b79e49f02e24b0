internal import BoundedJSON
internal import ByteCoding

/// Reads the keys of the trust network: the certificate counts, and the numbers beside it have to be its key.
enum TrustNetworkKeyReader {
    private static let longestChain = 8

    /// The certificates of a key (`x5c`), its own first.
    ///
    /// - Throws: ``HealthCertificateError`` for a key without certificate, with one of an unknown kind or curve, and
    ///   for one whose numbers aren't those of its certificate.
    static func chain(_ jwk: JSONValue) throws(HealthCertificateError) -> [SignerCertificate] {
        try WebKey.refusePrivateKeys(in: ["keys": [jwk]])
        guard let kind = jwk["kty"]?.text, ["EC", "RSA"].contains(kind) else {
            throw TrustNetworkShape.fault(.unsupported, "keys of this type are not known, only EC and RSA")
        }
        let texts = jwk["x5c"]?.elements?.compactMap(\.text) ?? []
        guard (1...longestChain).contains(texts.count) else {
            throw TrustNetworkShape.fault(.missing, "the key has no certificate (x5c), or too many")
        }
        var chain: [SignerCertificate] = []
        for (index, text) in texts.enumerated() {
            guard let der = Base64.decodeLoosely(text) else {
                throw TrustNetworkShape.fault(.invalidCharacter, "x5c[\(index)] is not Base64")
            }
            do {
                chain.append(try SignerCertificate(der: der))
            } catch {
                // What can't be read above the key's own certificate doesn't lead to an authority.
                if index == 0 { throw error }
                break
            }
        }
        guard chain[0].key.hasNumbers(of: jwk) else {
            throw TrustNetworkShape.fault(.untrusted, "the certificate (x5c) is not that of the key")
        }
        return chain
    }

    /// Whether one of the authorities certified the first certificate, or one of those that lead up from it did.
    static func leads(_ chain: [SignerCertificate], to authorities: [SignerCertificate]) -> Bool {
        var current = chain[0]
        for above in [nil] + chain.dropFirst().map(Optional.some) {
            if let above {
                guard above.isAuthority, current.isIssued(by: above) else { return false }
                current = above
            }
            if authorities.contains(where: { $0 == current && above != nil || current.isIssued(by: $0) }) {
                return true
            }
        }
        return false
    }
}

extension VerificationKey {
    /// Whether a JSON Web Key's numbers, read without leading zeros, are this key's.
    ///
    /// The curve's name is not looked at: some are written as unknown, and the certificate tells it.
    fileprivate func hasNumbers(of jwk: JSONValue) -> Bool {
        func number(_ name: String) -> [UInt8]? { jwk[name]?.base64.map { Array($0.drop { $0 == 0 }) } }
        if let n = number("n"), let e = number("e") {
            return (try? VerificationKey(rsaModulus: n, exponent: e)) == self
        }
        guard let x = number("x"), let y = number("y"), rawBytes.first == 4 else { return false }
        let half = (rawBytes.count - 1) / 2
        return x == Array(rawBytes.dropFirst().prefix(half).drop { $0 == 0 })
            && y == Array(rawBytes.dropFirst(1 + half).drop { $0 == 0 })
    }
}
