import Foundation
import Testing
import Vault
import VaultStorage

@testable import Lists
@testable import WebApp

@Suite(.timeLimit(.minutes(3))) struct ConfigurationTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func make(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> Configuration {
        try Configuration(arguments: ["--resources", root.path] + arguments, environment: environment)
    }

    @Test(arguments: [
        ("VACCINAPP_SIGNUP", "VACCINAPP_SIGN_UP"), ("VACCINAPP_DATABSE", "VACCINAPP_DATABASE"),
        ("VACCINAPP_TRUSTED_PROXIES", "VACCINAPP_TRUSTED_PROXY"), ("VACCINAPP_", "VACCINAPP_DATA"),
    ])
    func aMistypedVariableIsRefusedWithTheNearestName(_ mistyped: String, _ meant: String) {
        let error = #expect(throws: ConfigurationError.self) { try make([], [mistyped: "closed"]) }
        #expect(error?.reason.contains(mistyped) == true && error?.reason.contains("\(meant).") == true)
        #expect(error?.reason.contains("closed") == false, "a value may be a secret")
    }

    @Test func everySettingsVariableIsKnownAndOthersAreNobodys() throws {
        // What names a file or a folder can't be empty.
        let settings = Configuration.settings.filter { !$0.isPath || !$0.standard.isEmpty }
        let all = Dictionary(uniqueKeysWithValues: settings.map { ($0.variable, $0.standard) })
        _ = try make([], all.merging(["_VACCINAPP_STARTED_AGAIN": "yes", "HOME": "/", "XVACCINAPP_A": ""]) { $1 })
    }

    @Test(arguments: ["data", "resources", "tls-certificate", "tls-key", "content-key"])
    func aFileOrFolderNamedByNothingIsRefused(_ name: String) throws {
        let setting = try #require(Configuration.settings.first { $0.name == name })
        for (arguments, environment) in [(["--\(name)="], [:]), ([], [setting.variable: ""])] {
            let error = #expect(throws: ConfigurationError.self) { try make(arguments, environment) }
            #expect(error?.setting == name && error?.reason.contains("is empty") == true)
        }
    }

    @Test(arguments: ["demo", "expect-data", "fetch-links"])
    func whatIsOnOrOffTakesTheWordThatHelpNamesOrNone(_ name: String) throws {
        #expect(Configuration.table.contains("--\(name) [yes or no]"))
        for on in [["--\(name)"], ["--\(name)", "yes"], ["--\(name)=yes"]] {
            #expect(try make(on + ["--port", "81"]).effective.contains("\(name) = yes  [--\(name)]"))
        }
        #expect(try make(["--\(name)", "no"]).effective.contains("\(name) = no  [--\(name)]"))
        #expect(throws: ConfigurationError.self) { try make(["--\(name)", "perhaps"]) }
    }

    @Test func settingsAreShownWithTheirSourceAndWithoutSecrets() throws {
        let configuration = try make(
            ["--port", "81"],
            ["VACCINAPP_DATABASE": "postgres://v:geheim@db.example/v", "VACCINAPP_SIGN_UP": "closed"])
        let lines = configuration.effective
        #expect(lines.contains("port = 81  [--port]"))
        #expect(lines.contains("sign-up = closed  [VACCINAPP_SIGN_UP]"))
        #expect(lines.contains("users = (none)  [default]"))
        #expect(lines.contains("database = (set, not shown)  [VACCINAPP_DATABASE]"))
        #expect(!lines.joined().contains("geheim") && !lines.joined().contains("db.example"))
    }

    @Test func whatIsOddIsSaid() throws {
        func odd(_ arguments: String...) throws -> String { try make(arguments).oddities.joined(separator: "\n") }
        #expect(try odd("--host", "0.0.0.0").contains("plain text"))
        #expect(try odd("--host", "0.0.0.0").contains("set --public-origin"))
        #expect(try !odd().contains("set --public-origin"))
        #expect(try odd("--host", "0.0.0.0").contains("Anybody may make an account"))
        #expect(try !odd("--host", "0.0.0.0", "--sign-up", "closed").contains("Anybody"))
        #expect(try !odd().contains("Anybody"), "nobody else reaches it")
        #expect(try odd("--public-origin", "https://pass.example").contains("behind a proxy"))
        #expect(try odd("--session-length", "7").contains("--session-idle is longer"))
        #expect(try odd("--trusted-proxy", "0.0.0.0/0").contains("trusts everybody"))
    }

    @Test func whatWouldKeepItFromStartingIsSaidAndNothingIsMade() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func fault(_ arguments: String...) throws -> String? {
            try make(["--port", "0", "--data"] + arguments).accountsFault?.reason
        }
        #expect(try make(["--port", "0", "--data", folder.path]).faults == [])
        #expect(try fault(folder.path) == nil)
        #expect(try fault(folder.path, "--expect-data", "yes")?.contains("holds no accounts") == true)
        #expect(try fault(folder.appending(path: "a/b").path)?.contains("can't be made") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        try Data().write(to: folder)
        #expect(try fault(folder.path)?.contains("is not a directory") == true)
        #expect(try make(["--port", "0", "--tls-certificate", "/nowhere", "--tls-key", "/nowhere"]).faults.count == 1)
        #expect(try make(["--port", "0", "--trusted-proxy", "nonsense"]).faults.count == 1)
        #expect(throws: ConfigurationError.self) { try make(["--port", "81", "--metrics-port", "81"]) }
    }

    @Test func theServerGoesOnForAWhileOnlyWhereThereAreOthers() throws {
        #expect(try make().stopDelay == 0)
        #expect(try make(["--database", "postgres://v@/v"]).stopDelay == 5)
        #expect(try make(["--stop-delay", "7"]).stopDelay == 7)
    }

    @Test func openVaultsAreBoundedByMemoryAndByANumberOnlyWhereOneIsGiven() throws {
        #expect(try make().accounts.maxOpenVaults == nil && make().accounts.maxOpenBytes == 384 << 20)
        #expect(try make(["--open-vaults", "7"]).accounts.maxOpenVaults == 7)
        for odd in ["0", "-1", "many", "1000000"] {
            #expect(throws: ConfigurationError.self) { try make(["--open-vaults", odd]) }
        }
    }

    @Test func theChangelogBeginsWithThisVersion() throws {
        let changes = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let heading = changes.split(separator: "\n").first { $0.hasPrefix("## ") }
        let version = heading?.dropFirst(3).prefix { $0 != "," && $0 != " " }
        #expect(version == Substring(WebApp.version))
    }
}
