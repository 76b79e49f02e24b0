import ArgumentParser
import ByteCoding
import Foundation

/// `conformance fuzz`: damaged certificates, lists, rules, scans and bundles, by the million.
struct FuzzCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Read damaged inputs: none may trap, take long, or take much memory.",
        discussion: """
            The same seed damages in the same ways. Exit status: 0 all is well; 1 an input took longer than \
            --milliseconds of processor time, or the process more than --megabytes; a trap ends the process.
            """
    )

    @Option(help: "How many inputs to read.") var iterations = 100_000
    @Option(help: "What the damage follows from.") var seed: UInt64 = 1
    @Option(help: "Read with this target only; may be given several times.") var target: [String] = []
    @Option(help: "The longest that one input may take.") var milliseconds = 50.0
    @Option(help: "The most memory that the process may take.") var megabytes = 64

    /// Every target there is.
    static func targets() throws -> [FuzzTarget] {
        try CertificateTargets.all() + RuleTargets.all() + HealthCardTargets.all() + CardTargets.all()
            + ScanTargets.all() + ArchiveTargets.all()
    }

    func run() throws {
        let targets = try Self.targets().filter { target.isEmpty || target.contains($0.name) }
        guard !targets.isEmpty else { throw ValidationError("no target is called \(target.joined(separator: ", "))") }
        let outcome = Fuzzer(targets: targets, seed: seed).run(iterations: iterations)
        for (name, count) in outcome.counts.sorted(by: { $0.key < $1.key }) { print("\(name): \(count) inputs") }
        guard let slowest = outcome.slowest else { return }
        print("slowest: \(slowest.milliseconds) ms (\(slowest.target), \(slowest.bytes.count) bytes)")
        print("most memory: \(outcome.peakMemory / 1_048_576) MB")
        if slowest.milliseconds > milliseconds {
            print("too slow: \(Base64.encode(slowest.bytes))")
            throw ExitCode(1)
        }
        if outcome.peakMemory > megabytes * 1_048_576 { throw ExitCode(1) }
    }
}
