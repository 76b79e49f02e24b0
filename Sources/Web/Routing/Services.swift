package import AgeEncryption
package import CivilDates
package import Codes
package import Fairness
package import Foundation
package import Lists
package import Vault

/// Everything that handlers use, made once at start-up.
package struct Services: Sendable {
    /// This program's release.
    package let version: String
    package let accounts: Accounts
    package let readiness: Readiness
    /// What runs in the background.
    package let jobs: Jobs
    package let catalogue: CatalogueSource
    package let releaseNotice: ReleaseNoticeSource
    package let trust: TrustSource
    /// What the STIKO has published and no one has compared yet.
    package let reviews: ReviewStore
    /// Public numbers on infections, and why files with them were refused.
    package let situation: SituationSource
    package let situationStore: SituationStore
    /// What describes the routes for other clients: OpenAPI as JSON.
    package let apiDescription: [UInt8]
    /// What other clients were answered of the catalogue and of public numbers in use.
    package let documents = APIDocuments()
    package let situationDocuments = APIDocuments()
    package let countryNames: CountryNames
    package let licences: Licences
    package let localization: Localization
    package let templates: Templates
    /// Failed sign-ins, sign-ups and recoveries by client address; by session for those who are signed in.
    package let signInLimit: RateLimiter
    package let signUpLimit: SignUpLimit
    /// Whether an admin's pages are there only for an account with two-factor sign-in.
    package let adminsNeedSecondFactor: Bool
    /// Questions to passkeys.
    package let challenges: PasskeyChallenges
    /// The origin of our pages, as configured; nil = the one each request was sent to.
    package let passkeySite: PasskeySite?
    /// What of an account is outside of its vault too.
    package let publications: [Publication]
    /// Bounds the memory that passphrases of exports and imports take: two at once at the usual work factor.
    package let scrypt = ScryptGate()
    /// Asks the servers of others' links; nil where this server asks none.
    package var linkServer: (any LinkServer)?
    /// Hands reminders over; nil where none are sent.
    package var mail: ReminderMailer?
    /// Files that an account imports, and links that it makes.
    package var importLimit = RateLimiter(burst: 30, refillEvery: .seconds(10))
    /// What scripts keep of what is typed: one a second of an account, a few at once where a page is left.
    package let keepLimit = RateLimiter(burst: 3, refillEvery: .seconds(1))
    /// So often a calendar is given out under one address.
    package let calendarLimit = RateLimiter(burst: 60, refillEvery: .seconds(10))
    /// So often one client asks for calendars: a provider of calendars asks for all of its customers.
    package let calendarClients = RateLimiter(burst: 300, refillEvery: .milliseconds(200))
    /// So often a health link is asked for.
    package let linkLimit = RateLimiter(burst: 120, refillEvery: .seconds(1))
    /// So often one client asks for health links.
    package let linkClients = RateLimiter(burst: 240, refillEvery: .milliseconds(500))
    /// So often one client follows links of messages.
    package let mailClients = RateLimiter(burst: 30, refillEvery: .seconds(2))
    /// The scrypt work factor of exports.
    package let exportWorkFactor: Int
    /// Days after which a deleted account is in no backup any more, as the operator promises.
    package let backupDays: Int
    /// Days before a certificate ends in which it is marked.
    package let expiryNotice: Int
    /// Who is responsible for the data, and how to reach them; nil if that isn't set.
    package let responsible: (name: String, contact: String)?
    /// What the operator has every page say; empty for nothing.
    package let notice: String
    /// Reads the codes of uploaded pictures and documents.
    package let reader: CodeReader
    /// The forms whose pages can be read.
    package let scanTemplates: BuiltInTemplates
    /// Whether text can be read here.
    package let recogniser: RecogniserCheck
    /// Drawing pictures of a page and its fields: a browser asks for many at once, and gets one after the other.
    package let crops = FairSemaphore(FairnessLimits(room: 2, ofAccount: 1, waiting: 512, waitingOfAccount: 128))
    /// Bytes that uploads hold in memory, counted as they come, so that a slow one holds no room that it doesn't use yet.
    package let uploads = FairSemaphore(
        FairnessLimits(
            room: 256 << 20, ofAccount: 65 << 20, ofNetwork: 128 << 20, placesOfAccount: 2, spare: 96 << 20,
            little: 16 << 20))
    /// Bytes that are held while they are sent, whatever they are, and what reading files that are imported takes.
    ///
    /// Whoever holds nothing gets their pages, whatever others read, send or import: what is spare is for them.
    package let opened = FairSemaphore(
        FairnessLimits(
            room: 160 << 20, ofAccount: 72 << 20, ofNetwork: 80 << 20, placesOfAccount: 4, spare: 64 << 20,
            little: 8 << 20))
    /// Those of them that are sent to visitors.
    let openedByStrangers = FairSemaphore(
        FairnessLimits(room: 64 << 20, ofNetwork: 32 << 20, spare: 32 << 20, little: 4 << 20))
    /// How many names of others' servers are looked up at once.
    package static let linksAtOnce = 8
    /// Links that are being opened at others' servers: looking a name up may keep a thread for as long as nobody answers.
    package let linkQuestions = FairSemaphore(
        FairnessLimits(room: linksAtOnce, ofAccount: 1, ofNetwork: 2, waiting: 64, waitingOfAccount: 2))
    /// Where handlers run: Swift's own threads, one a core, are left to connections.
    package let threads = FairThreadPool(FairnessLimits(room: 8, ofAccount: 2, ofNetwork: 6))
    /// Where handlers run that may compute for long, one of an account at a time; all others go before.
    ///
    /// Who computed least in the last half minute goes first, and one thread is for those who did so for less than 3 seconds.
    package let longThreads = FairThreadPool(
        FairnessLimits(room: 4, ofAccount: 1, ofNetwork: 3, remembered: .seconds(30), spare: 1), stepsBack: true)
    /// How long a handler may take; twice as long with files.
    package var handlerTime = MiddlewareConfiguration().handlerTime

    package init(
        version: String, accounts: Accounts, readiness: Readiness, jobs: Jobs, catalogue: CatalogueSource,
        releaseNotice: ReleaseNoticeSource, trust: TrustSource, reviews: ReviewStore, situation: SituationSource,
        situationStore: SituationStore, apiDescription: [UInt8], countryNames: CountryNames, licences: Licences,
        localization: Localization, templates: Templates, signInLimit: RateLimiter, signUpLimit: SignUpLimit,
        adminsNeedSecondFactor: Bool, challenges: PasskeyChallenges, passkeySite: PasskeySite?,
        publications: [Publication], linkServer: (any LinkServer)? = nil, mail: ReminderMailer? = nil,
        exportWorkFactor: Int, backupDays: Int, expiryNotice: Int, responsible: (name: String, contact: String)?,
        notice: String, reader: CodeReader, scanTemplates: BuiltInTemplates, recogniser: RecogniserCheck
    ) {
        self.version = version
        self.accounts = accounts
        self.readiness = readiness
        self.jobs = jobs
        self.catalogue = catalogue
        self.releaseNotice = releaseNotice
        self.trust = trust
        self.reviews = reviews
        self.situation = situation
        self.situationStore = situationStore
        self.apiDescription = apiDescription
        self.countryNames = countryNames
        self.licences = licences
        self.localization = localization
        self.templates = templates
        self.signInLimit = signInLimit
        self.signUpLimit = signUpLimit
        self.adminsNeedSecondFactor = adminsNeedSecondFactor
        self.challenges = challenges
        self.passkeySite = passkeySite
        self.publications = publications
        self.linkServer = linkServer
        self.mail = mail
        self.exportWorkFactor = exportWorkFactor
        self.backupDays = backupDays
        self.expiryNotice = expiryNotice
        self.responsible = responsible
        self.notice = notice
        self.reader = reader
        self.scanTemplates = scanTemplates
        self.recogniser = recogniser
    }

    /// How long all files of an upload may be read together; less than a request may take.
    package var readingTime: Duration { handlerTime * 5 / 6 }

    /// The accounts' clock, by which certificates are judged and dates checked too.
    package var now: @Sendable () -> Date { accounts.configuration.now }

    /// The latest day that it is anywhere: no dose was given after it.
    package var latestDay: CalendarDate { .latest(at: now()) }
}
