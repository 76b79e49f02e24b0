import ByteCoding
import Foundation
import Secrets
import VaultStorage

/// What whoever runs the server should hear of, and nothing of whom it concerns.
package enum SecurityEvent: String, Sendable, CaseIterable {
    case signInFailed = "sign-in-failed"
    case secondFactorFailed = "second-factor-failed"
    case recoveryFailed = "recovery-failed"
    /// A wrong password of somebody who is signed in, asked for before something grave.
    case passwordFailed = "password-failed"
    /// Somebody has to wait after too many of these.
    case throttled
    case recovered
    case secondFactorOff = "second-factor-off"
    case adminAdded = "admin-added"
    case adminRemoved = "admin-removed"
    /// Somebody who is no admin, or has no second factor, asked for an admin's page.
    case adminRefused = "admin-refused"
    case catalogueChanged = "catalogue-changed"
    /// More sign-ups than one network, or all of them together, may make.
    case signUpsLimited = "sign-ups-limited"
}

/// Tells whoever runs the server what happened, and of where it came from only a mark that is the same for a day's events
/// of one place.
package struct SecurityEvents: Sendable {
    /// Made when the server starts and never written.
    private let key = RandomSource.system.secret(32)
    let now: @Sendable () -> Date
    let report: @Sendable (_ event: SecurityEvent, _ source: String?) -> Void

    /// - Parameter client: where it came from; nil where that says nothing.
    package func tell(_ event: SecurityEvent, of client: ClientDescription? = nil) {
        report(event, client.map { source($0.address, at: now()) })
    }

    /// Four hexadecimal digits.
    func source(_ address: String, at time: Date) -> String {
        let day = Int64(time.timeIntervalSince1970 / 86_400, clampedTo: 0...1 << 40)
        return Hex.encode(Blake.mac(Array("\(day) \(address)".utf8), key: key).prefix(2))
    }
}
