import ArgumentParser
import BoundedJSON
import HealthCertificate

/// Runs the CertLogic specification's own test suites: of the evaluator, and of the validator.
struct CertLogicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certlogic", abstract: "Evaluate the CertLogic specification's test suites.")

    @OptionGroup var data: DataFolder
    @OptionGroup var report: ConformanceReport

    func run() throws {
        var outcomes: [CaseOutcome] = []
        for path in try data.files(endingWith: ".json") {
            do {
                let suite = try JSONValue(parsing: try data.bytes(of: path))
                for (index, item) in (suite["cases"]?.elements ?? []).enumerated() {
                    outcomes += Self.outcomes(of: item, in: suite, name: "\(path) \(index + 1)")
                }
            } catch {
                outcomes.append(CaseOutcome(name: path, state: .disagrees, details: ["\(error)"]))
            }
        }
        try report.print(outcomes)
    }

    private static func outcomes(of item: JSONValue, in suite: JSONValue, name: String) -> [CaseOutcome] {
        let title = item["name"]?.text ?? ""
        guard let assertions = item["assertions"]?.elements else {
            return [validation(of: item, name: "\(name) \(title)")]
        }
        return assertions.enumerated().map { index, assertion in
            let name = "\(name).\(index + 1) \(title)"
            if [suite, item, assertion].contains(where: { $0["directive"]?.text == "skip" }) {
                return CaseOutcome(name: name, state: .skipped, details: ["the suite says so"])
            }
            let expression = assertion["certLogicExpression"] ?? item["certLogicExpression"] ?? .null
            return evaluation(of: expression, assertion: assertion, name: name)
        }
    }

    private static func evaluation(of expression: JSONValue, assertion: JSONValue, name: String) -> CaseOutcome {
        // Numbers are compared as CertLogic reads them, so that 1.0 is 1.
        let expected = CertLogicValue(assertion["expected"] ?? .null).json
        do {
            let data = CertLogicValue(assertion["data"] ?? .null)
            let result = try CertLogicExpression(expression).evaluate(with: data).json
            return CaseOutcome(
                name: name, state: result == expected ? .agrees : .disagrees,
                details: [result.compactText, "expected \(expected.compactText)"])
        } catch {
            return CaseOutcome(
                name: name, state: .disagrees, details: ["\(error)", "expected \(expected.compactText)"])
        }
    }

    /// A case of the validator's suite lists the issues of an expression; that there are some or none is compared.
    private static func validation(of item: JSONValue, name: String) -> CaseOutcome {
        guard let issues = item["issues"]?.elements, let expression = item["certLogicExpression"],
            item["directive"]?.text != "skip"
        else { return CaseOutcome(name: name, state: .skipped, details: ["asks nothing, or the suite says so"]) }
        let faults = CertLogicExpression.faults(in: expression)
        return CaseOutcome(
            name: name, state: issues.isEmpty == faults.isEmpty ? .agrees : .disagrees,
            details: faults.isEmpty ? ["valid"] : faults.map(\.description))
    }
}
