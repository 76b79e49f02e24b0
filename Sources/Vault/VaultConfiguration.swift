package import Foundation

/// How the accounts and vaults of one data directory are run.
package struct VaultConfiguration: Sendable {
    /// The data directory; made when missing, mode 0700.
    package var directory: String
    /// How many vaults may be open at once.
    package var maxOpenVaults = 256
    /// Bytes of memory that the open vaults may take together.
    package var maxOpenBytes = 268_435_456
    /// Bytes that one vault's database may grow to.
    package var maxVaultBytes = 33_554_432
    /// Seconds without use after which a vault is closed and wiped.
    package var idleSeconds: TimeInterval = 300
    package var argon2 = Argon2Parameters.interactive
    /// How many password checks run at once, each with its own memory.
    package var hashesAtOnce = 2
    /// How many password checks may queue.
    package var hashesWaiting = 64
    /// Seconds without use after which a session ends.
    package var sessionIdleSeconds: TimeInterval = 14 * 86_400
    /// Seconds after which a session ends in any case.
    package var sessionAbsoluteSeconds: TimeInterval = 90 * 86_400
    /// How many accounts there may be; nil = no limit.
    package var maxUsers: Int?
    package var signUp = SignUpPolicy.open
    package var throttle = ThrottlePolicy()
    /// What authenticator apps show beside the code.
    package var issuer = "Vaccinapp"
    package var now: @Sendable () -> Date = { Date() }
    package var random = RandomSource.system
    package var files: any FileSystem = PosixFileSystem()
    /// Makes the blobs' home; nil = a directory `vaults` in the data directory.
    package var blobs: (any BlobStore)?
    /// The attachments' home; nil = a directory `attachments` in the data directory.
    package var attachments: (any AttachmentStore)?

    /// The database that several servers share; nil = the data directory holds everything.
    package var database: PostgresAddress?
    /// The most connections to it at once.
    package var databaseConnections = 8
    var databaseTimeouts = PostgresTimeouts()

    package init(directory: String) {
        self.directory = directory
    }
}

/// Who may make an account.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    case open, invitation, closed
}

/// What the sign-up page can offer now.
package enum SignUpState: Sendable, Equatable {
    case open, invitationNeeded, closed, full
}

/// Who is asking: kept in the access log and the list of sessions, inside the vault.
package struct ClientDescription: Sendable, Equatable {
    /// The network address, as text.
    package let address: String
    /// The browser and system, in a few words.
    package let device: String

    package init(address: String, device: String) {
        self.address = String(address.prefix(64))
        self.device = String(device.prefix(200))
    }
}
