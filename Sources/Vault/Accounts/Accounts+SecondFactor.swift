import ByteCoding
import Foundation
import Secrets
package import VaultStorage

/// Signing in with a second factor: an authenticator app, and one-time codes for when it is lost.
extension Accounts {
    private static let codeCount = 10

    /// Makes a secret for an authenticator app; it counts only once `confirmTOTP` has seen a code of it.
    ///
    /// - Parameter label: what the app shows beside the issuer; the page's to choose, since names aren't stored.
    package func beginTOTP(_ session: Session, label: String) async throws(VaultError) -> TOTPSetup {
        let totp = TOTP(secret: configuration.random.bytes(20))
        let secret = totp.secret
        try await translating { try await session.vault.write { try $0.setSecret("totp-pending", to: secret) } }
        return setup(totp, label: label)
    }

    /// The setup that was begun and not confirmed yet, to be shown again; nil where there is none.
    package func pendingTOTP(_ session: Session, label: String) async throws(VaultError) -> TOTPSetup? {
        let secret = try await translating { try await session.vault.read { try $0.secret("totp-pending") } }
        return secret.map { setup(TOTP(secret: $0), label: label) }
    }

    private func setup(_ totp: TOTP, label: String) -> TOTPSetup {
        var components = URLComponents()
        components.scheme = "otpauth"
        components.host = "totp"
        components.path = "/\(configuration.issuer):\(label)"
        components.queryItems = [
            URLQueryItem(name: "secret", value: totp.base32), URLQueryItem(name: "issuer", value: configuration.issuer),
        ]
        return TOTPSetup(secretBase32: totp.base32, uri: components.string ?? "")
    }

    /// Turns the second factor on when `code` is the app's; gives ten one-time codes, shown once.
    ///
    /// - Returns: Nil when the code is wrong.
    package func confirmTOTP(_ session: Session, code: String) async throws(VaultError) -> [String]? {
        let now = configuration.now()
        let codes = oneTimeCodes()
        return try await translating {
            try await session.vault.write { records in
                guard let secret = try records.secret("totp-pending"),
                    let step = TOTP(secret: secret).step(of: code, at: now, after: 0)
                else { return nil }
                try records.setSecret("totp", to: secret)
                try records.setSecret("totp-step", to: step.bigEndianBytes)
                try records.setSecret("totp-pending", to: nil)
                try records.setSecret("totp-codes", to: codes.hashes)
                try records.log(AccessEvent.Code.secondFactorOn, by: session, at: now)
                return codes.shown
            }
        }
    }

    /// Ten new one-time codes in place of those that are left, shown once.
    ///
    /// - Returns: Nil when two-factor sign-in is off.
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func renewOneTimeCodes(_ session: Session, password: String) async throws(VaultError) -> [String]? {
        let now = configuration.now()
        let codes = oneTimeCodes()
        return try await changingKeys(session, password: password) {
            try await session.vault.write { records in
                guard try records.hasTOTP() else { return nil }
                try records.setSecret("totp-codes", to: codes.hashes)
                try records.log(AccessEvent.Code.oneTimeCodesRenewed, by: session, at: now)
                return codes.shown
            }
        }
    }

    private func oneTimeCodes() -> (shown: [String], hashes: [UInt8]) {
        let codes = (0..<Self.codeCount).map { _ in Base32.crockford.encode(configuration.random.bytes(10)) }
        return (codes.map(Self.grouped), codes.flatMap { Blake.digest(Array($0.utf8)) })
    }

    /// Turns the second factor off.
    ///
    /// - Throws: `wrongCredentials` when the password is wrong.
    package func disableTOTP(_ session: Session, password: String) async throws(VaultError) {
        let now = configuration.now()
        try await changingKeys(session, password: password) {
            try await session.vault.write { records in
                try records.removeSecondFactors()
                try records.log(AccessEvent.Code.secondFactorOff, by: session, at: now)
            }
        }
        tell(.secondFactorOff)
    }

    /// Whether a second factor is on, and how many one-time codes are left.
    package func secondFactor(_ session: Session) async throws(VaultError) -> (isOn: Bool, codesLeft: Int) {
        try await translating {
            try await session.vault.read { records in
                (try records.hasTOTP(), (try records.secret("totp-codes") ?? []).count / 32)
            }
        }
    }

