internal import CBORCoding

extension CBOR {
    /// More than anybody counts, and so little that what is reckoned with it stays a number.
    static let doses = -999_999_999...999_999_999

    /// Decodes bytes of a certificate that hold exactly one item.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `cbor`, with the code and the reason of `CBORError`.
    init(ofCertificate bytes: [UInt8]) throws(HealthCertificateError) {
        do {
            self = try CBOR(decoding: bytes)
        } catch {
            // Each code has the same name here.
            throw HealthCertificateError(
                .cbor, HealthCertificateError.Code(rawValue: error.code.rawValue) ?? .invalidValue, error.reason)
        }
    }
}
