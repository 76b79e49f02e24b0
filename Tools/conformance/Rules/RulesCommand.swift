import ArgumentParser
import BoundedJSON
import HealthCertificate

/// Runs countries' rules over the tests beside them: `RULE/rule.json` and `RULE/tests/*.json`.
///
/// Bundles of rules, as wallet apps ship them, are loaded, and each rule is listed.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Evaluate countries' rules with the tests that are published with them.")

    @OptionGroup var data: DataFolder
    @OptionGroup var report: ConformanceReport

    func run() throws {
        var outcomes: [CaseOutcome] = []
        let paths = try data.files(endingWith: ".json")
        for path in paths where !path.contains("tests/") {
            do {
                let bytes = try data.bytes(of: path)
                let json = try JSONValue(parsing: bytes)
                if json.elements != nil {
                    outcomes += try BusinessRules(parsing: bytes).rules.map { Self.loading(of: $0, from: path) }
                } else if json["Logic"] != nil {
                    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
                    outcomes += try tests(of: json, at: path, in: paths.filter { $0.hasPrefix(folder + "tests/") })
                }
            } catch {
                outcomes.append(CaseOutcome(name: path, state: .disagrees, details: ["\(error)"]))
            }
        }
        try report.print(outcomes)
    }

    private static func loading(of rule: BusinessRule, from path: String) -> CaseOutcome {
        let name = "\(path) \(rule.identifier) \(rule.version)"
        switch rule.logic {
        case .success:
            return CaseOutcome(name: name, state: .agrees, details: ["loaded", rule.country, rule.kind.rawValue])
        case .failure(let error): return CaseOutcome(name: name, state: .disagrees, details: ["\(error)"])
        }
    }

    /// The logic is tested even where the rule's other members have faults, which are listed.
    private func tests(of json: JSONValue, at path: String, in tests: [String]) throws -> [CaseOutcome] {
        var outcomes: [CaseOutcome] = []
        do {
            _ = try BusinessRule(json)
        } catch {
            outcomes.append(CaseOutcome(name: path, state: .listed, details: ["the rule's own fault: \(error)"]))
        }
        if tests.isEmpty { outcomes.append(CaseOutcome(name: path, state: .skipped, details: ["no tests beside it"])) }
        let expression = try CertLogicExpression(json["Logic"] ?? .null)
        return outcomes + tests.map { outcome(of: expression, test: $0) }
    }

    private func outcome(of expression: CertLogicExpression, test path: String) -> CaseOutcome {
        do {
            let limits = JSONLimits(refusesDuplicateNames: false)
            let test = try JSONValue(parsing: try data.bytes(of: path), limits: limits)
            let context: JSONObject = ["payload": test["payload"] ?? .null, "external": test["external"] ?? .null]
            let expected = test["expected"] ?? .null
            let result = try expression.evaluate(with: CertLogicValue(.object(context))).json
            return CaseOutcome(
                name: path, state: result == expected ? .agrees : .disagrees,
                details: [result.compactText, "expected \(expected.compactText)"])
        } catch {
            return CaseOutcome(name: path, state: .disagrees, details: ["\(error)"])
        }
    }
}
