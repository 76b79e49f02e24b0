internal import BoundedJSON

/// Rules and value sets as they were published: verified and read, from a bundle of either.
public struct PublishedRules: Sendable, Hashable {
    /// The rules; none in a bundle of value sets.
    public let rules: BusinessRules
    /// The codes of each value set by its identifier; none in a bundle of rules.
    public let valueSets: [String: [String]]
    /// Whether the bundle carries a signature, which was verified.
    public let isSigned: Bool

    /// Reads a bundle: an array of rules or one rule, or an array of value sets or one, signed as a ``TrustList`` may be.
    ///
    /// - Throws: ``HealthCertificateError``: `untrusted` when the signature is not the key's, or there is none for it to
    ///   verify; of layer `rules` when the bundle can't be read as a whole.
    public init(reading bytes: [UInt8], key: TrustListKey? = nil) throws(HealthCertificateError) {
        let (json, isSigned) = try SignedDocument.open(bytes, check: .required(key), layer: .rules)
        self.isSigned = isSigned
        guard let bundle = try? JSONValue(parsing: json, limits: SignedDocument.ruleLimits) else {
            throw HealthCertificateError(.rules, .corrupt, "the bundle is no JSON")
        }
        let elements = bundle.elements ?? [bundle]
        guard !elements.isEmpty else { throw HealthCertificateError(.rules, .missing, "the bundle is empty") }
        if elements.allSatisfy({ $0["valueSetId"] != nil }) {
            var valueSets: [String: [String]] = [:]
            for element in elements {
                guard let id = element["valueSetId"]?.text, let values = element["valueSetValues"]?.members else {
                    throw HealthCertificateError(.rules, .invalidValue, "a value set has no id or no values")
                }
                valueSets[id] = values.map(\.name).sorted()
            }
            (rules, self.valueSets) = (BusinessRules([]), valueSets)
        } else {
            (rules, valueSets) = (try BusinessRules(parsing: json), [:])
        }
    }

    /// Whether the bytes look like such a bundle, signed or not, rather than like a list of signers.
    public static func isBundle(_ bytes: [UInt8]) -> Bool {
        guard let (json, _) = try? SignedDocument.open(bytes, check: .none, layer: .rules),
            let bundle = try? JSONValue(parsing: json, limits: SignedDocument.ruleLimits),
            let first = bundle.elements?.first ?? bundle.members.map({ .object($0) })
        else { return false }
        return first["valueSetId"] != nil || first["Identifier"] != nil && first["Logic"] != nil
    }
}
