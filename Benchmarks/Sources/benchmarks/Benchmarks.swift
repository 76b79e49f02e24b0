import ArgumentParser

/// Times what has to be fast, as ratios to something known that is measured in the same run.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Time what has to be fast; without a subcommand, all of it. Build it with -c release.",
        subcommands: benchmarks
    )

    /// Every benchmark there is, in the order of their names.
    private static let benchmarks: [any ParsableCommand.Type] = [
        CertificateBenchmark.self,
        FinderBenchmark.self,
        ImmunizationBenchmark.self,
        RulesBenchmark.self,
        SealingBenchmark.self,
    ]

    func run() throws {
        for benchmark in Self.benchmarks {
            var command = try benchmark.parseAsRoot([])
            try command.run()
        }
    }
}
