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
            cases. See https://www.cdc.gov/iis/cdsi/. Exit status: 0 every case agrees or is listed with a reason; \
            1 one doesn't; 2 a file can't be read.
            """
    )

    @Argument(help: "The folder of the supporting data, XML.") var folder: String
    @Argument(help: "Files of cases, JSON; of several, the cases are taken as one list.") var cases: [String]
    @Flag(help: "Print a JSON list of what we say, whatever is expected.") var json = false
    @Flag(help: "Print the totals and the cases per second, not the cases.") var totals = false

    func run() throws {
        let run: CDSiRun
        let cases: [CDSiCase]
        do {
            run = try CDSiRun(CDSiSchedule(folder: URL(filePath: folder, directoryHint: .isDirectory)))
            cases = try self.cases.flatMap(Self.read)
        } catch let error as CDSiError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            throw ExitCode(2)
        }
        let start = ContinuousClock.now
        let answers = try cases.map { try run.answer($0) }
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(answers), as: UTF8.self))
        } else {
            try report(cases, answers, run, elapsed)
        }
    }

    private static func read(_ path: String) throws(CDSiError) -> [CDSiCase] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CDSiError(path, "is no file that can be read")
        }
        let cases = try CDSiCase.list(json: data, file: path)
        // A day that doesn't exist is found before anything is printed.
        for one in cases { _ = try one.patient() }
        return cases
    }

    private func report(_ cases: [CDSiCase], _ answers: [CDSiAnswer], _ run: CDSiRun, _ elapsed: Double) throws {
        var groups: [String: (passed: Int, all: Int)] = [:]
        var unexplained = 0
        for (one, answer) in zip(cases, answers) {
            let differences = answer.differences(from: one)
            let group = run.group(named: one.vaccineGroup) ?? "\(one.vaccineGroup) (unknown)"
            groups[group, default: (0, 0)].all += 1
            if differences.isEmpty { groups[group, default: (0, 0)].passed += 1 }
            let known = CDSiKnownDifferences.reasons[one.id]
            if !differences.isEmpty, known == nil { unexplained += 1 }
            if totals, differences.isEmpty || known != nil { continue }
            let verdict = differences.isEmpty ? "agrees" : differences.joined(separator: "; ")
            print("\(one.id) \(group): \(summary(answer)): \(verdict)" + (known.map { " [\($0)]" } ?? ""))
        }
        for (group, total) in groups.sorted(by: { $0.key < $1.key }) {
            print("\(group): \(total.passed) of \(total.all)")
        }
        let passed = groups.values.reduce(0) { $0 + $1.passed }
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
