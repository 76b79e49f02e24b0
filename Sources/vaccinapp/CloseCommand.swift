import ArgumentParser
import CivilDates
import Foundation
import Vault
import VaultStorage

/// `vaccinapp close`: the end of a server.
struct CloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Say that this server closes for good on a day, or take that back.",
        discussion: """
            Sign-up closes at once, and within ten seconds every page says until when the server is there. Everything else \
            works as long as the program runs, exporting and deleting above all: nothing ends by itself on that day. \
            Works while the server runs, and counts on every server.
            """)

    @Option(help: ArgumentHelp("The last day, as 2027-03-31.", valueName: "day")) var on: String?
    @Option(
        help: ArgumentHelp(
            "What else every page says, such as whom to ask: plain text, 500 characters at most.", valueName: "text"))
    var message = ""
    @Flag(help: "The server doesn't close after all.") var undo = false
    @OptionGroup var office: Office

    func validate() throws {
        guard undo != (on != nil) else { throw ValidationError("say either --on and the last day, or --undo.") }
        guard let on else { return }
        guard let day = CalendarDate(on) else { throw ValidationError("--on takes a day as 2027-03-31.") }
        guard day.description >= Date().formatted(.iso8601.year().month().day()) else {
            throw ValidationError("--on takes a day that is yet to come.")
        }
    }

    func run() throws {
        try office.run { accounts in
            let closing = try on.flatMap { CalendarDate($0) }.map { day throws(VaultError) in
                try Closing(on: day, message: message)
            }
            try accounts.setClosing(closing)
            print(closing.map { "closes on \($0.day); sign-up is closed" } ?? "doesn't close")
        }
    }
}
