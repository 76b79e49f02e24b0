/// The rows of the accounts database that only a server may write, and what of each is authenticated.
///
/// Others can do no harm that deleting them wouldn't do as well: counters of failed attempts and answered questions;
/// addresses that an owner was signed in from, which only change how long guessing waits; lengths and digests of
/// attachments, which show their own seals when they are opened; which accounts were deleted, and which jobs ran.
enum AuthenticatedRow: String, Sendable, CaseIterable {
    case account
    /// Of the account's row, what changes with every commit.
    case commit
    case keySlot
    case session
    case invitation
    case closing
    case withdrawal

    var table: String { self == .commit ? "account" : rawValue }

    var macColumn: String { self == .commit ? "commitMac" : "rowMac" }

    /// In the order in which they are authenticated.
    var columns: [String] {
        switch self {
        case .account:
            ["id", "nameHash", "createdAt", "isAdmin", "isRecoveryConfirmed", "isDisabled", "restoredAt"]
        case .commit: ["id", "generation", "epoch", "tag", "digest", "length"]
        case .keySlot:
            [
                "account", "kind", "lookup", "epoch", "salt", "passes", "memory", "expires", "publicKey", "sealed",
                "mac",
            ]
        case .session: ["lookup", "id", "account", "createdAt", "lastSeen", "expires", "isPending"]
        case .invitation: ["hash", "expires", "usedAt"]
        case .closing: ["number", "day", "message"]
        case .withdrawal: ["account", "withdrawnAt"]
        }
    }
}
