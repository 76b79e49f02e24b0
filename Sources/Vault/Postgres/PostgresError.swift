import VaultStorage

/// Why PostgreSQL didn't do what it was asked; only codes, since its messages can quote values.
struct PostgresError: VaultErrorConvertible, Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Nobody answers at its address; with what can be said to whoever operates the server.
        case away(String)
        /// A connection is refused, and will be until somebody changes something; with what can be said of it.
        case unreachable(String)
        /// The connection ended; nothing was changed.
        case broken
        /// The connection ended during COMMIT: it may have been done or not.
        case ambiguous
        /// The server answered with this SQLSTATE.
        case refused(String)
        /// Every connection was in use for too long.
        case exhausted
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// Whether the same transaction may succeed when it is run again: it met another one.
    var isConflict: Bool { [.refused("40001"), .refused("40P01")].contains(kind) }

    /// What it means to whoever wanted to save or read.
    var vaultError: VaultError {
        switch kind {
        case .away(let reason): return VaultError(.databaseAway, reason)
        case .unreachable(let reason): return VaultError(.storageFailed, reason)
        case .broken: return VaultError(.databaseAway, "the connection to the database ended")
        case .ambiguous: return VaultError(.commitUnknown, "the connection to the database ended during a commit")
        case .exhausted: return VaultError(.busy, "every connection to the database is in use", retryAfter: 2)
        case .refused(let state):
            let reason = "PostgreSQL answered with \(state)"
            switch state {
            case "53100": return VaultError(.storageFull, "the database's disk is full")
            case "25006": return VaultError(.storageReadOnly, "the database can only be read")
            // Conflicts that didn't end, waiting for a lock or an answer for too long, too many connections.
            case "40001", "40P01", "55P03", "57014", "53300": return VaultError(.busy, reason, retryAfter: 2)
            case "23503": return VaultError(.notFound, "an entry refers to one that is not there")
            default: return VaultError(.storageFailed, reason)
            }
        }
    }
}
