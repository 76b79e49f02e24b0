import CivilDates

/// One dose that was given.
public struct VaccinationEntry: Sendable, Hashable {
    /// The disease or agent targeted (`tg`).
    public var target: Coding?
    /// The kind of vaccine or prophylaxis (`vp`).
    public var vaccine: Coding?
    /// The medicinal product (`mp`).
    public var product: Coding?
    /// The marketing authorization holder or manufacturer (`ma`).
    public var manufacturer: Coding?
    /// Which dose this is, from 1 (`dn`).
    public var dose: Int?
    /// How many doses the series has (`sd`).
    public var total: Int?
    /// The day it was given (`dt`).
    public var date: CertificateDate?
    /// Where it was given, as ISO 3166 alpha-2 (`co`).
    public var country: String?
    /// Who issued the certificate, in words (`is`).
    public var issuer: String?
    /// The unique certificate identifier (`ci`).
    public var identifier: String?
    /// The batch; EU certificates have none, SMART Health Cards may.
    public var lotNumber: String?
    /// Who gave it; EU certificates don't tell, SMART Health Cards may.
    public var performer: String?
    /// From when the certificate says that the dose counts; ICVP may tell.
    public var validFrom: CertificateDate?
    /// Until when the certificate says that the dose counts; ICVP may tell.
    public var validUntil: CertificateDate?
    /// Further codes of the disease, as the certificate has them beside ours.
    public var otherCodes: [Coding] = []

    /// Makes a vaccination.
    public init(
        target: Coding? = nil, vaccine: Coding? = nil, product: Coding? = nil, manufacturer: Coding? = nil,
        dose: Int? = nil, total: Int? = nil, date: CertificateDate? = nil, country: String? = nil,
        issuer: String? = nil, identifier: String? = nil, lotNumber: String? = nil, performer: String? = nil
    ) {
        self.target = target
        self.vaccine = vaccine
        self.product = product
        self.manufacturer = manufacturer
        self.dose = dose
        self.total = total
        self.date = date
        self.country = country
        self.issuer = issuer
        self.identifier = identifier
        self.lotNumber = lotNumber
        self.performer = performer
    }
}
