extension BusinessRules {
    /// The version of CertLogic up to which rules are evaluated.
    ///
    /// Rules name a version of the first CertLogic engine (`0.7.5`, `1.0.0`); 1.3.3 of the specification has all of
    /// what those had.
    public static let engineVersion = RuleVersion(1, 3, 3)

    /// Judges a certificate by the rules of the country of arrival and of the country that issued it.
    ///
    /// The country of arrival's acceptance rules all have to be met, and the issuing country's invalidation rules.
    public func report(on subject: RuleSubject, for question: RuleQuestion) -> RuleReport {
        let data = question.data(for: subject)
        let (types, moment) = (subject.certificateTypes, question.ruleMoment)
        var selected = selection(
            of: .acceptance, country: question.country, region: question.region, for: types, at: moment)
        if let issuer = subject.issuer {
            selected += selection(of: .invalidation, country: issuer, for: types, at: moment)
        }
        return RuleReport(selected.map { $0.result(for: subject, data: data) })
    }

    /// Evaluates the rules of another kind, such as a country's domestic ones, for a certificate.
    public func results(
        of kind: BusinessRule.Kind, on subject: RuleSubject, for question: RuleQuestion
    ) -> [RuleResult] {
        let data = question.data(for: subject)
        let rules = selection(
            of: kind, country: question.country, region: question.region, for: subject.certificateTypes,
            at: question.ruleMoment)
        return rules.map { $0.result(for: subject, data: data) }
    }

    /// The booster rules of a country that tell a person to get a booster; empty where none is due.
    ///
    /// - Parameters:
    ///   - certificates: the person's certificates of vaccination and recovery, the newest first.
    ///   - question: the country and the moment that are asked about.
    public func boostersDue(for certificates: [RuleSubject], question: RuleQuestion) -> [BusinessRule] {
        guard let subject = RuleSubject.joining(certificates) else { return [] }
        return results(of: .boosterNotification, on: subject, for: question)
            .filter { $0.outcome == .passed }.map(\.rule)
    }
}

extension BusinessRule {
    /// Evaluates the rule for a data context.
    func result(for subject: RuleSubject, data: CertLogicValue) -> RuleResult {
        RuleResult(
            rule: self, outcome: outcome(for: subject, data: data),
            absentFields: affectedFields.filter { data.value(at: "payload." + $0) == .null })
    }

    private func outcome(for subject: RuleSubject, data: CertLogicValue) -> RuleResult.Decision {
        guard engine == "CERTLOGIC" else { return .open(.unknownEngine) }
        guard engineVersion <= BusinessRules.engineVersion else { return .open(.engineTooNew) }
        if let version = subject.schemaVersion {
            guard version.major == schemaVersion.major, version >= schemaVersion else { return .open(.schemaMismatch) }
        }
        switch logic {
        case .failure(let error): return .open(.invalidRule(error))
        case .success(let expression): return Self.outcome(of: expression, data: data)
        }
    }

    /// True passes and what is falsy fails; anything else decides nothing.
    private static func outcome(of expression: CertLogicExpression, data: CertLogicValue) -> RuleResult.Decision {
        do {
            switch try expression.evaluate(with: data) {
            case .bool(true): return .passed
            case let value where value.truth == false: return .failed
            default: return .open(.invalidRule(CertLogicError(.wrongType)))
            }
        } catch {
            let missing = expression.accessedPaths.filter { data.value(at: $0) == .null }
            let isForData = error.code == .wrongType || error.code == .invalidDate
            return .open(isForData && !missing.isEmpty ? .dataMissing(missing) : .invalidRule(error))
        }
    }
}
