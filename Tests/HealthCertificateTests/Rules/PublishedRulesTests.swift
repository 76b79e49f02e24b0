import BoundedJSON
import Foundation
import HealthCertificate
import Testing

extension SharedData {
    /// The JSON files below a folder, by their paths from the root, sorted.
    fileprivate static func files(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: url(folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".json") }.sorted()
            .map { folder + "/" + $0 }
    }
}

// Skipped, and said so, where the published data isn't beside the project.
@Suite("Published rules and suites come out as published", .timeLimit(.minutes(3)))
struct PublishedRulesTests {
    @Test(.enabled(if: SharedData.has("dcc/certlogic/testSuite")))
    func certLogicSuite() throws {
        var count = 0
        for path in SharedData.files(in: "dcc/certlogic/testSuite") {
            let suite = try JSONValue(parsing: try SharedData.bytes(path))
            for item in suite["cases"]?.elements ?? [] {
                for assertion in item["assertions"]?.elements ?? [] {
                    if [suite, item, assertion].contains(where: { $0["directive"]?.text == "skip" }) { continue }
                    let json = assertion["certLogicExpression"] ?? item["certLogicExpression"] ?? .null
                    let data = CertLogicValue(assertion["data"] ?? .null)
                    let result = try CertLogicExpression(json).evaluate(with: data)
                    #expect(result.json == assertion["expected"], "\(path): \(item["name"]?.text ?? "")")
                    count += 1
                }
            }
        }
        #expect(count >= 100)
    }

    @Test(.enabled(if: SharedData.has("dcc/rules")))
    func rulesDecideAsTheirTestsSay() throws {
        let files = SharedData.files(in: "dcc/rules")
        var count = 0
        for path in files where path.hasSuffix("/rule.json") {
            let rule = try BusinessRule(JSONValue(parsing: try SharedData.bytes(path)))
            let folder = path.dropLast("rule.json".count) + "tests/"
            for test in files where test.hasPrefix(folder) {
                let json = try JSONValue(parsing: try SharedData.bytes(test))
                let data: JSONObject = ["payload": json["payload"] ?? .null, "external": json["external"] ?? .null]
                let result = try rule.logic.get().evaluate(with: CertLogicValue(.object(data)))
                #expect(result.json == json["expected"], "\(test)")
                count += 1
            }
        }
        #expect(count >= 100)
    }

    @Test(.enabled(if: SharedData.has("dcc/rules/dcc-rules.json")))
    func bundlesOfAWalletAppLoad() throws {
        let rules = try BusinessRules(parsing: try SharedData.bytes("dcc/rules/dcc-rules.json"))
        #expect(rules.countries().contains("CZ"))
        #expect(rules.rules.allSatisfy { rule in (try? rule.logic.get()) != nil })
        let domestic = try BusinessRules(parsing: try SharedData.bytes("dcc/rules/dcc-domestic-rules.json"))
        #expect(domestic.rules.contains { $0.kind.rawValue == "ImpfstatusBZwei" })
    }

    @Test(.enabled(if: SharedData.has("dcc/rules/dcc-bn-rules.json")))
    func boosterRulesTellWhenOneIsDue() throws {
        let rules = try BusinessRules(parsing: try SharedData.bytes("dcc/rules/dcc-bn-rules.json"))
        func due(_ birth: String, dose: Int, given: String) throws -> [String] {
            let payload =
                #"{"ver":"1.3.0","dob":"\#(birth)","v":[{"dn":\#(dose),"sd":\#(dose),"dt":"\#(given)","mp":"EU/1/20/1528"}]}"#
            let subject = RuleSubject(payload: try JSONValue(parsing: payload))
            // 2022-12-01T00:00:00Z
            let question = RuleQuestion(country: "DE", moment: Date(timeIntervalSince1970: 1_669_852_800))
            return rules.boostersDue(for: [subject], question: question).map(\.identifier)
        }
        #expect(try due("1950-01-01", dose: 3, given: "2022-01-01").contains("BNR-DE-0400"))
        #expect(try !due("1950-01-01", dose: 3, given: "2022-11-01").contains("BNR-DE-0400"))
        #expect(try !due("1990-01-01", dose: 3, given: "2022-01-01").contains("BNR-DE-0400"))
    }
}
