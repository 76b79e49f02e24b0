import ByteCoding
import Crypto
import Foundation
import Secrets

/// Time-based one-time passwords (RFC 6238, <https://www.rfc-editor.org/rfc/rfc6238>): SHA-1, 6 digits, 30 seconds, as
/// every authenticator app has them.
struct TOTP: Sendable, Equatable {
    static let period: Int64 = 30
    /// Steps before now that are accepted, for clocks that are off and people who type slowly.
    static let drift: Int64 = 1

    /// 20 bytes.
    let secret: [UInt8]

    /// A last step that is further ahead than this was one of a clock that leapt: it keeps no app out.
    private static let leap: Int64 = 20

    /// The step of a moment.
    static func step(at time: Date) -> Int64 { Int64(time.timeIntervalSince1970, clampedTo: 0...1 << 40) / period }

    /// The step that `code` is right for, if it is later than `last`: so no code works twice, and each for a minute at most.
    func step(of code: String, at time: Date, after last: Int64) -> Int64? {
        let digits = code.filter { !$0.isWhitespace }
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let now = Self.step(at: time)
        let last = last > now + Self.leap ? 0 : last
        return (now - Self.drift...now).first { step in
            step > last && Sodium.areEqual(Array(self.code(step: step).utf8), Array(digits.utf8))
        }
    }

    /// Six digits (RFC 4226, section 5.3).
    func code(step: Int64) -> String {
        let mac = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: step.bigEndianBytes, using: SymmetricKey(data: secret)))
        let offset = Int(mac[mac.count - 1] & 15)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// As authenticator apps take it typed.
    var base32: String { Base32.standard.encode(secret) }

    /// <https://github.com/google/google-authenticator/wiki/Key-Uri-Format>: apps part issuer and label at the first colon,
    /// even an encoded one, so neither may have one of its own.
    func setup(issuer: String, label: String) -> TOTPSetup {
        let (issuer, label) = (Self.encoded(issuer), Self.encoded(label))
        return TOTPSetup(
            secretBase32: base32, uri: "otpauth://totp/\(issuer):\(label)?secret=\(base32)&issuer=\(issuer)")
    }

    /// Percent-encoded but for what RFC 3986 reserves nowhere, so that no app takes a sign for its own.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// What setting up an authenticator app takes.
package struct TOTPSetup: Sendable, Equatable {
    /// To be typed when the QR code can't be scanned.
    package let secretBase32: String
    /// `otpauth://…`, for the QR code and for a link.
    package let uri: String
}
