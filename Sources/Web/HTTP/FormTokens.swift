internal import ByteCoding
internal import Crypto
internal import Foundation

/// Tokens that show that a form was one of ours, made for this session.
///
/// A token is HMAC-SHA-256 over what it is bound to (a session, or the cookie of a visit before signing in), so
/// nothing has to be stored. Pages are not compressed, so a constant token leaks nothing by their length.
struct FormTokens: Sendable {
    /// The hidden field's name.
    static let field = "form-token"

    private let key: SymmetricKey

    /// - Parameter key: 256 bits that outlive the process, or forms that are open in a browser fail after a restart.
    init(key: SymmetricKey) {
        self.key = key
    }

    /// 43 characters of base64url.
    func token(for binding: some DataProtocol) -> String {
        Base64URL.encode(self.code(binding))
    }

    /// Compares in constant time.
    func accepts(_ token: String?, for binding: some DataProtocol) -> Bool {
        guard let token, token.utf8.count == 43, let code = Base64URL.decode(token) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Self.domain + Array(binding), using: self.key)
    }

    private func code(_ binding: some DataProtocol) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Self.domain + Array(binding), using: self.key))
    }

    private static let domain = Array("vaccinapp form token\0".utf8)
}