    /// Takes a code of the app, or a one-time code, and unlocks the session's vault, under a new cookie.
    ///
    /// - Returns: The session's cookie from now on; nil when the code is wrong.
    /// - Throws: `tooManyAttempts`, `sessionEnded` when the cookie is no session's.
    package func passSecondFactor(
        cookie: String, code: String, client: ClientDescription
    ) async throws(VaultError) -> String? {
        guard let session = try await session(cookie: cookie) else {
            throw VaultError(.sessionEnded, "the session is over")
        }
        guard session.needsSecondFactor else { return cookie }
        let now = configuration.now()
        return try await translating {
            let attempt = try await attempt(secondFactorOf: session.accountID, client: client)
            let isRight = try await trying(attempt) { () -> Bool? in
                try await session.vault.withWritingLock { vault in
                    try vault.write { try $0.spendSecondFactor(code, of: client, at: now) }
                }
            }
            guard isRight == true else { return nil }
            return try await finishSignIn(session, client: client)
        }
    }

    /// Opens the session's vault to it, once its second factor was given; gives its new cookie.
    ///
    /// The cookie from before proves the password alone, so it ends: whoever saw it has nothing.
    func finishSignIn(_ session: Session, client: ClientDescription) async throws -> String {
        let (account, random, now) = (session.accountID, configuration.random, configuration.now())
        let cookie = SessionCookie(random: random)
        let row = try SessionRow(
            cookie: cookie, id: session.id, account: account, isPending: false, configuration: configuration)
        try await turns.run(account) {
            let key = try await session.vault.withWritingLock { try $0.currentKey() }
            let slot = try KeySlot(
                terms: KeySlot.Terms(session: row, epoch: key.epoch), dataKey: key.dataKey,
                secret: cookie.unwrapping(), random: random)
            try await self.database.write { db in
                try SessionRow.delete(db, account: account, lookup: session.lookup)
                try slot.save(db)
                try row.insert(db)
                try self.remember(db, address: client.address, account: account, at: now)
            }
        }
        return cookie.text
    }

    private static func grouped(_ code: String) -> String {
        let characters = Array(code.uppercased())
        return stride(from: 0, to: characters.count, by: 4)
            .map { String(characters[$0..<min($0 + 4, characters.count)]) }.joined(separator: "-")
    }
}

extension Records {
    /// Whether signing in takes more than the password.
    func hasSecondFactor() throws -> Bool {
        try hasTOTP() || hasFactorPasskey()
    }

    /// Whether codes of an app are taken.
    func hasTOTP() throws -> Bool {
        try secret("totp") != nil
    }

    func removeSecondFactors() throws {
        for key in ["totp", "totp-step", "totp-pending", "totp-codes"] { try setSecret(key, to: nil) }
    }

    /// Notes the sign-in that a right code completes; nil when it is wrong.
    fileprivate func spendSecondFactor(_ code: String, of client: ClientDescription, at time: Date) throws -> Bool? {
        guard let spent = try spendSecondFactor(code, at: time) else { return nil }
        if case .oneTimeCode(let left) = spent {
            let code = AccessEvent.Code.oneTimeCodeUsed
            try log(AccessEvent(time: time, device: client.device, code: code, detail: String(left)))
        }
        try log(AccessEvent(time: time, device: client.device, code: AccessEvent.Code.signIn))
        return true
    }

    /// What a right code was.
    enum SpentFactor {
        case app
        case oneTimeCode(left: Int)
    }

    /// Nil when the code is wrong; a one-time code is used up, and no step of the app works twice.
    func spendSecondFactor(_ code: String, at time: Date) throws -> SpentFactor? {
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
        let codes = stride(from: 0, to: hashes.count, by: 32).map { Array(hashes[$0..<min($0 + 32, hashes.count)]) }
        guard let index = codes.firstIndex(where: { Sodium.areEqual($0, hash) }) else { return nil }
        var left = codes
        left.remove(at: index)
        try setSecret("totp-codes", to: left.flatMap { $0 })
        return .oneTimeCode(left: left.count)
    }
}
