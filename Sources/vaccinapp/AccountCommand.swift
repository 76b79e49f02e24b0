import ArgumentParser
import Foundation
import Model
import Vault
import VaultStorage

/// `vaccinapp account`: what an operator does to accounts, without seeing whose they are.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "List, disable, enable and delete accounts.",
        discussion: """
            Names are stored only as keyed hashes, so accounts are shown by their ids; whoever asks by mail tells their \
            user name, by which --name finds the account. Works while the server runs, and counts from the next request \
            on, on every server.
            """,
        subcommands: [List.self, Disable.self, Enable.self, Delete.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the accounts, oldest first.",
            discussion: """
                A line for each: its id, the day it was made, the day of the last sign-in that is known ('-' for none), \
                its size with attachments, 'active' or 'disabled', and 'admin' where it is one.
                """)

        @OptionGroup var office: Office

        func run() throws {
            try office.run { for account in try $0.accounts() { print(AccountCommand.line(account)) } }
        }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Keep an account from being signed in to, and end its sessions at once.",
            discussion: "Its owner is told so after the right password, and nobody else. Nothing of it is lost.")

        @OptionGroup var which: AccountSelector

        func run() throws {
            try which.run { office, account in
                try office.setDisabled(account, true)
                print("\(account) is disabled; its sessions have ended")
            }
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Let a disabled account be signed in to again.")

        @OptionGroup var which: AccountSelector

        func run() throws {
            try which.run { office, account in
                try office.setDisabled(account, false)
                print("\(account) can be signed in to again")
            }
        }
    }

    /// Asks at a terminal; a script says `--yes`.
    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an account for good, as its owner could.",
            discussion: """
                First its wrapped keys go, so that no copy opens any more, then its vault and its attachments. Its id is \
                kept until no backup holds it any more: a restored server takes it away again.
                """)

        @OptionGroup var which: AccountSelector
        @Flag(help: "Don't ask.") var yes = false
        @Option(help: "How many days backups are kept, 0 to 3650; $VACCINAPP_BACKUP_DAYS if left out, else 30.")
        var backupDays: Int?

        func run() throws {
            let days =
                backupDays ?? ProcessInfo.processInfo.environment["VACCINAPP_BACKUP_DAYS"].map {
                    Int(typed: $0, in: 0...3_650) ?? -1
                } ?? 30
            guard (0...3_650).contains(days) else { throw ValidationError("--backup-days takes 0 to 3650.") }
            try which.run { office, account in
                if !yes { try confirm(try office.accounts().first { $0.id == account }) }
                try office.delete(account, backupDays: days)
                print("\(account) is deleted")
            }
        }

        private func confirm(_ account: AccountSummary?) throws {
            guard isatty(0) == 1 else {
                throw Self.refusal("there is no terminal to ask at: say --yes if this account is to be deleted.")
            }
            if let account { print(AccountCommand.line(account)) }
            print("Delete this account with all its passes for good? Then type the first four characters of its id:")
            guard let account, let answer = readLine(), answer == account.id.description.prefix(4) else {
                throw Self.refusal("nothing was deleted.")
            }
        }

        private static func refusal(_ reason: String) -> ExitCode {
            StandardError.write("vaccinapp: \(reason)")
            return .failure
        }
    }

    static func line(_ account: AccountSummary) -> String {
        let day = Date.ISO8601FormatStyle.iso8601.year().month().day()
        let size = String(format: "%9.1f KiB", Double(account.bytes) / 1024)
        let parts = [
            account.id.description, account.created.formatted(day),
            account.lastSignIn?.formatted(day) ?? "-         ", size, words(account.state),
            account.isAdmin ? "admin" : "",
        ]
        return parts.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }

    private static func words(_ state: AccountSummary.State) -> String {
        switch state {
        case .active: "active  "
        case .disabled: "disabled"
        case .forged: "not written by a server: see 'vaccinapp check'"
        }
    }
}

/// The account that a command is about.
struct AccountSelector: ParsableArguments {
    @Option(help: "The user name of the account.") var name: String?
    @Option(help: "The id of the account, as 'account list' shows it.") var id: String?
    @OptionGroup var office: Office

    func validate() throws {
        guard (name == nil) != (id == nil) else { throw ValidationError("name the account: either --name or --id.") }
        if let id, AccountID(id) == nil {
            throw ValidationError("--id takes an id as 'vaccinapp account list' shows it.")
        }
    }

    func run(_ body: (AccountAdministration, AccountID) throws -> Void) throws {
        try office.run { accounts in
            try body(accounts, id.flatMap { AccountID($0) } ?? accounts.account(named: name ?? ""))
        }
    }
}
