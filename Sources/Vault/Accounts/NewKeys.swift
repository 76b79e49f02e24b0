import Fairness
import Foundation
import Model
import Secrets
import VaultStorage

/// The keys of an account that is being made or recovered: a data key, and three ways to it.
struct NewKeys: Sendable {
    let dataKey: SecretBytes
    let recoveryCode: RecoveryCode
    let cookie: SessionCookie
    let session: SessionRow
    let slots: [KeySlot]

    /// - Parameters:
    ///   - epoch: the number of the new data key.
    ///   - who: who asks for it.
    init(
        account: AccountID, password: Password, epoch: UInt32 = 1, hashing: PasswordHashing,
        for who: Requester, configuration: VaultConfiguration
    ) async throws {
        let random = configuration.random
        let dataKey = random.secret(32)
        self.dataKey = dataKey
        recoveryCode = try RecoveryCode(random: random)
        cookie = SessionCookie(random: random)
        session = SessionRow(cookie: cookie, account: account, isPending: false, configuration: configuration)
        func slot(_ terms: KeySlot.Terms, _ secret: SecretBytes) throws -> KeySlot {
            try KeySlot(terms: terms, dataKey: dataKey, secret: secret, random: random)
        }
        let passwordTerms = KeySlot.Terms(
            password: account, epoch: epoch, salt: random.bytes(16), cost: configuration.argon2)
        let passwordKey = try await hashing.key(
            password: password.bytes, salt: passwordTerms.salt, parameters: configuration.argon2, for: who)
        slots = [
            try slot(passwordTerms, passwordKey),
            try slot(KeySlot.Terms(account: account, kind: .recovery, epoch: epoch), recoveryCode.secret),
            try slot(KeySlot.Terms(session: session, epoch: epoch), cookie.unwrapping()),
        ]
    }
}

extension KeySlot.Terms {
    init(password account: AccountID, epoch: UInt32, salt: [UInt8], cost: Argon2Parameters) {
        self.init(
            account: account, kind: .password, epoch: epoch, salt: salt, passes: cost.passes,
            memory: UInt64(cost.memory))
    }

    init(session: SessionRow, epoch: UInt32) {
        self.init(
            account: session.account, kind: .session, epoch: epoch, lookup: session.lookup,
            expires: UInt64(session.expires.timeIntervalSince1970, clampedTo: 0...1 << 40))
    }

    /// What a password has to be hashed with to reach this slot; nil when the row was tampered with.
    var cost: Argon2Parameters? {
        guard kind == .password, passes > 0, passes <= 64, memory >= 8192, memory <= 1 << 30 else { return nil }
        return Argon2Parameters(passes: passes, memory: Int(memory))
    }
}
