import ArgumentParser
import Foundation
import Glibc
import Lists
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

    @Flag(help: "Print the settings as they would be in effect, and what is odd about them; start and touch nothing.")
    var check = false

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func run() async throws {
        // Whoever reads the lines may go before the server does.
        signal(SIGPIPE, SIG_IGN)
        if check { return try tell() }
        if let weakness = ProcessHardening.requireSettings() { Self.say("Warning: \(weakness)") }
        for weakness in ProcessHardening.apply() { Self.say("Warning: \(weakness)") }
        for line in Configuration.nearMisses(ProcessInfo.processInfo.environment) { Self.say("Warning: \(line)") }
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

    /// What `--check` prints.
    private func tell() throws {
        let faults: [String]
        do throws(ConfigurationError) {
            let configuration = try Configuration(
                arguments: settings, environment: ProcessInfo.processInfo.environment)
            for line in configuration.effective { Self.say(line) }
            let nearMisses = Configuration.nearMisses(ProcessInfo.processInfo.environment)
            for line in configuration.oddities + nearMisses { Self.say("odd: \(line)") }
            let fault = configuration.accountsFault
            let reason = fault.map { DataFolder.reason($0, configuration.data.path) }
            let isAway = fault?.code == .databaseAway
            if let reason, isAway { Self.say("odd: A server would wait: \(reason)") }
            faults = configuration.faults + (isAway ? [] : [reason].compactMap { $0 })
        } catch {
            faults = [error.reason]
        }
        for line in faults { Self.say("wrong: \(line)") }
        if !faults.isEmpty { throw ExitCode.failure }
    }

    /// The accounts, which may have to be waited for; nil when the server was asked to end before.
    private func accounts(_ configuration: Configuration, _ logger: Logger) async throws -> Accounts? {
        let open = { @Sendable in
            try WebApp.accounts(configuration) { event, source in
                logger.notice("event", metadata: ["event": "\(event.rawValue)", "from": "\(source ?? "-")"])
            }
        }
        do {
            return try open()
        } catch let error as VaultError where error.code == .databaseAway {
            logger.warning("waiting for the database", metadata: ["reason": "\"\(error.reason)\""])
            return try await WaitingServer(configuration, logger: logger).accounts(open) { port in
                Self.say("Vaccinapp waits for its database: \(Self.address(configuration, port))")
                ServiceNotice.send("READY=1\nSTATUS=Waiting for the database: \(error.reason)")
            } ending: { _ in
                ServiceNotice.send("STOPPING=1")
            }
        }
    }

    private func serve(_ configuration: Configuration, _ logger: Logger) async throws {
        guard let accounts = try await accounts(configuration, logger) else { return }
        let place = configuration.database == nil ? configuration.data.path : "the database"
        let count = try await accounts.count()
        Self.say("\(DataFolder.count(count)) in \(place)")
        if let warning = configuration.fewUsers(than: count) { Self.say("Warning: \(warning)") }
        let trust = TrustDirectory(dataDirectory: configuration.data.path)
        let demo = configuration.demo ? try await Demo.prepare(accounts: accounts, trust: trust) : nil
        let app = try WebApp(configuration: configuration, accounts: accounts, trust: try trust.source())
        await app.tellWhatIsMissing(logger)
        try await app.serve(
            logger: logger, measured: { Self.say("Metrics: http://\(configuration.metricsHost):\($0)/metrics") }
        ) { port in
            Self.say("Vaccinapp is ready: \(Self.address(configuration, port))  (Ctrl-C ends it)")
            if let demo { Self.say(demo) }
            ServiceNotice.send("READY=1\nSTATUS=")
        } ending: { _ in
            // What is under way has its time besides.
            let seconds = configuration.stopDelay + 20
            ServiceNotice.send("STOPPING=1\nEXTEND_TIMEOUT_USEC=\(seconds * 1_000_000)")
        }
    }

    private static func address(_ configuration: Configuration, _ port: Int) -> String {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return "\(configuration.tls == nil ? "http" : "https")://\(host):\(port)"
    }

    /// Writes a line for the person at the terminal.
    private static func say(_ line: String) {
        StandardOutput.write(line)
    }

    /// Says on standard error why the server can't run.
    private static func fault(_ reason: String) -> ExitCode {
        StandardError.write("vaccinapp: \(reason)")
        return .failure
    }
}
