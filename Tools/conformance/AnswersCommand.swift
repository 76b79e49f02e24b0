import Answers
import ArgumentParser
import CivilDates
import ImmunizationCases

/// `conformance answers`: what pages would say of a record on a day, by the code that they use.
struct AnswersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answers",
        abstract: "Cases of what a person has to be told, answered by a catalogue's schedules together.",
        discussion: """
            CATALOGUE is a folder like Catalogue, CASES a folder of cases with all folders in it. A line for each \
            difference. Cases of single schedules, as 'conformance cases' takes them, are answered and not compared; so is \
            what needs words. Exit status: 0 every case agrees; 1 one doesn't; 2 a file can't be read.
            """
    )

    @Argument(help: "The folder of the catalogue, with its schedules.") var catalogue: String
    @Argument(help: "The folder of the cases.") var cases: String
    @Flag(help: "Print one JSON object instead of lines.") var json = false
    @Option(help: "Answer each case so often, and print the processor time of one answer instead.") var rounds = 0

    func run() throws {
        let folder = try CaseFolder(catalogue: catalogue, cases: cases)
        let check = AnswerCheck(folder.release)
        if rounds > 0 { return time(folder, check) }
        let (outcomes, unreadable) = folder.outcomes { path, bytes in
            let file = try check.read(bytes, name: path)
            CaseFolder.tell(file.remarks + (file.isCompared ? [] : file.problems), of: path)
            return AnsweredCase(file, check.answer(file), check)
        }
        try report(outcomes)
        try CaseFolder.finish(unreadable: unreadable, isAgreeing: outcomes.allSatisfy { $0.agrees ?? true })
    }

    private func report(_ outcomes: [AnsweredCase]) throws {
        let compared = outcomes.filter { $0.agrees != nil }
        let agreeing = compared.count { $0.agrees == true }
        if json {
            print(try CaseFolder.json(Report(agree: agreeing, total: compared.count, cases: outcomes)))
        } else {
            for outcome in outcomes {
                for difference in outcome.differences { print("\(outcome.name): \(difference)") }
            }
            print("agree \(agreeing) of \(compared.count)")
        }
    }

    /// The processor time of one answer, of each case the least: what else the machine does only ever adds.
    private func time(_ folder: CaseFolder, _ check: AnswerCheck) {
        let times = folder.outcomes { path, bytes -> Double in
            let file = try check.read(bytes, name: path)
            return (0..<rounds).map { _ in Self.milliseconds { _ = check.answer(file) } }.min() ?? 0
        }.outcomes.sorted()
        for (name, part) in [("median", 50), ("of 95 in 100", 95)] where !times.isEmpty {
            print("\(name): \((times[(times.count - 1) * part / 100] * 100).rounded() / 100) ms")
        }
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = Fuzzer.processorTime()
        body()
        return (Fuzzer.processorTime() - start) * 1e3
    }

    /// What came of all.
    private struct Report: Encodable {
        let agree: Int
        let total: Int
        let cases: [AnsweredCase]
    }
}

/// What came of one case: what pages would say, and what differs from what is expected.
struct AnsweredCase: Encodable {
    let name: String
    /// Nil where nothing is compared.
    let agrees: Bool?
    let differences: [String]
    private let lines: [Line]
    private let doses: [[String: String]]
    private let injectionsNow: Int

    init(_ file: AnswerCase, _ answer: Answer, _ check: AnswerCheck) {
        name = file.name
        let found = check.differences(answer, from: file)
        (agrees, differences) = (found.map(\.isEmpty), found ?? [])
        lines = answer.lines.map(Line.init)
        doses = check.verdicts(answer, of: file)
        injectionsNow = answer.summary.injectionsNow
    }

    private enum CodingKeys: String, CodingKey {
        case name = "case"
        case agrees, differences, lines, doses, injectionsNow
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(agrees, forKey: .agrees)
        try container.encode(differences, forKey: .differences)
        try container.encode(lines, forKey: .lines)
        try container.encode(doses, forKey: .doses)
        try container.encode(injectionsNow, forKey: .injectionsNow)
    }

    /// A line as others compare it.
    private struct Line: Encodable {
        let line: Answer.Line

        init(_ line: Answer.Line) { self.line = line }

        private enum CodingKeys: String, CodingKey { case id, state, antigens, dose, day, question }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(line.id, forKey: .id)
            try container.encode(line.state.rawValue, forKey: .state)
            try container.encode(line.antigens, forKey: .antigens)
            try container.encode(line.dose, forKey: .dose)
            try container.encode(line.day?.description, forKey: .day)
            try container.encode(line.isQuestion, forKey: .question)
        }
    }
}
