import ByteCoding
import Foundation
import Model
import Secrets
package import VaultStorage

/// The addresses and browsers that an account was signed in from: whoever tries from there is never slowed by what
/// others do elsewhere.
package struct KnownOrigins: Sendable {
    /// Addresses that an account keeps as its owner's own.
    private static let addressLimit = 16

    let database: any AccountsDatabase
    let nameKey: SecretBytes
    let random: RandomSource
    let now: @Sendable () -> Date

    // MARK: Browsers

    /// How long a browser keeps what it was given.
    package static let browserLifetime = Duration.seconds(Int(KnownBrowser.days) * 86_400)

    /// What a browser keeps from now on, in which the account was signed in to.
    package func newBrowser(_ account: AccountID) -> String {
        KnownBrowser(of: account, at: now(), random: random, key: nameKey).text
    }

    /// By what attempts are counted together that come from a browser in which the account was signed in; nil where it
    /// wasn't.
    package func browser(_ client: ClientDescription, username: String) async -> String? {
        guard !client.browser.isEmpty, let hash = try? Username(username).hash(key: nameKey) else { return nil }
        let account = try? await database.read { try AccountRow.fetch($0, nameHash: hash)?.id }
        return account.flatMap { $0 }.flatMap { browser(client, $0) }.map { Hex.encode($0) }
    }

    private func browser(_ client: ClientDescription, _ account: AccountID) -> [UInt8]? {
        KnownBrowser(client.browser, of: account, at: now(), key: nameKey)?.id
    }

    // MARK: Addresses

    /// Adds an address that the account was signed in from; the one used longest ago goes when there are too many.
    func add(_ db: any Transaction, address: String, of account: AccountID) throws {
        try db.execute(
            """
            INSERT INTO familiarAddress (account, hash, lastSeen) VALUES (?, ?, ?)
            ON CONFLICT (account, hash) DO UPDATE SET lastSeen = excluded.lastSeen
            """,
            [.id(account), .blob(hash(address)), .time(now())])
        try db.execute(
            """
            DELETE FROM familiarAddress WHERE account = ?1 AND hash NOT IN
                (SELECT hash FROM familiarAddress WHERE account = ?1 ORDER BY lastSeen DESC LIMIT ?2)
            """,
            [.id(account), .number(Self.addressLimit)])
    }

    private func isKnown(_ db: any Transaction, _ address: [UInt8], _ account: AccountID) throws -> Bool {
        try db.finds(
            "SELECT 1 AS one FROM familiarAddress WHERE account = ? AND hash = ?", [.id(account), .blob(address)])
    }

    private func hash(_ address: String) -> [UInt8] {
        Blake.mac(Array("vaccinapp address 1:".utf8) + Array(address.utf8), key: nameKey)
    }
}

// MARK: - Which attempts count together
extension KnownOrigins {
    func passwordAttempt(nameHash: [UInt8], _ client: ClientDescription) async throws -> Throttle.Attempt {
        let address = hash(client.address)
        let (account, isFamiliar) = try await database.read { db in
            let account: AccountID? = try db.row("SELECT id FROM account WHERE nameHash = ?", [.blob(nameHash)])
                .map { try $0.identifier("id") }
            return (account, try account.map { try isKnown(db, address, $0) } ?? false)
        }
        let browser = browser(client, account ?? .random())
        return Throttle.Attempt(
            account: nameHash, address: browser ?? address, network: hash("network \(client.network)"),
            isFamiliar: browser != nil || isFamiliar, event: .signInFailed, client: client)
    }

    func passkeyAttempt(lookup: [UInt8], _ client: ClientDescription) -> Throttle.Attempt {
        Throttle.Attempt(
            account: lookup, address: hash(client.address), event: .signInFailed, client: client)
    }

    /// An attempt with the recovery code.
    ///
    /// Nobody can guess 160 bits, so what strangers do never makes the owner wait.
    func recoveryAttempt(nameHash: [UInt8], _ client: ClientDescription) -> Throttle.Attempt {
        Throttle.Attempt(
            account: Array("recovery".utf8) + nameHash, address: hash(client.address),
            event: .recoveryFailed, client: client)
    }

    /// An attempt at the second factor.
    ///
    /// Six digits are few, so all addresses that the owner never used count together; whoever knows the password and
    /// guesses from one of them slows the owner down neither there nor in a browser that the owner used.
    func secondFactorAttempt(_ account: AccountID, _ client: ClientDescription) async throws -> Throttle.Attempt {
        let address = hash(client.address)
        let isFamiliar = try await database.read { try isKnown($0, address, account) }
        let stranger = Array("second factor".utf8) + account.bytes
        return Throttle.Attempt(
            account: account.bytes, address: browser(client, account) ?? (isFamiliar ? address : stranger),
            event: .secondFactorFailed, client: client)
    }
}
