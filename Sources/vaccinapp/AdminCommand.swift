import ArgumentParser
import Foundation
import Vault

/// `vaccinapp admin`: who looks after the catalogue.
struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Say who may do what admins do.",
        discussion: """
            An admin sees the pages under /admin, and nobody's passes: there is no key for them. Works while the server \
            runs, and counts from the next page on.
            """,
        subcommands: [Add.self, Remove.self, List.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make the account with a user name an admin.")

        @Argument(help: "The user name.") var username: String
        @OptionGroup var office: Office

        func run() throws {
            try office.run { try $0.setAdmin(username: username, true) }
            print("\(username) is an admin, from the next page on")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Make an admin an ordinary user again.")

        @Argument(help: "The user name.") var username: String
        @OptionGroup var office: Office

        func run() throws {
            try office.run { try $0.setAdmin(username: username, false) }
            print("\(username) is an ordinary user, from the next page on")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the admins by the ids of their accounts, and since when they have one: names aren't stored."
        )

        @OptionGroup var office: Office

        func run() throws {
            try office.run { accounts in
                for admin in try accounts.admins() { print("\(admin.id)  \(admin.created.formatted(.iso8601))") }
            }
        }
    }
}
