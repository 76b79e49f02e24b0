/// What the rules of a country say of a certificate.
public struct RuleReport: Sendable, Hashable {
    /// All rules taken together.
    public enum Verdict: String, Sendable, Hashable {
        /// Every rule is met.
        case passed
        /// A rule is not met.
        case failed
        /// No rule is broken, but not all could be evaluated; nobody may take this for passed.
        case open
        /// The country has no rule for such a certificate at that moment; nobody may take this for passed.
        case noRules
    }

    /// All rules taken together.
    public let verdict: Verdict

    /// What each rule says, sorted by kind, then by identifier.
    public let results: [RuleResult]

    /// Takes the results of a country's rules together; rules of the issuer alone are no rules of the country.
    init(_ results: [RuleResult]) {
        self.results = results
        if results.contains(where: { $0.outcome == .failed }) {
            self.verdict = .failed
        } else if !results.contains(where: { $0.rule.kind == .acceptance }) {
            self.verdict = .noRules
        } else {
            self.verdict = results.allSatisfy { $0.outcome == .passed } ? .passed : .open
        }
    }

    /// The rules that are not met.
    public var failures: [RuleResult] { results.filter { $0.outcome == .failed } }

    /// The rules that could not be evaluated.
    public var openResults: [RuleResult] {
        results.filter { result in
            if case .open = result.outcome { true } else { false }
        }
    }
}

/// What one rule says of a certificate.
public struct RuleResult: Sendable, Hashable {
    /// Whether a rule is met.
    public enum Decision: Sendable, Hashable {
        /// The rule is met.
        case passed
        /// The rule is not met.
        case failed
        /// The rule could not be evaluated.
        case open(Reason)
    }

    /// Why a rule could not be evaluated.
    public enum Reason: Sendable, Hashable {
        /// These data are missing, such as `payload.v.0.dt`.
        case dataMissing([String])
        /// The rule is written for another engine.
        case unknownEngine
        /// The rule needs a newer version of the engine.
        case engineTooNew
        /// The certificate follows another major version of the schema than the rule, or an older one.
        case schemaMismatch
        /// The rule isn't valid CertLogic, or evaluates to something that is no decision.
        case invalidRule(CertLogicError)
    }

    /// The rule.
    public let rule: BusinessRule
    /// Whether it is met.
    public let outcome: Decision
    /// The fields that the rule looks at and the certificate doesn't have, such as `v.0.dt`.
    public let absentFields: [String]
}
