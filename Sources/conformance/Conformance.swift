import ArgumentParser

/// Runs published test data through our modules, a line for each case.
@main
struct Conformance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Compare our modules with published test data, case by case."
    )
}
