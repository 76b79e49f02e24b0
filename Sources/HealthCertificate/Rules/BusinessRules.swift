import BoundedJSON
public import Foundation

/// A bundle of rules, of any number of countries and kinds.
public struct BusinessRules: Sendable, Hashable {
    /// All rules, every version of them, in the order in which they were given.
    public let rules: [BusinessRule]
    /// When somebody had the bundle: it is older than any rule that was yet to come then; nil where nobody says.
    public var known: Date?

    /// Makes a bundle of rules.
    public init(_ rules: [BusinessRule]) {
        self.rules = rules
    }

    /// Reads a bundle: a JSON array of rules in the EU's format, or a single rule.
    ///
    /// A bundle with one rule that can't be read is refused as a whole: without it, its country would ask for less
    /// than it does.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `rules`.
    public init(parsing bytes: some Sequence<UInt8>) throws(HealthCertificateError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw HealthCertificateError(.rules, .corrupt, error.description)
        }
        var rules: [BusinessRule] = []
        for element in json.elements ?? [json] {
            rules.append(try BusinessRule(element))
        }
        self.rules = rules
    }

    /// The countries that have rules of a kind, or of any, sorted.
    public func countries(with kind: BusinessRule.Kind? = .acceptance) -> [String] {
        Set(rules.filter { kind == nil || $0.kind == kind }.map(\.country)).sorted()
    }

    /// The rules of a country and a kind that are in force at a moment, the newest version of each.
    ///
    /// - Parameters:
    ///   - kind: what the rules are for: acceptance, invalidation, a booster, or a country's own.
    ///   - country: ISO 3166-1 alpha-2, in any case.
    ///   - region: a part of the country; its rules come in addition to those of the whole country.
    ///   - types: the certificate types that are asked about; rules for every certificate are always among them.
    ///   - moment: when the rules have to be in force.
    /// - Returns: the rules, sorted by identifier.
    public func selection(
        of kind: BusinessRule.Kind, country: String, region: String? = nil,
        for types: Set<BusinessRule.CertificateType>, at moment: CertLogicDateTime
    ) -> [BusinessRule] {
        let (country, region) = (country.uppercased(), region?.uppercased())
        var newest: [String: BusinessRule] = [:]
        for rule in rules where rule.kind == kind && rule.country == country && rule.isInForce(at: moment) {
            guard rule.region == nil || rule.region == region else { continue }
            guard rule.certificateType == .general || types.contains(rule.certificateType) else { continue }
            if let other = newest[rule.identifier], !rule.supersedes(other) { continue }
            newest[rule.identifier] = rule
        }
        return newest.values.sorted { $0.identifier < $1.identifier }
    }
}

extension BusinessRule {
    /// Whether this version of a rule comes after another one of it.
    fileprivate func supersedes(_ other: BusinessRule) -> Bool {
        (version, validFrom) > (other.version, other.validFrom)
    }
}
