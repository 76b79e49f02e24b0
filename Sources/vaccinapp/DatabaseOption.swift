import ArgumentParser
import Foundation
import Vault
import VaultStorage

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
        let address = text.isEmpty ? nil : try PostgresAddress(text)
        if database != nil, let address { Self.warn(of: address) }
        return address
    }

    /// Says so when the command line tells the password to everybody on the machine.
    static func warn(of address: PostgresAddress) {
        guard address.holdsPassword else { return }
        StandardError.write(
            "vaccinapp: everybody on this machine can read the password in --database: put the address into the "
                + "environment variable VACCINAPP_DATABASE, or the password into libpq's password file.")
    }
}
