import ArgumentParser
import Foundation
import Vault
import VaultStorage

/// `vaccinapp invite`: lets somebody make an account.
struct InviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Make invitations, each for one new account.",
        discussion: """
            For servers that run with --sign-up invitation; works while the server runs. Each invitation is shown once, \
            on a line of its own, and kept only as a hash. Its holder enters it on the page /register.
            """)

    @OptionGroup var office: Office
    @Option(help: "How many days it can be used, 1 to 365.") var days = 7
    @Option(help: "How many to make, 1 to 100.") var count = 1

    func validate() throws {
        guard (1...365).contains(days) else { throw ValidationError("--days takes 1 to 365.") }
        guard (1...100).contains(count) else { throw ValidationError("--count takes 1 to 100.") }
    }

    func run() throws {
        try office.run { accounts in
            for _ in 0..<count { print(try accounts.invite(validSeconds: Double(days) * 86_400)) }
        }
    }
}

/// The accounts that a command works on; a server may use them meanwhile.
struct Office: ParsableArguments {
    @OptionGroup var folder: DataFolder
    @OptionGroup var database: DatabaseOption

    /// Says why nothing was changed where that is so; files that it makes are the data folder's owner's.
    func run(_ body: (AccountAdministration) throws -> Void) throws {
        defer { FolderOwner.keep(folder.data) }
        do {
            try body(AccountAdministration(directory: folder.data, database: database.address()))
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was changed", writing: folder.data)
        }
    }
}
