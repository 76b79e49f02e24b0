internal import CBORCoding
import CivilDates
internal import Foundation

/// The CBOR Web Token around a payload ([RFC 8392](https://www.rfc-editor.org/rfc/rfc8392)).
struct CWTClaims {
    enum Key {
        static let issuer: Int64 = 1
        static let expiration: Int64 = 4
        static let notBefore: Int64 = 5
        static let issuedAt: Int64 = 6
        static let healthCertificate: Int64 = -260
    }

    /// The kinds of health certificate, by their keys in the claim -260
    /// ([WHO, HCERT](https://smart.who.int/trust/hcert_spec.html), 3.2.7.1).
    enum Kind: Int64, CaseIterable {
        case dcc = 1
        case ddccVaccination = 3
        case ddccTest = 4
        case icvp = -6
    }

    let issuer: String?
    let issuedAt: Date?
    let notBefore: Date?
    let expiresAt: Date?
    /// What the health certificate claim holds.
    let certificate: CBOR

    /// Reads the claims of a token.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `cbor`, or of layer `cwt` when a claim has the wrong type or the
    ///   health certificate is missing.
    init(decoding bytes: [UInt8]) throws(HealthCertificateError) {
        guard let map = try CBOR(ofCertificate: bytes).mapValue else {
            throw HealthCertificateError(.cwt, .wrongType, "the claims are not a map")
        }
        try self.init(map)
    }

    init(_ map: CBORMap) throws(HealthCertificateError) {
        issuer = map[Key.issuer]?.textValue
        issuedAt = try Self.moment(map[Key.issuedAt], "issued at")
        notBefore = try Self.moment(map[Key.notBefore], "not before")
        expiresAt = try Self.moment(map[Key.expiration], "expires at")
        guard let certificate = map[Key.healthCertificate] else {
            throw HealthCertificateError(.cwt, .missing, "there is no health certificate claim (-260)")
        }
        self.certificate = certificate
    }

    /// The first known kind of certificate in the claim, and its payload.
    ///
    /// - Throws: ``HealthCertificateError`` `cwt: unsupported` where there is none.
    func payload() throws(HealthCertificateError) -> (kind: Kind, item: CBOR) {
        for kind in Kind.allCases {
            if let item = certificate.mapValue?[kind.rawValue] { return (kind, item) }
        }
        throw HealthCertificateError(
            .cwt, .unsupported, "the health certificate is of another kind than 1, 3, 4 and -6")
    }

    /// The claim's own map, which is the payload of a European Vaccination Card.
    ///
    /// - Throws: ``HealthCertificateError`` `cwt: wrongType`.
    func map() throws(HealthCertificateError) -> CBORMap {
        guard let map = certificate.mapValue else {
            throw HealthCertificateError(.cwt, .wrongType, "the health certificate claim is not a map")
        }
        return map
    }

    private static func moment(_ item: CBOR?, _ claim: StaticString) throws(HealthCertificateError) -> Date? {
        guard let item, item != .null else { return nil }
        guard let date = date(item) else {
            throw HealthCertificateError(.cwt, .invalidValue, "\"\(claim)\" is no moment")
        }
        return date
    }

    /// The moment that a number of seconds since 1970 or a date-time text stands for, tagged or not.
    static func date(_ item: CBOR) -> Date? {
        switch item.untagged {
        case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
        case .float(let seconds) where seconds.isFinite: Date(timeIntervalSince1970: seconds)
        case .text(let text): Timestamp(text).date
        default: nil
        }
    }
}
