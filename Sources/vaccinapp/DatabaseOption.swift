import ArgumentParser
import Foundation
import Vault

/// The database that several servers share, for commands on its accounts.
struct DatabaseOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The PostgreSQL database that the servers share; $VACCINAPP_DATABASE if left out.",
            valueName: "postgres://user@host/name"))
    var database: String?

    /// Nil where the data folder holds everything.
    func address() throws(VaultError) -> PostgresAddress? {
        let text = database ?? ProcessInfo.processInfo.environment["VACCINAPP_DATABASE"] ?? ""
        return text.isEmpty ? nil : try PostgresAddress(text)
    }
}
