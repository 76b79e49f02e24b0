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
            throw HealthCertificateError(.cbor, HealthCertificateError.Code(error.code), error.reason)
        }
    }
}

extension HealthCertificateError.Code {
    fileprivate init(_ code: CBORError.Code) {
        self =
            switch code {
            case .truncated: .truncated
            case .trailingBytes: .trailingBytes
            case .tooDeep: .tooDeep
            case .outOfRange: .outOfRange
            case .invalidText: .invalidText
            case .invalidValue: .invalidValue
            case .wrongType: .wrongType
            case .duplicateKey: .duplicateKey
            case .unsupported: .unsupported
            }
    }
}
