import Crypto
package import Foundation
import Synchronization

/// The questions that passkeys sign: made without being stored, so that asking for many costs nothing; each taken once.
///
/// 16 random bytes, when it ends, and an HMAC over both, what it is for, and whose page it is on. The key lives as
/// long as the process, so after a restart open pages ask again; or it is the same on all servers that share a database,
/// which then remembers too what was answered.
package final class PasskeyChallenges: Sendable {
    package enum Purpose: String, Sendable { case add, signIn, secondFactor, confirm }

    /// Seconds in which an answer has to come.
    package static let lifetime: TimeInterval = 600
    private static let nonceLength = 16
    private static let length = nonceLength + 8 + 32

    private let key: SymmetricKey
    private let now: @Sendable () -> Date
    /// Nonces that were answered, until they would have ended anyway.
    private let spent = Mutex<[[UInt8]: UInt64]>([:])
    /// How many answered ones are remembered; more than any number of honest people send in the time.
    private let capacity: Int

    /// - Parameter key: the one that servers share; nil makes one that lives as long as the process.
    package init(key: [UInt8]? = nil, capacity: Int = 100_000, now: @escaping @Sendable () -> Date) {
        self.key = key.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256)
        self.capacity = capacity
        self.now = now
    }

    /// - Parameter page: what only this browser's pages have: the form token.
    package func make(_ purpose: Purpose, page: String) -> [UInt8] {
        let nonce = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        let ends = UInt64(now().timeIntervalSince1970 + Self.lifetime, clampedTo: 0...1 << 40)
        let front = nonce + (0..<8).map { UInt8(truncatingIfNeeded: ends >> (56 - 8 * $0)) }
        return front + code(front, purpose, page)
    }

    /// Whether it was made for this, is still good, and wasn't answered before; from now on it is.
    package func take(_ challenge: [UInt8], _ purpose: Purpose, page: String) -> Bool {
        guard challenge.count == Self.length else { return false }
        let front = Array(challenge.prefix(Self.nonceLength + 8))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(challenge.dropFirst(front.count)), authenticating: message(front, purpose, page), using: key)
        else { return false }
        let ends = front.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let time = UInt64(now().timeIntervalSince1970, clampedTo: 0...1 << 40)
        guard time < ends else { return false }
        let nonce = Array(front.prefix(Self.nonceLength))
        return spent.withLock { spent in
            if spent.count >= capacity { spent = spent.filter { $0.value > time } }
            guard spent.count < capacity, spent[nonce] == nil else { return false }
            spent[nonce] = ends
            return true
        }
    }

    private func code(_ front: [UInt8], _ purpose: Purpose, _ page: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message(front, purpose, page), using: key))
    }

    private func message(_ front: [UInt8], _ purpose: Purpose, _ page: String) -> [UInt8] {
        Array("vaccinapp passkey challenge\0\(purpose.rawValue)\0\(page)\0".utf8) + front
    }
}
