import ArgumentParser
import CDSiConverter
import Foundation

/// Runs CDSi's published test cases through the immunization engine.
struct CDSiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cdsi",
        abstract: "CDSi test cases: what we say, what is expected, totals by vaccine group.",
        discussion: """
            XML-DIR holds CDC's supporting data (one schedule file, one file for each antigen), CASES.json a list of \
            cases. See https://www.cdc.gov/iis/cdsi/.
            """
    )

    @Argument(help: "The folder of the supporting data, XML.") var folder: String
    @Argument(help: "The file of the cases, JSON.") var cases: String
    @Flag(help: "Print a JSON list of what we say, whatever is expected.") var json = false

    func run() throws {
        let run = try CDSiRun(CDSiSchedule(folder: URL(filePath: folder, directoryHint: .isDirectory)))
        let data = try Data(contentsOf: URL(filePath: cases))
        let cases = try JSONDecoder().decode([CDSiCase].self, from: data)
        let start = ContinuousClock.now
        let answers = try cases.map(run.answer)
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(answers), as: UTF8.self))
            return
        }
        var totals: [String: (passed: Int, all: Int)] = [:]
        var unexplained = 0
        for (one, answer) in zip(cases, answers) {
            let differences = answer.differences(from: one)
            totals[one.vaccineGroup, default: (0, 0)].all += 1
            if differences.isEmpty { totals[one.vaccineGroup, default: (0, 0)].passed += 1 }
            let known = CDSiKnownDifferences.reasons[one.id]
            if !differences.isEmpty, known == nil { unexplained += 1 }
            let verdict = differences.isEmpty ? "agrees" : differences.joined(separator: "; ")
            print("\(one.id) \(one.vaccineGroup): \(summary(answer)): \(verdict)" + (known.map { " [\($0)]" } ?? ""))
        }
        for (group, total) in totals.sorted(by: { $0.key < $1.key }) {
            print("\(group): \(total.passed) of \(total.all)")
        }
        let passed = totals.values.reduce(0) { $0 + $1.passed }
        print("\(Int(Double(cases.count) / max(elapsed, 1e-9))) cases per second")
        print("all: \(passed) of \(cases.count)")
        if unexplained > 0 { throw ExitCode.failure }
    }

    private func summary(_ answer: CDSiAnswer) -> String {
        let days = [answer.earliest, answer.recommended, answer.pastDue].map { $0 ?? "-" }.joined(separator: " ")
        let doses = answer.doses.map { $0.status ?? "not judged" }.joined(separator: ", ")
        return "\(answer.seriesStatus ?? "nothing"), dose \(answer.forecastDose ?? "-"), \(days)"
            + (doses.isEmpty ? "" : ", given: \(doses)")
    }
}
