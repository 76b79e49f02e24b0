import Codes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lists
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
package import Vault
import Web

extension WebApp {
    /// Opens the accounts of a configuration's data folder.
    ///
    /// A second process on one folder gets an error that says so.
    ///
    /// - Parameter tell: takes what whoever runs the server should hear of.
    package static func accounts(
        _ configuration: Configuration, tell: @escaping @Sendable (SecurityEvent, _ source: String?) -> Void
    ) throws -> Accounts {
        var vault = configuration.accounts
        vault.tell = tell
        try Accounts.requireNoBackup(vault.directory)
        return try Accounts(vault)
    }

    /// Serves until the process is asked to end; then closes and wipes every vault.
    ///
    /// - Parameters:
    ///   - measured: Called with the port of the metrics, if there are any, once they are served.
    ///   - started: Called with the port once the server listens.
    ///   - ending: Called at the first signal to end, with its name.
    package func serve(
        logger: Logger, measured: @escaping @Sendable (Int) async -> Void = { _ in },
        started: @escaping @Sendable (Int) async -> Void, ending: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        let transport = try Transport(configuration)
        var watching: [any Service] = [JobRunner(jobs: services.jobs, accounts: services.accounts, logger: logger)]
        if let address = configuration.metrics {
            let page = { @Sendable in await metricsPage(connections: transport.connections) }
            watching.append(MetricsServer(address: address, page: page, started: measured, logger: logger))
        }
        let application = Application(
            responder: try responder(logger: logger),
            server: transport.builder,
            configuration: transport.applicationConfiguration,
            services: watching,
            onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) },
            logger: logger)
        let begun = ContinuousClock.now
        let why = Mutex("an error")
        defer {
            let seconds = begun.duration(to: .now).components.seconds
            logger.notice(
                "ended",
                metadata: [
                    "by": "\(why.withLock { $0 })", "seconds": "\(seconds)", "requests": "\(requests.count)",
                ])
        }
        do {
            try await transport.run(application, delay: .seconds(configuration.stopDelay), logger: logger) { signal in
                services.readiness.end()
                why.withLock { $0 = signal }
                ending(signal)
            }
        } catch {
            await services.accounts.close()
            throw configuration.unableToListen(error)
        }
        await services.accounts.close()
    }

    /// Says in the log what this server does without, and why.
    package func tellWhatIsMissing(_ logger: Logger) async {
        switch await services.reader.documentsRefusal() {
        case nil: break
        case .documentsOff:
            logger.warning(
                """
                PDF files aren't read: this system can't keep their reader from other files (Landlock: Linux 5.13 or \
                later, not turned off); pictures are read
                """)
        default: logger.warning("PDF files aren't read: vaccinapp-reader-pdf or poppler-utils doesn't work here")
        }
        if !IPAddress.isLoopback(host: configuration.host), configuration.publicOrigin.isEmpty {
            logger.warning("passkeys and redirects follow whatever name is asked for: set --public-origin")
        }
        if let fault = services.catalogue.fault {
            logger.warning(
                "the catalogue that was put in use is refused; the shipped one counts",
                metadata: ["reason": "\"\(fault)\""])
        }
        if services.accounts.passwords.breached.count == nil {
            logger.warning("\(BreachedPasswords.fileName) can't be read: no password is compared with it")
        }
    }

    /// Everything that is measured, as Prometheus reads it.
    func metricsPage(connections: ConnectionCounters = ConnectionCounters()) async -> String {
        MetricsPage(
            requests: requests, vaults: await services.accounts.statistics(),
            readings: ReadingCounters.ofThisProcess.outcomes, jobs: services.jobs.reports(),
            process: ProcessNumbers(), connections: connections,
            isStorageWritable: await services.readiness.isStorageWritable,
            backup: try? await services.accounts.lastBackup()
        ).text
    }
}

extension Configuration {
    /// How the accounts are run.
    var accounts: VaultConfiguration {
        var vault = VaultConfiguration(directory: data.path)
        vault.maxOpenVaults = openVaults
        vault.maxOpenBytes = vaultMemory << 20
        vault.idleSeconds = Double(vaultIdle)
        vault.sessionIdleSeconds = Double(sessionIdle) * 86_400
        vault.sessionAbsoluteSeconds = Double(sessionLength) * 86_400
        vault.adminIdleSeconds = Double(adminIdle) * 60
        vault.maxUsers = users
        vault.expectsData = expectsData
        vault.backupDays = backupDays
        vault.pace = TestPace.ofThisProcess
        vault.database = database
        vault.databaseConnections = databaseConnections
        switch signUp {
        case "closed": vault.signUp = .closed
        case "invitation": vault.signUp = .invitation
        default: vault.signUp = .open
        }
        return vault
    }

    /// What to say to whoever starts the server, where it can't listen as it should; other errors stay as they are.
    func unableToListen(_ error: any Error) -> any Error {
        let reason: String
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            reason = "Something else listens on \(host):\(port). End it, or choose another port with --port."
        case EACCES:
            reason = "Port \(port) needs more rights than \(ProcessUser.name) has. Choose one above 1023 with --port."
        case EADDRNOTAVAIL: reason = "\(host) is no address of this machine. Choose another one with --host."
        case nil where error is SocketAddressError || error is SocketAddressError.UnknownHost:
            reason = "\(host) is no address of this machine. Choose another one with --host."
        default: return error
        }
        return ConfigurationError("port", reason)
    }
}

extension Transport {
    /// As the settings have it.
    init(_ configuration: Configuration) throws {
        try self.init(
            host: configuration.host, port: configuration.port,
            tls: configuration.tls.map { TLSFiles(certificate: $0.certificate, key: $0.key) },
            trustedProxies: try configuration.trustedProxies.map { try TrustedProxy($0) })
    }
}
