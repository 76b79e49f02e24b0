/// One rule in the EU's rule format: what a country asks of a certificate, from when, and why in words.
///
/// The format is that of the EU's gateway: <https://github.com/ehn-dcc-development/eu-dcc-business-rules>
public struct BusinessRule: Sendable, Hashable {
    /// What a rule is for; domestic rules have kinds of their own, which are kept by name.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The kind as the rule writes it.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// What the country of arrival asks for.
        public static let acceptance = Kind(rawValue: "Acceptance")
        /// What the issuing country holds against some of its own certificates.
        public static let invalidation = Kind(rawValue: "Invalidation")
        /// When a booster is due.
        public static let boosterNotification = Kind(rawValue: "BoosterNotification")
    }

    /// The kind of certificate that a rule is for.
    public enum CertificateType: String, Sendable, Hashable, CaseIterable {
        /// Every certificate.
        case general = "General"
        /// Vaccination certificates.
        case vaccination = "Vaccination"
        /// Test certificates.
        case test = "Test"
        /// Certificates of recovery.
        case recovery = "Recovery"
    }

    /// The rule's name, such as `VR-DE-0001`; several versions of a rule share it.
    public let identifier: String
    /// What the rule is for.
    public let kind: Kind
    /// Whose rule it is: ISO 3166-1 alpha-2, upper case.
    public let country: String
    /// The part of the country that the rule is for, upper case; nil where it is for all of it.
    public let region: String?
    /// The rule's version.
    public let version: RuleVersion
    /// The oldest version of the certificates' schema that the rule fits.
    public let schemaVersion: RuleVersion
    /// The engine that the rule is written for, `CERTLOGIC`.
    public let engine: String
    /// The oldest version of the engine that can evaluate the rule.
    public let engineVersion: RuleVersion
    /// The certificates that the rule is for.
    public let certificateType: CertificateType
    /// What the rule asks for in words, by language tag in lower case.
    public let descriptions: [String: String]
    /// The first moment at which the rule is in force.
    public let validFrom: CertLogicDateTime
    /// The last moment at which the rule is in force.
    public let validTo: CertLogicDateTime
    /// The fields of the payload that the rule looks at, such as `v.0.dt`.
    public let affectedFields: [String]
    /// The rule itself, or why it can't be evaluated.
    public let logic: Result<CertLogicExpression, CertLogicError>

    /// What the rule asks for, in the first language of a list that it is written in.
    ///
    /// A language is looked for as it is (`de-AT`), then without its region (`de`); English follows, then the first
    /// of the rule's own languages in alphabetical order. Nil where the rule has no words at all.
    public func description(in languages: [String]) -> String? {
        for language in languages.map({ $0.lowercased() }) + ["en"] {
            if let exact = descriptions[language] { return exact }
            let primary = language.prefix { $0 != "-" && $0 != "_" }
            if let close = descriptions[String(primary)] { return close }
        }
        return descriptions.min { $0.key < $1.key }?.value
    }

    /// Whether the rule is in force at a moment; its first and its last moment count.
    public func isInForce(at moment: CertLogicDateTime) -> Bool {
        validFrom <= moment && moment <= validTo
    }
}
