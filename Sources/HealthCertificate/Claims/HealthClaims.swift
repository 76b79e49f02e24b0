/// What a certificate says: about whom, and what, whatever format it came in.
public struct HealthClaims: Sendable, Hashable {
    /// One statement of a certificate.
    public enum Entry: Sendable, Hashable {
        case vaccination(VaccinationEntry)
        case test(TestResult)
        case recovery(Recovery)
    }

    /// The most statements that a certificate may make: no code holds as many, and a life has hardly more doses.
    public static let mostEntries = 100

    /// The person it is about.
    public let holder: Holder
    /// The statements, in the certificate's order: vaccinations, tests, recoveries.
    public let entries: [Entry]

    /// Makes claims.
    public init(holder: Holder, entries: [Entry]) {
        self.holder = holder
        self.entries = entries
    }

    /// The vaccinations among the entries.
    public var vaccinations: [VaccinationEntry] {
        entries.compactMap { if case .vaccination(let entry) = $0 { entry } else { nil } }
    }

    /// The tests among the entries.
    public var tests: [TestResult] { entries.compactMap { if case .test(let entry) = $0 { entry } else { nil } } }

    /// The recovery statements among the entries.
    public var recoveries: [Recovery] {
        entries.compactMap { if case .recovery(let entry) = $0 { entry } else { nil } }
    }
}

extension HealthClaims.Entry {
    /// What kind of statement it is.
    public var kind: HealthClaims.Kind {
        switch self {
        case .vaccination: .vaccination
        case .test: .test
        case .recovery: .recovery
        }
    }

    /// The disease or agent it is about.
    public var target: Coding? {
        switch self {
        case .vaccination(let entry): entry.target
        case .test(let entry): entry.target
        case .recovery(let entry): entry.target
        }
    }

    /// The country it comes from, as ISO 3166 alpha-2.
    public var country: String? {
        switch self {
        case .vaccination(let entry): entry.country
        case .test(let entry): entry.country
        case .recovery(let entry): entry.country
        }
    }

    /// Who issued the certificate, in words.
    public var issuer: String? {
        switch self {
        case .vaccination(let entry): entry.issuer
        case .test(let entry): entry.issuer
        case .recovery(let entry): entry.issuer
        }
    }

    /// The unique certificate identifier.
    public var identifier: String? {
        switch self {
        case .vaccination(let entry): entry.identifier
        case .test(let entry): entry.identifier
        case .recovery(let entry): entry.identifier
        }
    }
}

extension HealthClaims {
    /// The kinds of statement, which are also what a signer's key may be restricted to.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case vaccination, test, recovery
    }

    /// The kinds that the certificate has entries of.
    public var kinds: Set<Kind> { Set(entries.map(\.kind)) }
}
