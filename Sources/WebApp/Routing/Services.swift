import AgeEncryption
import CivilDates
import Codes
import Fairness
import Foundation
import Lists
import Vault

/// Everything that handlers use, made once at start-up.
struct Services: Sendable {
    /// This program's release.
    let version: String
    let accounts: Accounts
    let readiness: Readiness
    /// What runs in the background.
    let jobs: Jobs
    let catalogue: CatalogueSource
    let releaseNotice: ReleaseNoticeSource
    let trust: TrustSource
    /// What the STIKO has published and no one has compared yet.
    let reviews: ReviewStore
    /// Public numbers on infections, and why files with them were refused.
    let situation: SituationSource
    let situationStore: SituationStore
    /// What describes the routes for other clients: OpenAPI as JSON.
    let apiDescription: [UInt8]
    /// What other clients were answered of the catalogue and of public numbers in use.
    let documents = APIDocuments()
    let situationDocuments = APIDocuments()
    let countryNames: CountryNames
    let licences: Licences
    let localization: Localization
    let templates: Templates
    /// Failed sign-ins, sign-ups and recoveries by client address; by session for those who are signed in.
    let signInLimit: RateLimiter
    let signUpLimit: SignUpLimit
    /// Whether an admin's pages are there only for an account with two-factor sign-in.
    let adminsNeedSecondFactor: Bool
    /// Questions to passkeys.
    let challenges: PasskeyChallenges
    /// The origin of our pages, as configured; nil = the one each request was sent to.
    let passkeySite: PasskeySite?
    /// What of an account is outside of its vault too.
    let publications: [Publication]
    /// Bounds the memory that passphrases of exports and imports take: two at once at the usual work factor.
    let scrypt = ScryptGate()
    /// Asks the servers of others' links; nil where this server asks none.
    var linkServer: (any LinkServer)?
    /// Hands reminders over; nil where none are sent.
    var mail: MailPost?
    /// Files that an account imports, and links that it makes.
    var importLimit = RateLimiter(burst: 30, refillEvery: .seconds(10))
    /// So often a calendar is given out under one address.
    let calendarLimit = RateLimiter(burst: 60, refillEvery: .seconds(10))
    /// So often one client asks for calendars: a provider of calendars asks for all of its customers.
    let calendarClients = RateLimiter(burst: 300, refillEvery: .milliseconds(200))
    /// So often a health link is asked for.
    let linkLimit = RateLimiter(burst: 120, refillEvery: .seconds(1))
    /// So often one client asks for health links.
    let linkClients = RateLimiter(burst: 240, refillEvery: .milliseconds(500))
    /// So often one client follows links of messages.
    let mailClients = RateLimiter(burst: 30, refillEvery: .seconds(2))
    /// The scrypt work factor of exports.
    let exportWorkFactor: Int
    /// Days after which a deleted account is in no backup any more, as the operator promises.
    let backupDays: Int
    /// Days before a certificate ends in which it is marked.
    let expiryNotice: Int
    /// Who is responsible for the data, and how to reach them; nil if that isn't set.
    let responsible: (name: String, contact: String)?
    /// What the operator has every page say; empty for nothing.
    let notice: String
    /// Reads the codes of uploaded pictures and documents.
    let reader: CodeReader
    /// The forms whose pages can be read.
    let scanTemplates: BuiltInTemplates
    /// Whether text can be read here.
    let recogniser: RecogniserCheck
    /// Drawing pictures of a page and its fields: a browser asks for many at once, and gets one after the other.
    let crops = FairGate(Shares(room: 2, ofAccount: 1, waiting: 512, waitingOfAccount: 128))
    /// Bytes that uploads hold in memory, counted as they come, so that a slow one holds no room that it doesn't use yet.
    let uploads = FairGate(Shares(room: 256 << 20, ofAccount: 65 << 20, ofAddress: 128 << 20, placesOfAccount: 2))
    /// Bytes that are held while they are sent, whatever they are, and those of files that are being imported.
    let opened = FairGate(Shares(room: 160 << 20, ofAccount: 65 << 20, ofAddress: 96 << 20, placesOfAccount: 4))
    /// Those of them that are sent to visitors.
    let openedByStrangers = FairGate(Shares(room: 64 << 20, ofAddress: 48 << 20))
    /// Links that are being opened at others' servers: looking a name up may keep a thread for as long as nobody answers.
    let linkQuestions = FairGate(
        Shares(room: PublicLinkServer.lookUps, ofAccount: 1, ofAddress: 2, waiting: 64, waitingOfAccount: 2))
    /// Where handlers run: Swift's own threads, one a core, are left to connections.
    let threads = FairThreads(Shares(room: 8, ofAccount: 2, ofAddress: 6))
    /// Where handlers run that may compute for long, one of an account at a time; all others go before.
    ///
    /// Who computed least in the last half minute goes first, and one thread is for those who did so for less than 3 seconds.
    let longThreads = FairThreads(
        Shares(room: 4, ofAccount: 1, ofAddress: 3, remembered: .seconds(30), spare: 1), stepsBack: true)
    /// How long a handler may take; twice as long with files.
    var handlerTime = MiddlewareConfiguration().handlerTime
    /// How long all files of an upload may be read together; less than a request may take.
    var readingTime: Duration { handlerTime * 5 / 6 }

    /// The accounts' clock, by which certificates are judged and dates checked too.
    var now: @Sendable () -> Date { accounts.configuration.now }

    /// The latest day that it is anywhere: no dose was given after it.
    var latestDay: CalendarDate { .latest(at: now()) }
}
