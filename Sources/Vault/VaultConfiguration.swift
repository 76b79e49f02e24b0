import Fairness
package import Foundation
package import Secrets
package import VaultStorage

/// How the accounts and vaults of one data directory are run.
package struct VaultConfiguration: Sendable {
    /// The data directory; made when missing, mode 0700.
    package var directory: String
    /// Whether there have to be accounts already, so that a folder that isn't mounted is never taken for a new one.
    package var expectsData = false
    /// How many vaults may be open at once; nil = as many as may take their memory.
    package var maxOpenVaults: Int?
    /// Bytes of memory that the open vaults may take together, with what is kept beside them.
    package var maxOpenBytes = 402_653_184
    /// Bytes that one vault's database may grow to.
    package var maxVaultBytes = 33_554_432
    /// How many vaults read or write at once, each on a thread.
    package var turnsAtOnce = 8
    /// Seconds without use after which a vault is closed and wiped.
    package var idleSeconds: TimeInterval = 300
    package var argon2 = Argon2Parameters.interactive
    /// How many password checks run at once, each with its own memory.
    package var hashesAtOnce = 2
    /// How long somebody waits for theirs, and for other attempts at the same account; anyone who would wait longer is
    /// asked to come back.
    package var hashingPatience = Duration.seconds(10)
    /// Seconds without use after which a session ends.
    package var sessionIdleSeconds: TimeInterval = 14 * 86_400
    /// Seconds after which a session ends in any case.
    package var sessionAbsoluteSeconds: TimeInterval = 90 * 86_400
    /// Seconds without use after which an admin's session ends.
    package var adminIdleSeconds: TimeInterval = 1_800
    /// How many accounts there may be; nil = no limit.
    package var maxUsers: Int?
    package var signUp = SignUpPolicy.open
    /// How many days backups are kept, and with them the ids of accounts that are deleted.
    package var backupDays = 30
    package var throttle = ThrottlePolicy()
    /// What authenticator apps show beside the code.
    package var issuer = "Vaccinapp"
    package var now: @Sendable () -> Date = { Date() }
    /// Seconds that have passed since some moment, whatever the clock says.
    package var uptime: @Sendable () -> TimeInterval = { VaultConfiguration.begun.duration(to: .now) / .seconds(1) }
    private static let begun = ContinuousClock.now
    /// Takes what whoever runs the server should hear of, with a short mark of where it came from.
    package var tell: @Sendable (_ event: SecurityEvent, _ source: String?) -> Void = { _, _ in }
    /// How many times as often what comes round does so, and how many times sooner an answer is given up: 1 but in tests.
    package var pace = 1.0
    package var random = RandomSource.system
    package var files: any FileSystem = PosixFileSystem()
    /// Makes the blobs' home; nil = a directory `vaults` in the data directory.
    package var blobs: (any BlobStore)?
    /// The attachments' home; nil = a directory `attachments` in the data directory.
    package var attachments: (any AttachmentBackend)?

    /// The database that several servers share; nil = the data directory holds everything.
    package var database: PostgresAddress?
    /// The most connections to it at once.
    package var databaseConnections = 8
    var databaseTimeouts = PostgresTimeouts()

    package init(directory: String) {
        self.directory = directory
    }

    func idleSeconds(isAdmin: Bool) -> TimeInterval {
        isAdmin ? min(sessionIdleSeconds, adminIdleSeconds) : sessionIdleSeconds
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
    /// What the address is one of, as text: many addresses may be one subscriber's or one provider's.
    package let network: String
    /// What `KnownOrigins.newBrowser` gave this browser; empty for none.
    package let browser: String

    /// - Parameter network: the address itself, if left out.
    package init(address: String, device: String, network: String? = nil, browser: String = "") {
        self.address = String(address.prefix(64))
        self.device = String(device.prefix(200))
        self.network = network.map { String($0.prefix(64)) } ?? self.address
        self.browser = browser
    }

    /// Whose share of the server's work it takes.
    var requester: Requester { Requester(address: address, network: network) }

    /// What is kept of it: where from and by which device.
    package static func == (left: Self, right: Self) -> Bool {
        (left.address, left.device) == (right.address, right.device)
    }
}
