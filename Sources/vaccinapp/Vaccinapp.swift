import ArgumentParser

/// The command line: one file for each subcommand.
@main
struct Vaccinapp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vaccinapp",
        abstract: "A digital vaccination pass for people and their animals."
    )
}
