import ArgumentParser

/// Runs published test data through our modules, a line for each case.
@main
struct Conformance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Compare our modules with published test data, case by case.",
        discussion: "Exit status: 0 every case agrees or is listed with the file's own fault; 1 one doesn't.",
        subcommands: [
            AgeCommand.self,
            AnswersCommand.self,
            CDSiCommand.self,
            CasesCommand.self,
            CertLogicCommand.self,
            CodesCommand.self,
            DCCCommand.self,
            FuzzCommand.self,
            ICVPCommand.self,
            NetworkCommand.self,
            PasskeysCommand.self,
            RulesCommand.self,
            SHCCommand.self,
            TrustListCommand.self,
        ]
    )
}
