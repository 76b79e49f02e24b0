import AgeEncryption
import Codes
import Foundation
import Vault

/// Everything that handlers use, made once at start-up.
struct Services: Sendable {
    let accounts: Accounts
    let catalogue: CatalogueSource
    let trust: TrustSource
    /// What the STIKO has published and nobody has compared yet.
    let reviews: ReviewStore
    /// What describes the routes for other clients: OpenAPI as JSON.
    let apiDescription: [UInt8]
    let localization: Localization
    let templates: Templates
    /// The moment by which certificates are judged and dates checked; a parameter, so that tests can set it.
    let now: @Sendable () -> Date
    /// Sign-ins, sign-ups and recoveries by one client address.
    let signInLimit: RateLimiter
    /// Questions to passkeys.
    let challenges: PasskeyChallenges
    /// Where our pages stand, as configured; nil = where each request was sent to.
    let passkeySite: PasskeySite?
    /// Bounds the memory that passphrases of exports and imports take: two at once at the usual work factor.
    let scrypt = ScryptGate()
    /// Files that an account imports.
    let importLimit = RateLimiter(burst: 30, refillEvery: .seconds(10))
    /// The scrypt work factor of exports.
    let exportWorkFactor: Int
    /// Days after which a deleted account is in no backup any more, as the operator promises.
    let backupDays: Int
    /// Reads the codes of uploaded pictures and documents.
    let reader: CodeReader
    /// What uploads may hold in memory.
    let uploads = UploadGate()
    /// What was opened holds in memory: attachments and exports that are being sent, files that are being imported.
    let opened = UploadGate(mostBytes: 160 * 1024 * 1024, mostOfAccount: 4)

    /// The current calendar date in UTC, as ISO 8601 text.
    var today: String { ISODate.text(now()) }
}
