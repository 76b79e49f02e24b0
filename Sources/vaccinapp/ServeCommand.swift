import ArgumentParser
import Foundation
import Logging
import Vault
import VaultStorage
import WebApp

/// `vaccinapp serve`: the web app.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the web app.",
        discussion: """
            Every setting is an option or an environment variable; an option wins.

            \(Configuration.table)
            """
    )

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func run() async throws {
        if let weakness = ProcessHardening.requireSettings() { Self.say("Warning: \(weakness)") }
        for weakness in ProcessHardening.apply() { Self.say("Warning: \(weakness)") }
        let configuration: Configuration
        do {
            configuration = try Configuration(
                arguments: settings, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw ValidationError(error.reason)
        }
        if let address = configuration.database,
            settings.contains(where: { $0.split(separator: "=").first == "--database" })
        {
            DatabaseOption.warn(of: address)
        }
        var logger = Logger(label: "vaccinapp", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
        do {
            try await serve(configuration, logger)
        } catch let error as VaultError {
            throw Self.fault(DataFolder.reason(error, configuration.data.path))
        } catch let error as ConfigurationError {
            throw Self.fault(error.reason)
        }
    }

    private func serve(_ configuration: Configuration, _ logger: Logger) async throws {
        let accounts = try WebApp.accounts(configuration) { event, source in
            logger.notice("event", metadata: ["event": "\(event.rawValue)", "from": "\(source ?? "-")"])
        }
        let place = configuration.database == nil ? configuration.data.path : "the database"
        Self.say("\(DataFolder.count(try await accounts.count())) in \(place)")
        let trust = TrustDirectory(dataDirectory: configuration.data.path)
        let demo = configuration.demo ? try await Demo.prepare(accounts: accounts, trust: trust) : nil
        let app = try WebApp(configuration: configuration, accounts: accounts, trust: try trust.source())
        await app.tellWhatIsMissing(logger)
        let scheme = configuration.tls == nil ? "http" : "https"
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        try await app.serve(
            logger: logger, measured: { Self.say("Metrics: http://\(configuration.metricsHost):\($0)/metrics") }
        ) { port in
            Self.say("Vaccinapp is ready: \(scheme)://\(host):\(port)  (Ctrl-C ends it)")
            if let demo { Self.say(demo) }
        }
    }

    /// Writes a line for the person at the terminal.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// Says on standard error why the server can't run.
    private static func fault(_ reason: String) -> ExitCode {
        FileHandle.standardError.write(Data("vaccinapp: \(reason)\n".utf8))
        return .failure
    }
}
