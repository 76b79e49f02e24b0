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

    @OptionGroup var folder: DataFolder
    @OptionGroup var place: DatabaseOption
    @Option(help: "How many days it can be used, 1 to 365.") var days = 7
    @Option(help: "How many to make, 1 to 100.") var count = 1

    func validate() throws {
        guard (1...365).contains(days) else { throw ValidationError("--days takes 1 to 365.") }
        guard (1...100).contains(count) else { throw ValidationError("--count takes 1 to 100.") }
    }

    func run() throws {
        try Office.run(folder.data) {
            let office = try AccountAdministration(directory: folder.data, database: place.address())
            for _ in 0..<count { print(try office.invite(validSeconds: Double(days) * 86_400)) }
        }
    }
}

/// Words the errors of commands on the accounts of a data directory.
enum Office {
    static func run(_ folder: String, _ body: () throws -> Void) throws {
        defer { FolderOwner.keep(folder) }
        do {
            try body()
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was changed", writing: folder)
        }
    }
}
