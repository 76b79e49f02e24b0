import ArgumentParser
import WebApp

/// The command line: one file for each subcommand.
@main
struct Vaccinapp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vaccinapp",
        abstract: "A digital vaccination pass for people and their animals.",
        version: WebApp.version,
        subcommands: [
            ServeCommand.self,
            ArchiveCommand.self,
            DecodeCommand.self,
            IssueCommand.self,
            TrustCommand.self,
            CatalogueCommand.self,
            InviteCommand.self,
            AdminCommand.self,
            AccountCommand.self,
            CloseCommand.self,
            PasswordsCommand.self,
            StikoWatchCommand.self,
            BackupCommand.self,
            RestoreCommand.self,
            CheckCommand.self,
            RotateCommand.self,
        ]
    )

    static func main() async {
        await main(joinedValues(CommandLine.arguments.dropFirst()))
    }

    /// Joins a PEM text to the option before it, since its leading dashes would pass for an option's.
    private static func joinedValues(_ arguments: some Sequence<String>) -> [String] {
        var joined: [String] = []
        for argument in arguments {
            if argument.hasPrefix("-----BEGIN"), let option = joined.last, option.hasPrefix("--") {
                joined[joined.count - 1] = "\(option)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined
    }
}
