import ArgumentParser
import CivilDates
import Foundation
import HealthCertificate

/// Reads SMART Health Card test files, most of them wrong on purpose, and compares what is found with their names.
struct SHCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shc", abstract: "Read SMART Health Card test files and tell what is wrong with them, by name.")

    @OptionGroup var data: DataFolder
    @OptionGroup var report: ConformanceReport

    @Option(help: "The moment to judge at, such as 2024-06-01T00:00:00Z; now, where none is given.")
    var at: String?

    @Option(help: "The example issuer's key set; 'good/issuer.jwks.json' below the folder, where none is given.")
    var keys: String?

    @Option(help: "The example issuer's address.")
    var issuer = SHCRun.exampleIssuer

    func run() async throws {
        let keySet = try keys.map { Array(try Data(contentsOf: URL(filePath: $0))) }
        let run = SHCRun(data: data.contents, moment: try moment(), keySet: keySet, issuer: issuer)
        try report.print(try await run.outcomes())
    }

    private func moment() throws -> Date {
        guard let at else { return Date() }
        guard let date = Timestamp(at).date else { throw ValidationError("'\(at)' is no moment.") }
        return date
    }
}
