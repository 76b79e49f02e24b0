import CivilDates

/// A statement that someone has recovered.
public struct Recovery: Sendable, Hashable {
    /// The disease or agent that the person had (`tg`).
    public var target: Coding?
    /// The day of the first positive test (`fr`).
    public var firstPositive: CertificateDate?
    /// The first day the statement holds (`df`).
    public var validFrom: CertificateDate?
    /// The last day the statement holds (`du`).
    public var validUntil: CertificateDate?
    /// Where it was tested, as ISO 3166 alpha-2 (`co`).
    public var country: String?
    /// Who issued the certificate, in words (`is`).
    public var issuer: String?
    /// The unique certificate identifier (`ci`).
    public var identifier: String?

    /// Makes a recovery statement.
    public init(
        target: Coding? = nil, firstPositive: CertificateDate? = nil, validFrom: CertificateDate? = nil,
        validUntil: CertificateDate? = nil, country: String? = nil, issuer: String? = nil, identifier: String? = nil
    ) {
        self.target = target
        self.firstPositive = firstPositive
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.country = country
        self.issuer = issuer
        self.identifier = identifier
    }
}
