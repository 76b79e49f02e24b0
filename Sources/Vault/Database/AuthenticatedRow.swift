/// The rows of the accounts database that only a server may write, and what of each is authenticated.
///
/// The rest of such a row isn't authenticated, as in `others`: counters of wrong passcodes, whether a link is
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

    /// Tables whose rows aren't authenticated, and why: writing there does no more harm than deleting, or no more than is
    /// said here.
    static let others = [
        "schemaStep": "which steps were done: one that is taken back is done again, or keeps servers from starting",
        "setting": "by what names.key shows, and when the last backup was: another value keeps servers from starting",
        "familiarAddress": "where an owner was signed in from, which only changes how long guessing waits",
        "attachmentFile": "lengths and digests of attachments, which show their own seals when they are opened",
        "passingFile": "when sealed files are deleted",
        "deletedAccount": "which accounts were deleted, so that no backup brings them back",
        "job": "which jobs ran",
        "healthLinkFile":
            "sealed, and the digest of their digests is authenticated with their link (`HealthLinkFiles`)",
        "healthLinkOpening": "who opened a link, in their own words: one that is added tells of what wasn't",
        "reminderDay": "when a confirmed address gets a message, one a day at most: one that is added sends one more",
        "vault": "sealed, and its digest is authenticated with the last commit",
        "account_lock": "numbers to lock",
        "attempt": "counters of failed attempts",
        "answer": "questions to passkeys that were answered",
        "receipt": "what was committed lately, asked for where an answer was lost",
    ]
}
