import ByteCoding
import Foundation
import Model
import Secrets
package import VaultStorage

/// The second factor of whoever is signed in: an authenticator app, and one-time codes for when it is lost.
package struct SecondFactor: Sendable {
    private static let codeCount = 10

    /// Characters of the name that an app shows beside the issuer.
    package static let longestLabel = 40

    let passwords: Passwords
    let attempts: Attempts
    let events: SecurityEvents
    let configuration: VaultConfiguration

    /// Whether signing in takes codes of an app, and how many one-time codes are left.
    package func state(_ session: Session) async throws(VaultError) -> (isOn: Bool, codesLeft: Int) {
        try await session.read { (try $0.hasTOTP(), (try $0.secret("totp-codes") ?? []).count / 32) }
    }

    /// Whether signing in takes more than the password: codes of an app, or a passkey.
    package func isRequired(_ session: Session) async throws(VaultError) -> Bool {
        try await session.read { try $0.hasSecondFactor() }
    }

    /// Makes a secret for an authenticator app; it counts only once `confirm` has seen a code of it.
    ///
    /// - Parameter label: What the app shows beside the issuer, without a colon; kept until then.
    package func begin(_ session: Session, label: String) async throws(VaultError) -> TOTPSetup {
        let secret = configuration.random.bytes(20)
        try await session.write { records in
            try records.setSecret("totp-pending", to: secret)
            try records.setSecret("totp-label", to: Array(label.utf8))
        }
        return TOTP(secret: secret).setup(issuer: configuration.issuer, label: label)
    }

    /// The setup that was begun and not confirmed yet, to be shown again; nil where there is none.
    package func pending(_ session: Session) async throws(VaultError) -> TOTPSetup? {
        let issuer = configuration.issuer
        return try await session.read { records in
            guard let secret = try records.secret("totp-pending") else { return nil }
            let label = try records.secret("totp-label").map { String(decoding: $0, as: UTF8.self) }
            return TOTP(secret: secret).setup(issuer: issuer, label: label ?? issuer)
        }
    }

    /// Turns the second factor on when `code` is the app's; gives ten one-time codes, shown once.
    ///
    /// - Returns: Nil when the code is wrong.
    package func confirm(_ session: Session, code: String) async throws(VaultError) -> [String]? {
        let (now, codes) = (configuration.now(), oneTimeCodes())
        return try await session.write { records in
            guard let secret = try records.secret("totp-pending"),
                let step = TOTP(secret: secret).step(of: code, at: now, after: 0)
            else { return nil }
            try records.setSecret("totp", to: secret)
            try records.setSecret("totp-step", to: step.bigEndianBytes)
            for key in ["totp-pending", "totp-label"] { try records.setSecret(key, to: nil) }
            try records.setSecret("totp-codes", to: codes.hashes)
            try records.log(.secondFactorOn, by: session, at: now)
            return codes.shown
        }
    }

    /// Ten new one-time codes in place of those that are left, shown once.
    ///
    /// - Returns: Nil when two-factor sign-in is off.
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func renewCodes(_ session: Session, password: String) async throws(VaultError) -> [String]? {
        let (now, codes) = (configuration.now(), oneTimeCodes())
        return try await passwords.withReauthentication(session, password) {
            try await session.vault.write { records in
                guard try records.hasTOTP() else { return nil }
                try records.setSecret("totp-codes", to: codes.hashes)
                try records.log(.oneTimeCodesRenewed, by: session, at: now)
                return codes.shown
            }
        }
    }

    /// Turns the second factor off.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func disable(_ session: Session, password: String) async throws(VaultError) {
        let now = configuration.now()
        try await passwords.withReauthentication(session, password) {
            try await session.vault.write { records in
                try records.removeSecondFactors()
                try records.log(.secondFactorOff, by: session, at: now)
            }
        }
        events.tell(.secondFactorOff)
    }

    /// Whether the owner of a session is there: the password again and, where an authenticator app is set up, its code
    /// or a one-time code.
    ///
    /// - Returns: False when the code is wrong.
    /// - Throws: `wrongCredentials` when the password is wrong, `tooManyAttempts`, `busy`.
    package func verifyOwner(
        _ session: Session, password: String, code: String, client: ClientDescription
    ) async throws(VaultError) -> Bool {
        try await passwords.require(session, password)
        guard try await state(session).isOn else { return true }
        let now = configuration.now()
        return try await VaultError.wrapping {
            let attempt = Throttle.Attempt(
                account: session.accountID.bytes, address: Array("confirming".utf8) + session.lookup,
                event: .secondFactorFailed, client: client)
            let spent = try await attempts.make(attempt) {
                try await session.vault.write { try $0.spendSecondFactor(code, at: now) }
            }
            return spent != nil
        }
    }

    private func oneTimeCodes() -> (shown: [String], hashes: [UInt8]) {
        let codes = (0..<Self.codeCount).map { _ in Base32.crockford.encode(configuration.random.bytes(10)) }
        return (codes.map(RecoveryCode.grouped), codes.flatMap { Blake.digest(Array($0.utf8)) })
    }
}

/// The second factor as the vault holds it.
extension Records {
    /// Whether signing in takes more than the password.
    func hasSecondFactor() throws -> Bool { try hasTOTP() || hasFactorPasskey() }

    /// Whether codes of an app are taken.
    func hasTOTP() throws -> Bool { try secret("totp") != nil }

    func removeSecondFactors() throws {
        for key in ["totp", "totp-step", "totp-pending", "totp-label", "totp-codes"] { try setSecret(key, to: nil) }
    }

    /// What a right code was.
    enum AcceptedFactor {
        case app
        case oneTimeCode(left: Int)
    }

    /// Nil when the code is wrong; a one-time code is used up, and no step of the app works twice.
    func spendSecondFactor(_ code: String, at time: Date) throws -> AcceptedFactor? {
        guard let secret = try secret("totp"), code.utf8.count <= 64 else { return nil }
        let last = Int64(bigEndianBytes: try self.secret("totp-step") ?? []) ?? 0
        if let step = TOTP(secret: secret).step(of: code, at: time, after: last) {
            try setSecret("totp-step", to: step.bigEndianBytes)
            return .app
        }
        guard let bytes = Base32.crockford.decode(code.filter { $0.isLetter || $0.isNumber }, count: 10) else {
            return nil
        }
        let hash = Blake.digest(Array(Base32.crockford.encode(bytes).utf8))
        let hashes = try self.secret("totp-codes") ?? []
        var codes = stride(from: 0, to: hashes.count, by: 32).map { Array(hashes[$0..<min($0 + 32, hashes.count)]) }
        guard let index = codes.firstIndex(where: { Sodium.areEqual($0, hash) }) else { return nil }
        codes.remove(at: index)
        try setSecret("totp-codes", to: codes.flatMap { $0 })
        return .oneTimeCode(left: codes.count)
    }

    /// The same, logging the sign-in that a right code completes.
    func spendSecondFactor(_ code: String, of client: ClientDescription, at time: Date) throws -> AcceptedFactor? {
        guard let spent = try spendSecondFactor(code, at: time) else { return nil }
        if case .oneTimeCode(let left) = spent {
            try log(.oneTimeCodeUsed, of: client, at: time, detail: String(left))
        }
        try log(.signIn, of: client, at: time)
        return spent
    }
}
