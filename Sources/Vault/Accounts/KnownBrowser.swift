import ByteCoding
import Foundation
import Model
import Secrets
import VaultStorage

/// What a browser keeps once an account was signed in there; it opens nothing.
///
/// It shows that to the next sign-in, so that nobody's guessing from elsewhere makes the owner wait. 16 random bytes, the
/// day it was made, and their authenticator for this account; nothing of it is stored here.
struct KnownBrowser {
    /// Browsers keep no cookie longer.
    static let days: UInt32 = 400
    private static let length = 16 + 4 + 32

    let text: String
    /// Attempts from this browser count together.
    let id: [UInt8]

    init(of account: AccountID, at time: Date, random: RandomSource, key: SecretBytes) {
        let front = random.bytes(16) + Self.day(time).bigEndianBytes
        id = Blake.digest(front)
        text = Base64URL.encode(front + Self.mac(front, account, key))
    }

    /// Nil where it isn't one that was made for this account in time.
    init?(_ text: String, of account: AccountID, at time: Date, key: SecretBytes) {
        guard text.utf8.count <= 80, let bytes = Base64URL.decode(text), bytes.count == Self.length else { return nil }
        let front = Array(bytes.prefix(20))
        let made = front.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let today = Self.day(time)
        guard Sodium.areEqual(Array(bytes.dropFirst(20)), Self.mac(front, account, key)),
            made <= today, today - made <= Self.days
        else { return nil }
        self.text = text
        id = Blake.digest(front)
    }

    private static func day(_ time: Date) -> UInt32 {
        UInt32(time.timeIntervalSince1970 / 86_400, clampedTo: 0...1 << 30)
    }

    private static func mac(_ front: [UInt8], _ account: AccountID, _ key: SecretBytes) -> [UInt8] {
        Blake.mac(Array("vaccinapp known browser 1:".utf8) + account.bytes + front, key: key)
    }
}
