import Fairness
package import Foundation
import Secrets
package import VaultStorage

/// Whose session a cookie stands for, with nothing of their vault.
package struct SessionIdentity: Sendable {
    package let id: SessionID
    package let accountID: AccountID
    package let expires: Date
    package let isAdmin: Bool
    package let recoveryConfirmed: Bool
    /// True until the second factor was given; the vault refuses until then.
    package let needsSecondFactor: Bool
    let derivation: SecretBytes
    let lookup: [UInt8]

    /// 32 bytes that belong to this session and this context alone, the same on every request.
    package func derivedKey(_ context: String) -> [UInt8] {
        Blake.mac(Array(context.utf8), key: derivation)
    }
}

/// A signed-in visit: who, and the way to their vault.
///
/// Lives for one request.
@dynamicMemberLookup
package struct Session: Sendable {
    package let identity: SessionIdentity
    package let vault: Vault
    /// Whose share of the server's work it takes.
    let requester: Requester
    var shared: OpenVault { vault.shared }

    package subscript<Value>(dynamicMember path: KeyPath<SessionIdentity, Value>) -> Value { identity[keyPath: path] }

    /// The same from the cookie alone, where the session can't be looked up; nil when the text is no cookie.
    package static func derivedKey(_ context: String, cookie: String) -> [UInt8]? {
        (SessionCookie(cookie)?.derivation()).map { Blake.mac(Array(context.utf8), key: $0) }
    }

    func requireFullSignIn() throws(VaultError) {
        if identity.needsSecondFactor { throw VaultError(.secondFactorRequired, "the second factor is missing") }
    }

    /// Reads, and lets only our own errors out.
    func read<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws(VaultError) -> T {
        try await VaultError.wrapping { try await vault.read(body) }
    }

    /// Writes, and lets only our own errors out.
    func write<T: Sendable>(_ body: @escaping @Sendable (Records) throws -> T) async throws(VaultError) -> T {
        try await VaultError.wrapping { try await vault.write(body) }
    }
}

/// A session as its owner sees it in the settings.
package struct SessionSummary: Sendable, Equatable, Identifiable {
    package let id: SessionID
    package let created: Date
    package let lastSeen: Date
    package let expires: Date
    package let address: String
    package let device: String
    package let isCurrent: Bool
}
