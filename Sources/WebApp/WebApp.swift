import AgeEncryption
package import Codes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import IntakePages
package import Lists
import Logging
package import Vault
import Web

extension CatalogueStore {
    init(_ configuration: Configuration) {
        self.init(
            dataDirectory: configuration.data, shipped: configuration.resource("Catalogue"),
            contentKey: configuration.contentKey)
    }
}

/// What the folders of resources hold, as a server needs it at its start.
struct LoadedResources: Sendable {
    let statics: StaticFiles
    let licences: Licences
    let localization: Localization
    let templates: Templates
    /// The shipped release, if it has been read already.
    var shipped: CatalogueRelease?

    /// - Throws: what is wrong with them, in words for those who operate the server.
    init(_ configuration: Configuration) throws {
        let statics = try StaticFiles.load(directory: configuration.resource("Public").path)
        let known = Set(statics.names)
        self.statics = statics
        licences = try Licences(directory: configuration.resource("Public").appending(path: "licences"))
        localization = try Localization(directory: configuration.resource("Localization"))
        templates = try Templates(
            directory: configuration.resource("Templates"), localization: localization,
            asset: { known.contains($0) ? statics.url(for: $0) : nil })
    }
}

/// Builds the web app from its configuration.
///
/// `Services` can be made once and shared with tests.
package struct WebApp: Sendable {
    var services: Services
    let statics: StaticFiles
    let configuration: Configuration
    let requests = RequestMetrics()

    /// Loads words, templates, static files, catalogue and trust list, and opens the accounts.
    ///
    /// - Parameters:
    ///   - trust: The signers that are trusted; see ``TrustSource``.
    ///   - reader: Reads uploaded pictures; there is one for all, since it holds their queue.
    ///   - exportWorkFactor: scrypt's, for exports; tests take less.
    package init(
        configuration: Configuration, accounts: Accounts, trust: TrustSource, reader: CodeReader = CodeReader(),
        exportWorkFactor: Int = 18
    ) throws {
        try self.init(
            configuration: configuration, resources: try LoadedResources(configuration), accounts: accounts,
            trust: trust, reader: reader, exportWorkFactor: exportWorkFactor)
    }

    /// The same with resources that were loaded before.
    init(
        configuration: Configuration, resources: LoadedResources, accounts: Accounts, trust: TrustSource,
        reader: CodeReader, exportWorkFactor: Int
    ) throws {
        let catalogue = try CatalogueSource(CatalogueStore(configuration), shipped: resources.shipped)
        self.statics = resources.statics
        self.configuration = configuration
        let releaseNotice = ReleaseNoticeSource(dataDirectory: configuration.data, key: configuration.contentKey)
        let situationStore = SituationStore(dataDirectory: configuration.data)
        let site = PasskeySite(origin: configuration.publicOrigin)
        let mail = try configuration.mail.map { server in
            ReminderMailer(
                server: server, key: try ReminderMailer.key(in: configuration.data), origin: configuration.publicOrigin)
        }
        let jobs = WebAppJobs.table(
            of: accounts, catalogue: catalogue, trust: trust, releaseNotice: releaseNotice,
            dataDirectory: configuration.data, mail: mail, localization: resources.localization)
        self.services = Services(
            version: Self.version,
            accounts: accounts,
            readiness: Readiness(accounts),
            jobs: Jobs(accounts.jobTable + jobs, of: accounts),
            catalogue: catalogue,
            releaseNotice: releaseNotice,
            trust: trust,
            reviews: ReviewStore(dataDirectory: configuration.data),
            situation: try SituationSource(catalogue: configuration.resource("Catalogue"), store: situationStore),
            situationStore: situationStore,
            apiDescription: [UInt8](
                try Data(contentsOf: configuration.resource("Public").appending(path: APIDocument.descriptionFile))),
            countryNames: CountryNames(resources.localization.fallback),
            licences: resources.licences,
            localization: resources.localization,
            templates: resources.templates,
            signInLimit: RateLimiter(burst: configuration.signIns, refillEvery: .seconds(10)),
            signUpLimit: SignUpLimit(burst: configuration.signUps),
            adminsNeedSecondFactor: !configuration.demo,
            challenges: PasskeyChallenges(
                key: accounts.passkeys.challengeKey, now: accounts.configuration.now),
            passkeySite: site,
            publications: features.flatMap { $0.publications },
            linkServer: configuration.fetchesLinks ? PublicLinkServer(ownName: site?.domain) : nil,
            mail: mail,
            exportWorkFactor: exportWorkFactor,
            backupDays: configuration.backupDays,
            expiryNotice: configuration.expiryNotice,
            responsible: configuration.operatorName.isEmpty
                ? nil : (configuration.operatorName, configuration.contact),
            notice: configuration.notice,
            reader: reader,
            scanTemplates: try BuiltInTemplates(catalogue: configuration.resource("Catalogue")),
            recogniser: RecogniserCheck(reader))
    }

    /// What answers requests: the route table inside the edge that guards it.
    func responder(logger: Logger) throws -> MiddlewareStack<RouterResponder<AppContext>> {
        let router = Router(context: AppContext.self)
        let table = Route.table
        for route in table {
            router.on(RouterPath(route.path), method: route.method) { [services] request, context in
                try await ErrorPages.translating { try await route.respond(to: request, context, services) }
            }
        }
        let uploads = AllowedMethods(table.filter(\.takesFiles).map { ($0.path, $0.method) })
        let programs = table.filter { if case .api = $0.access { true } else { false } }
        var middleware = try configuration.middleware
        middleware.checks = RequestChecks(uploads: uploads, bytes: MultipartLimits.upload.bytes)
        middleware.anySite = AllowedMethods(programs.map { ($0.path, $0.method) })
        (middleware.handlerTime, middleware.metrics) = (services.handlerTime, requests)
        return MiddlewareStack(
            inner: router.buildResponder(),
            configuration: middleware,
            statics: statics,
            methods: AllowedMethods(table.map { ($0.path, $0.method) }),
            logger: logger,
            page: { [services] problem, request, context in
                guard !ProblemDetails.answers(request.uri.path) else {
                    return ProblemDetails(problem).response(problem.status)
                }
                return await ErrorPages.page(problem, request, context, services)
            })
    }
}

extension Configuration {
    /// What a server takes of the settings before any request.
    var middleware: MiddlewareConfiguration {
        get throws {
            MiddlewareConfiguration(
                trustedProxies: try trustedProxies.map { try TrustedProxy($0) }, usesTLS: tls != nil)
        }
    }
}
