package import Foundation
package import Lists
package import Vault
import VaultStorage
import Web

/// Everything that can be set when the server starts: by option, by environment variable, or left at its default.
package struct Configuration: Sendable {
    /// One setting: its name on the command line, its default, its unit, what it does.
    package struct Setting: Sendable {
        /// The option is `--name`, the environment variable `VACCINAPP_NAME` with underscores.
        package let name: String
        /// The value when nothing is given; empty for none.
        package let standard: String
        package let unit: String
        package let help: String

        /// Whether it names a file or a folder, which can't be nothing.
        var isPath: Bool { unit == "folder" || unit.hasSuffix("file") }

        /// Whether it is on or off; its name alone turns it on.
        var isSwitch: Bool { unit == "yes or no" }

        init(_ name: String, _ unit: String, standard: String = "", _ help: String) {
            (self.name, self.unit, self.standard, self.help) = (name, unit, standard, help)
        }

        /// The name of the environment variable.
        package var variable: String { "VACCINAPP_" + name.uppercased().replacing("-", with: "_") }
    }

    /// Where a setting's value comes from, where it isn't the default.
    package enum Source: String, Sendable {
        case option, environment
    }

    /// The whole table; `vaccinapp serve --help` prints it.
    package static let settings = [
        Setting("data", "folder", standard: "data", "Where accounts, vaults and trust lists live."),
        Setting(
            "expect-data", "yes or no", standard: "no",
            "Start only where accounts were made before: a folder that isn't mounted is then none to begin in."),
        Setting(
            "database", "postgres://user@host/name",
            "Keep accounts and vaults in PostgreSQL, shared by several servers; none for the data folder alone."),
        Setting(
            "database-connections", "connections", standard: "8",
            "The most connections to that database at once; half as many again while keys change."),
        Setting("host", "address", standard: "127.0.0.1", "The address to listen on."),
        Setting("port", "port", standard: "8080", "The port to listen on; 0 takes a free one."),
        Setting("demo", "yes or no", standard: "no", "Fill an empty data folder with an invented family."),
        Setting("resources", "folder", "Holds Templates, Localization, Public and Catalogue; found by itself."),
        Setting("tls-certificate", "PEM file", "Serve TLS with this certificate chain."),
        Setting("tls-key", "PEM file", "The private key that belongs to it."),
        Setting(
            "trusted-proxy", "addresses",
            "Proxies whose X-Forwarded-For and -Proto are believed, by comma: 10.0.0.1,10.1.0.0/16."),
        Setting(
            "public-origin", "https://host[:port]",
            "Where browsers find the pages; passkeys are bound to it. None for where each request is sent."),
        Setting(
            "fetch-links", "yes or no", standard: "no",
            "Let members open SMART Health Links of others: this server then asks the links' servers, over https."),
        Setting(
            "smtp", "smtps://host[:port]",
            "Hand reminders by mail over to this server; smtp:// for STARTTLS. None, and no mail is offered."),
        Setting("smtp-user", "name", "Who hands them over; none for nobody's name."),
        Setting("smtp-password", "file", "A file whose first line is the password."),
        Setting("smtp-from", "address", "Who the reminders are from."),
        Setting("sign-up", "open, closed or invitation", standard: "open", "Who may create an account."),
        Setting("users", "accounts", "The most accounts; none for no limit."),
        Setting("open-vaults", "vaults", "The most vaults open at once; none for as many as their memory holds."),
        Setting(
            "vault-memory", "MiB", standard: "384",
            "The most memory that open vaults may take, with what is kept beside them."),
        Setting("vault-idle", "seconds", standard: "300", "After so long without use a vault is closed and wiped."),
        Setting("session-idle", "days", standard: "14", "A session ends after so long without use."),
        Setting("session-length", "days", standard: "90", "A session ends after so long in any case."),
        Setting("admin-idle", "minutes", standard: "30", "An admin's session ends after so long without use."),
        Setting(
            "sign-ins", "tries", standard: "30",
            "Sign-ins, sign-ups and recoveries that one address may fail in a row; one more each 10 seconds."),
        Setting(
            "sign-ups", "accounts", standard: "20",
            "Accounts that one network may make in a row; one more each 5 minutes. All together 20 times as many."),
        Setting(
            "backup-days", "days", standard: "30",
            "How long you keep backups; pages tell users that after it a deleted account is in none."),
        Setting(
            "expiry-notice", "days", standard: "28",
            "A certificate that ends within so many days is marked as such; 0 for none."),
        Setting(
            "content-key", "PEM file",
            "Take only catalogues, and notices of releases, that this Ed25519 public key's holder has signed."),
        Setting(
            "operator", "text",
            "Who is responsible for the data, as the privacy policy names them: up to 200 characters."),
        Setting(
            "contact", "text",
            "How to reach them, in the privacy policy: postal or e-mail address, up to 300 characters."),
        Setting(
            "notice", "text",
            "Plain text of up to 500 characters that every page shows, such as when you will be working on it."),
        Setting(
            "metrics-port", "port", "Serve Prometheus metrics on this port; none for no metrics, 0 takes a free one."),
        Setting(
            "metrics-host", "address", standard: "127.0.0.1",
            "The address for metrics: one that only this machine reaches."),
        Setting(
            "stop-delay", "seconds",
            "After SIGTERM go on for so long, while /health/ready says 503; none for 5 with --database, else 0."),
        Setting(
            "log-level", "debug, info, warning or error", standard: "info", "How much is logged; never personal data."),
    ]

    package let data: URL
    package let expectsData: Bool
    package let database: PostgresAddress?
    package let databaseConnections: Int
    package let host: String
    package let port: Int
    package let demo: Bool
    package let resources: URL
    package let tls: (certificate: String, key: String)?
    package let trustedProxies: [String]
    package let publicOrigin: String
    package let fetchesLinks: Bool
    let mail: MailServer?
    package let signUp: String
    package let users: Int?
    package let openVaults: Int?
    package let vaultMemory: Int
    package let vaultIdle: Int
    package let sessionIdle: Int
    package let sessionLength: Int
    package let adminIdle: Int
    package let signIns: Int
    package let signUps: Int
    package let backupDays: Int
    package let expiryNotice: Int
    package let contentKey: ContentKey?
    /// Who is responsible, and how to reach them; both empty where the privacy policy can’t say it.
    package let operatorName: String
    package let contact: String
    package let notice: String
    let metrics: MetricsAddress?
    /// The metrics' address as URLs have it.
    package var metricsHost: String { metrics.map { $0.host.contains(":") ? "[\($0.host)]" : $0.host } ?? "" }
    package let stopDelay: Int
    /// The settings as they were given.
    let given: ConfigurationValues
    package let logLevel: String

    /// Reads options, then the environment, then the defaults.
    ///
    /// - Parameter arguments: `--name value` or `--name=value`; one that is on or off is on without a value.
    /// - Throws: ``ConfigurationError`` that names the setting and what it takes.
    package init(arguments: [String], environment: [String: String]) throws(ConfigurationError) {
        let values = try ConfigurationValues(arguments: arguments, environment: environment)
        given = values
        data = URL(filePath: values["data"], directoryHint: .isDirectory)
        expectsData = try values.flag("expect-data")
        database = try Self.address(values["database"])
        databaseConnections = try values.number("database-connections", 1...1_000)
        host = values["host"]
        port = try values.number("port", 0...65_535)
        demo = try values.flag("demo")
        resources = try Resources.locate(values["resources"])
        let (certificate, key) = (values["tls-certificate"], values["tls-key"])
        if certificate.isEmpty != key.isEmpty {
            throw ConfigurationError("tls-key", "--tls-certificate and --tls-key go together.")
        }
        tls = certificate.isEmpty ? nil : (certificate, key)
        trustedProxies = values["trusted-proxy"].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        publicOrigin = values["public-origin"]
        if !publicOrigin.isEmpty, PasskeySite(origin: publicOrigin) == nil {
            throw ConfigurationError(
                "public-origin",
                "--public-origin takes an address like https://vaccinations.example, with a domain name.")
        }
        fetchesLinks = try values.flag("fetch-links")
        mail = try Self.mail(values)
        signUp = try values.choice("sign-up", ["open", "closed", "invitation"])
        users = values["users"].isEmpty ? nil : try values.number("users", 1...10_000_000)
        openVaults = values["open-vaults"].isEmpty ? nil : try values.number("open-vaults", 1...100_000)
        vaultMemory = try values.number("vault-memory", 16...1_048_576)
        vaultIdle = try values.number("vault-idle", 1...86_400)
        sessionIdle = try values.number("session-idle", 1...365)
        sessionLength = try values.number("session-length", 1...730)
        adminIdle = try values.number("admin-idle", 1...1_440)
        signIns = try values.number("sign-ins", 1...1_000_000)
        signUps = try values.number("sign-ups", 1...1_000_000)
        backupDays = try values.number("backup-days", 0...3_650)
        expiryNotice = try values.number("expiry-notice", 0...365)
        contentKey = try ContentKey.read(values["content-key"])
        operatorName = try values.text("operator", limit: 200)
        contact = try values.text("contact", limit: 300)
        if operatorName.isEmpty != contact.isEmpty {
            throw ConfigurationError("contact", "--operator and --contact go together.")
        }
        notice = try values.text("notice", limit: 500)
        let metricsPort = values["metrics-port"].isEmpty ? nil : try values.number("metrics-port", 0...65_535)
        let metricsAddress = try MetricsAddress(host: values["metrics-host"], port: metricsPort ?? 0)
        metrics = metricsPort == nil ? nil : metricsAddress
        guard port == 0 || metricsPort != port else {
            throw ConfigurationError(
                "metrics-port", "--port and --metrics-port are both \(port). Choose another one for the metrics.")
        }
        // Where there is one server alone, nobody could be sent elsewhere meanwhile.
        stopDelay =
            values["stop-delay"].isEmpty ? (database == nil ? 0 : 5) : try values.number("stop-delay", 0...3_600)
        logLevel = try values.choice("log-level", ["debug", "info", "warning", "error"])
    }

    private static func address(_ text: String) throws(ConfigurationError) -> PostgresAddress? {
        do throws(VaultError) {
            return text.isEmpty ? nil : try PostgresAddress(text)
        } catch {
            // Nothing of the address: there may be a password in it.
            throw ConfigurationError(
                "database", "--database takes an address like postgres://vaccinapp@host/vaccinapp.")
        }
    }

    /// A folder of the resources, which may be a link to one elsewhere.
    func resource(_ name: String) -> URL { resources.appending(path: name).resolvingSymlinksInPath() }

    /// The table of all settings as text.
    package static var table: String {
        settings.map { setting in
            let standard = setting.standard.isEmpty ? "" : " (default: \(setting.standard))"
            let value = setting.isSwitch ? "[\(setting.unit)]" : "<\(setting.unit)>"
            return "  --\(setting.name) \(value)\(standard)\n      \(setting.help) [\(setting.variable)]"
        }.joined(separator: "\n")
    }
}
