import ArgumentParser
import Foundation
import Vault
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
            ReadPageCommand.self,
            IssueCommand.self,
            TrustCommand.self,
            CatalogueCommand.self,
            InviteCommand.self,
            AdminCommand.self,
            AccountCommand.self,
            CloseCommand.self,
            PasswordsCommand.self,
            StikoWatchCommand.self,
            SituationCommand.self,
            BackupCommand.self,
            RestoreCommand.self,
            CheckCommand.self,
            RotateCommand.self,
        ]
    )

    static func main() async {
        do {
            var command = try parseAsRoot(joinedValues(CommandLine.arguments.dropFirst()))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let error: any Error = if let error = error as? CocoaError { FileFault(error) } else { error }
            let reason = message(for: error)
            // What was typed wrong is answered with how it is typed.
            guard exitCode(for: error) == .failure, !reason.isEmpty else { exit(withError: error) }
            StandardError.write("vaccinapp: \(reason)")
            exit(withError: ExitCode.failure)
        }
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

/// Why a file can't be read or written, in words for the operator.
private struct FileFault: Error, CustomStringConvertible {
    let description: String

    init(_ error: CocoaError) {
        let path = error.filePath ?? error.url?.path ?? "a file"
        var reason = (error.underlying as? POSIXError).map { " (\(String(cString: strerror($0.code.rawValue))))" } ?? ""
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if reason.isEmpty, access(folder, W_OK | X_OK) != 0 { reason = " (\(String(cString: strerror(errno))))" }
        description =
            "\(path) can't be read or written\(reason): see that its folder is there, that \(ProcessUser.name) may write to it, "
            + "and that the disk has room. Nothing was changed."
    }
}
