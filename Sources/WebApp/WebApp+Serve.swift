import HTTPTypes
import Foundation
import Hummingbird
import HummingbirdCore
package import Logging
import ServiceLifecycle
package import Vault

extension WebApp {
    /// Opens the accounts of a configuration's data folder. The second process on one folder is told so.
    package static func accounts(_ configuration: Configuration) throws -> Accounts {
        var vault = VaultConfiguration(directory: configuration.data.path)
        vault.maxOpenVaults = configuration.openVaults
        vault.maxOpenBytes = configuration.vaultMemory << 20
        vault.idleSeconds = Double(configuration.vaultIdle)
        vault.sessionIdleSeconds = Double(configuration.sessionIdle) * 86_400
        vault.sessionAbsoluteSeconds = Double(configuration.sessionLength) * 86_400
        vault.maxUsers = configuration.users
        switch configuration.signUp {
        case "closed": vault.signUp = .closed
        case "invitation": vault.signUp = .invitation
        default: vault.signUp = .open
        }
        return try Accounts(vault)
    }

    /// Serves until the process is told to end; then closes and wipes every vault.
    ///
    /// - Parameter started: Called with the port once the server listens.
    package func serve(logger: Logger, started: @escaping @Sendable (Int) async -> Void) async throws {
        let transport = try Transport(
            host: configuration.host, port: configuration.port,
            tls: configuration.tls.map { TLSFiles(certificate: $0.certificate, key: $0.key) },
            trustedProxies: try configuration.trustedProxies.map { try TrustedProxy($0) })
        let application = Application(
            responder: try responder(logger: logger),
            server: transport.builder,
            configuration: transport.applicationConfiguration,
            services: [VaultSweeper(accounts: services.accounts)],
            onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) },
            logger: logger)
        try await transport.run(application, logger: logger)
        await services.accounts.close()
    }
}

/// Closes idle vaults and drops expired sessions, twice a minute.
struct VaultSweeper: Service {
    let accounts: Accounts

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(30))
                await accounts.sweep()
            }
        }
    }
}
