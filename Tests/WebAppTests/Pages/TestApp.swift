import CivilDates
import Codes
import Foundation
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdTesting
import Logging
import ReaderScript
import Vault

@testable import Lists
@testable import Web
@testable import WebApp

/// A whole app on a data folder of its own, with an invented issuer that it trusts.
struct TestApp {
    /// The moment of every test, for all of the app; its clock stops there unless a test has one of its own.
    static let now = Date(timeIntervalSince1970: 1_795_219_200)  // 2026-11-21
    static let today = CalendarDate(now, in: .gmt)

    /// What every app shows is loaded once.
    private static let resources = Result {
        let configuration = try Self.configuration([])
        var resources = try LoadedResources(configuration)
        resources.shipped = try CatalogueStore(configuration).release(CatalogueStore.shippedName)
        return resources
    }

    let folder: URL
    let accounts: Accounts
    let web: WebApp
    let issuer: TestIssuer

    var services: Services { web.services }

    /// - Parameters:
    ///   - more: further settings, as on the command line.
    ///   - lists: what was imported besides the invented issuer.
    ///   - now: the one clock, of the accounts too.
    ///   - imports: how many files and links somebody may import or make; nil for as many as on a server.
    init(
        arguments more: [String] = [], reader: CodeReader = .patient, trust lists: TrustContent = TrustContent(),
        links: (any LinkServer)? = PlannedLinks(), mail: ReminderMailer? = nil, imports: RateLimiter? = nil,
        now: @escaping @Sendable () -> Date = { TestApp.now },
        vault change: (inout VaultConfiguration) -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "vaccinapp-\(UUID().uuidString)")
        let configuration = try Self.configuration(["--data", folder.path] + more)
        var vault = VaultConfiguration(directory: folder.path)
        vault.argon2 = .weakForTests
        vault.now = now
        change(&vault)
        accounts = try Accounts(vault)
        issuer = try TestIssuer()
        var lists = lists
        lists.store.insert(issuer.signer)
        var web = try WebApp(
            configuration: configuration, resources: try Self.resources.get(), accounts: accounts,
            trust: try TrustSource(load: { [lists] in lists }, stamp: { [] }), reader: reader, exportWorkFactor: 4)
        web.services.linkServer = links
        web.services.mail = mail
        if let imports { web.services.importLimit = imports }
        // On a machine that does more than test a page may take longer than anybody would wait for it.
        web.services.handlerTime = .seconds(600)
        self.web = web
    }

    private static func configuration(_ more: [String]) throws -> Configuration {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try Configuration(
            arguments: ["--resources", root.path, "--sign-ins", "10000", "--sign-ups", "10000"] + more,
            environment: [:])
    }

    /// Runs a test against the app in process, and takes the folder away afterwards.
    static func open(
        arguments: [String] = [], reader: CodeReader = .patient, logger: Logger = Logger(label: "test"),
        trust lists: TrustContent = TrustContent(), links: (any LinkServer)? = PlannedLinks(),
        mail: ReminderMailer? = nil, imports: RateLimiter? = nil, now: @escaping @Sendable () -> Date = { TestApp.now },
        vault change: (inout VaultConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestApp, any TestClientProtocol) async throws -> Void
    ) async throws {
        let app = try TestApp(
            arguments: arguments, reader: reader, trust: lists, links: links, mail: mail, imports: imports, now: now,
            vault: change)
        defer { try? FileManager.default.removeItem(at: app.folder) }
        let application = Application(responder: HoldingResponder(inner: try app.web.responder(logger: logger)))
        try await application.test(.router) { client in try await body(app, client) }
        await app.accounts.close()
    }
}

extension TestApp {
    /// Runs a test as somebody who is signed in and has one pass.
    static func openWithPass(
        _ name: String = "Ada Test", birth: (String, String, String) = ("12", "4", "1987"),
        trust lists: TrustContent = TrustContent(),
        _ body: @escaping @Sendable (TestApp, Person, _ pass: String) async throws -> Void
    ) async throws {
        try await open(trust: lists) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(app, person, try await person.pass(name, birth: birth))
        }
    }
}

/// An issuer made for one test run.
struct TestIssuer: Sendable {
    let signer: Signer
    private let issuer: CertificateIssuer

    init() throws {
        let key = try SigningKey(new: .p256)
        let certificate = try CertificateRequest(
            country: "DE", commonName: "Test issuer", notBefore: TestApp.now.addingTimeInterval(-86_400 * 1_000),
            notAfter: TestApp.now.addingTimeInterval(86_400 * 1_000), permittedKinds: nil,
            serialNumber: [UInt8](repeating: 7, count: 12)
        ).certificate(for: key)
        issuer = try CertificateIssuer(key: key, certificate: certificate)
        signer = issuer.signer
    }

    /// A certificate for a dose against COVID-19.
    func vaccination(
        given: String, family: String, birth: String, date: String = "2026-02-03", dose: Int = 1,
        identifier: String = "URN:UVCI:01DE/TEST/1#A", until end: Date = TestApp.now.addingTimeInterval(86_400)
    ) throws -> String {
        let entry = VaccinationEntry(
            target: Coding(code: "840539006"), vaccine: Coding(code: "1119349007"),
            product: Coding(code: "EU/1/20/1528"), manufacturer: Coding(code: "ORG-100030215"), dose: dose, total: 2,
            date: CertificateDate(date), country: "DE", issuer: "Test issuer", identifier: identifier)
        return try certificate(.vaccination(entry), given: given, family: family, birth: birth, until: end)
    }

    /// A certificate that says anything.
    func certificate(
        _ entry: HealthClaims.Entry, given: String = "Ada", family: String = "Test", birth: String = "1987-04-12",
        issuedAt: Date = TestApp.now.addingTimeInterval(-3_600),
        until end: Date = TestApp.now.addingTimeInterval(86_400)
    ) throws -> String {
        let name = PersonName(
            family: family, given: given, standardFamily: Transliteration.machineReadable(family),
            standardGiven: Transliteration.machineReadable(given))
        let claims = HealthClaims(
            holder: Holder(name: name, dateOfBirth: CertificateDate(birth)), entries: [entry])
        return try issuer.issue(claims, issuedAt: issuedAt, expiresAt: end)
    }
}

extension Accounts {
    /// What the operator does to them from another process.
    var administration: AccountAdministration {
        get throws { try AccountAdministration(directory: configuration.directory, now: configuration.now) }
    }
}
