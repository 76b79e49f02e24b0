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
package struct Session: Sendable {
    package let identity: SessionIdentity
    package let vault: Vault
    /// Whose share of the server's work it takes.
    let requester: Requester
    var shared: OpenVault { vault.shared }

    package var id: SessionID { identity.id }
    package var accountID: AccountID { identity.accountID }
    package var expires: Date { identity.expires }
    package var isAdmin: Bool { identity.isAdmin }
    package var recoveryConfirmed: Bool { identity.recoveryConfirmed }
    package var needsSecondFactor: Bool { identity.needsSecondFactor }
    var lookup: [UInt8] { identity.lookup }

    /// The same from the cookie alone, where the session can't be looked up; nil when the text is no cookie.
    package static func derivedKey(_ context: String, cookie: String) -> [UInt8]? {
        (SessionCookie(cookie)?.derivation()).map { Blake.mac(Array(context.utf8), key: $0) }
    }

    func requireFullSignIn() throws(VaultError) {
        if needsSecondFactor { throw VaultError(.secondFactorRequired, "the second factor is missing") }
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
