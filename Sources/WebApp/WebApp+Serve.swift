import Codes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
package import Vault

extension WebApp {
    /// Opens the accounts of a configuration's data folder.
    ///
    /// The second process on one folder is told so.
    ///
    /// - Parameter tell: takes what whoever runs the server should hear of.
    package static func accounts(
        _ configuration: Configuration, tell: @escaping @Sendable (SecurityEvent, _ source: String?) -> Void
    ) throws -> Accounts {
        var vault = VaultConfiguration(directory: configuration.data.path)
        vault.maxOpenVaults = configuration.openVaults
        vault.maxOpenBytes = configuration.vaultMemory << 20
        vault.idleSeconds = Double(configuration.vaultIdle)
        vault.sessionIdleSeconds = Double(configuration.sessionIdle) * 86_400
        vault.sessionAbsoluteSeconds = Double(configuration.sessionLength) * 86_400
        vault.adminIdleSeconds = Double(configuration.adminIdle) * 60
        vault.tell = tell
        vault.maxUsers = configuration.users
        vault.expectsData = configuration.expectsData
        vault.backupDays = configuration.backupDays
        vault.database = configuration.database
        vault.databaseConnections = configuration.databaseConnections
        switch configuration.signUp {
        case "closed": vault.signUp = .closed
        case "invitation": vault.signUp = .invitation
        default: vault.signUp = .open
        }
        return try Accounts(vault)
    }

    /// Serves until the process is told to end; then closes and wipes every vault.
    ///
    /// - Parameters:
    ///   - measured: Called with the port of the metrics, if there are any, once they are served.
    ///   - started: Called with the port once the server listens.
    package func serve(
        logger: Logger, measured: @escaping @Sendable (Int) async -> Void = { _ in },
        started: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var watching: [any Service] = [JobRunner(jobs: services.jobs)]
        if let address = configuration.metrics {
            watching.append(
                MetricsServer(address: address, page: metricsPage, started: measured, logger: logger))
        }
        let transport = try Transport(
            host: configuration.host, port: configuration.port,
            tls: configuration.tls.map { TLSFiles(certificate: $0.certificate, key: $0.key) },
            trustedProxies: try configuration.trustedProxies.map { try TrustedProxy($0) })
        let application = Application(
            responder: try responder(logger: logger),
            server: transport.builder,
            configuration: transport.applicationConfiguration,
            services: watching,
            onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) },
            logger: logger)
        do {
            try await transport.run(application, logger: logger)
        } catch let error as IOError {
            await services.accounts.close()
            throw unableToListen(error)
        } catch {
            await services.accounts.close()
            throw error
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
        if services.accounts.passwords.breached.count == nil {
            logger.warning("\(BreachedPasswords.fileName) can't be read: no password is compared with it")
        }
    }

    /// Everything that is measured, as Prometheus reads it.
    @Sendable func metricsPage() async -> String {
        MetricsPage(
            requests: requests, vaults: await services.accounts.statistics(),
            readings: ReadingTally.ofThisProcess.outcomes, jobs: services.jobs.reports(),
            process: ProcessNumbers()
        ).text
    }

    private func unableToListen(_ error: IOError) -> any Error {
        let (host, port) = (configuration.host, configuration.port)
        let reason: String
        switch error.errnoCode {
        case EADDRINUSE:
            reason = "Something else listens on \(host):\(port). End it, or choose another port with --port."
        case EACCES: reason = "Port \(port) needs more rights than this user has. Choose one above 1023 with --port."
        case EADDRNOTAVAIL: reason = "\(host) is no address of this machine. Choose another one with --host."
        default: return error
        }
        return ConfigurationError(setting: "port", reason: reason)
    }
}
