public import Foundation

/// Where and when a certificate is to be judged by rules, and with which lists of codes.
public struct RuleQuestion: Sendable, Hashable {
    /// The country of arrival, ISO 3166-1 alpha-2, in any case.
    public var country: String
    /// A part of the country that has rules of its own, nil for none.
    public var region: String?
    /// The moment to judge at.
    public var moment: Date
    /// The codes of each value set by its identifier, such as `disease-agent-targeted`.
    public var valueSets: [String: [String]]

    /// Asks about a country and a moment.
    public init(country: String, region: String? = nil, moment: Date, valueSets: [String: [String]] = [:]) {
        self.country = country
        self.region = region
        self.moment = moment
        self.valueSets = valueSets
    }

    /// The moment as rules compute with it; the end of all dates if it is beyond that.
    var ruleMoment: CertLogicDateTime { CertLogicDateTime(clamping: moment) }

    /// What rules read from: the payload, and outside of it the parameters of the EU's rule format.
    func data(for subject: RuleSubject) -> CertLogicValue {
        var external: [String: CertLogicValue] = [
            "validationClock": .string(ruleMoment.description),
            "valueSets": .object(valueSets.mapValues { codes in .array(codes.map(CertLogicValue.string)) }),
            "countryCode": .string(country.uppercased()),
        ]
        external["region"] = region.map { .string($0.uppercased()) }
        external["issuerCountryCode"] = subject.issuer.map { .string($0.uppercased()) }
        external["kid"] = subject.keyIdentifier.map(CertLogicValue.string)
        external["iat"] = subject.issuedAt.map { .string(CertLogicDateTime(clamping: $0).description) }
        external["exp"] = subject.expiresAt.map { .string(CertLogicDateTime(clamping: $0).description) }
        return .object(["payload": CertLogicValue(subject.payload), "external": .object(external)])
    }
}

extension CertLogicDateTime {
    /// The moment of a `Date`, to the millisecond; the nearest one that there is for a date out of range.
    public init(clamping date: Date) {
        let limit: Int64 = 8_640_000_000_000_000
        milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded(.down), clampedTo: -limit...limit)
    }
}
