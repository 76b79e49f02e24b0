internal import ByteCoding

extension HealthCertificateError {
    /// Packs or unpacks, and tells what went wrong as an error of the layer `zlib`.
    static func ofZlib<Value>(_ body: () throws(ZlibError) -> Value) throws(HealthCertificateError) -> Value {
        do {
            return try body()
        } catch {
            switch error {
            case .corrupt: throw HealthCertificateError(.zlib, .corrupt, "not a compressed stream, or a damaged one")
            case .truncated: throw HealthCertificateError(.zlib, .truncated, "the compressed stream ends early")
            case .trailingBytes:
                throw HealthCertificateError(.zlib, .trailingBytes, "bytes follow the compressed stream")
            case .tooLong(let limit):
                throw HealthCertificateError(.zlib, .tooLong, "unpacks to more than \(limit) bytes")
            }
        }
    }
}
