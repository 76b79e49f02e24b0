public import CivilDates

/// One test and its result.
public struct TestResult: Sendable, Hashable {
    /// The disease or agent tested for (`tg`).
    public var target: Coding?
    /// The type of test (`tt`).
    public var type: Coding?
    /// The name of a nucleic acid amplification test (`nm`).
    public var name: String?
    /// The device of a rapid antigen test (`ma`).
    public var device: Coding?
    /// When the sample was taken (`sc`).
    public var sampledAt: Timestamp?
    /// When the result came (`dr`, in versions before 1.2.0).
    public var resultAt: Timestamp?
    /// The result (`tr`).
    public var result: Coding?
    /// The testing centre (`tc`).
    public var centre: String?
    /// Where it was tested, as ISO 3166 alpha-2 (`co`).
    public var country: String?
    /// Who issued the certificate, in words (`is`).
    public var issuer: String?
    /// The unique certificate identifier (`ci`).
    public var identifier: String?

    /// Makes a test result.
    public init(
        target: Coding? = nil, type: Coding? = nil, name: String? = nil, device: Coding? = nil,
        sampledAt: Timestamp? = nil, resultAt: Timestamp? = nil, result: Coding? = nil, centre: String? = nil,
        country: String? = nil, issuer: String? = nil, identifier: String? = nil
    ) {
        self.target = target
        self.type = type
        self.name = name
        self.device = device
        self.sampledAt = sampledAt
        self.resultAt = resultAt
        self.result = result
        self.centre = centre
        self.country = country
        self.issuer = issuer
        self.identifier = identifier
    }
}

extension TestResult {
    /// Whether its code says that nothing was found: SNOMED CT's 'not detected' or 'negative', or LOINC's.
    public var isNegative: Bool { says(["260415000", "260385009", "LA11883-8", "LA6577-6"]) }

    /// Whether its code says that something was; a number or a text says neither.
    public var isPositive: Bool { says(["260373001", "10828004", "LA11882-0", "LA6576-8"]) }

    private func says(_ codes: [String]) -> Bool { result.map { codes.contains($0.code) } ?? false }
}
