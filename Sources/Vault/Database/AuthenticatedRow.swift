/// The rows of the accounts database that only a server may write, and what of each is authenticated.
///
/// The rest of such a row isn't authenticated: counters of wrong passcodes, whether a link is
/// paused, which message was sent last and when the next one is tried.
enum AuthenticatedRow: String, Sendable, CaseIterable {
    case account
    /// Of the account's row, what changes with every commit.
    case commit
    case keySlot
    case session
    case invitation
    case closing
    case withdrawal
    case calendarFeed
    case healthLink
    case reminderMail
    case mailLimit

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
        case .calendarFeed: ["id", "account", "digest"]
        case .healthLink: ["id", "account", "expires", "publicKey", "salt", "passcode", "digest"]
        case .reminderMail: ["account", "name", "sealed", "kind", "confirmedAt"]
        case .mailLimit: ["hash", "askedAt", "stoppedAt"]
        }
    }

    /// Whether `sealed`, which may be megabytes, is authenticated by its digest; a link's is in the rows of its files now.
    var isByDigest: Bool { self == .calendarFeed || self == .healthLink }

    /// What a query asks for that only looks at what is authenticated.
    var selection: String { (columns + [macColumn]).joined(separator: ", ") }
}
