import BoundedJSON
import Foundation
import HealthCertificate

/// JSON, CertLogic, and bundles of rules.
enum RuleTargets {
    static func all() throws -> [FuzzTarget] {
        let data = CertLogicValue(try JSONValue(parsing: payload))
        return [
            FuzzTarget(name: "json", inputs: (expressions + [payload, rule]).map { Array($0.utf8) }) { bytes in
                if let json = try? JSONValue(parsing: bytes) { _ = json.compactText }
            },
            FuzzTarget(name: "certlogic", inputs: expressions.map { Array($0.utf8) }) { bytes in
                guard let json = try? JSONValue(parsing: bytes) else { return }
                _ = CertLogicExpression.faults(in: json)
                _ = try? CertLogicExpression(json).evaluate(with: data).json
            },
            FuzzTarget(name: "rules", inputs: [Array("[\(rule)]".utf8)]) { bytes in
                guard let rules = try? BusinessRules(parsing: bytes), let json = try? JSONValue(parsing: payload) else {
                    return
                }
                let question = RuleQuestion(country: "DE", moment: Date(timeIntervalSince1970: 1_650_000_000))
                let subject = RuleSubject(payload: json["payload"] ?? .null, issuer: "DE")
                _ = rules.report(on: subject, for: question)
                _ = rules.boostersDue(for: [subject], question: question)
            },
            FuzzTarget(name: "datetime", inputs: dates.map { Array($0.utf8) }) { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                for unit in [CertLogicDateTime.Unit.year, .month, .day, .hour] {
                    let amount = Int64(bytes.count) &* 0x9E37_79B9
                    _ = try? CertLogicDateTime(parsing: text).adding(amount, unit).description
                }
            },
        ]
    }

    private static let dates = [
        "2004", "2004-02", "2020-02-29", "2021-06-01T12:34:56.789+05:30", "0000-01-01T00:00:00Z",
    ]

    private static let payload = #"""
        {"payload":{"ver":"1.3.0","dob":"1964-08","v":[{"dn":2,"sd":2,"dt":"2021-06-01","mp":"EU/1/20/1528","ci":"URN:UVCI:01:DE:1/2#A"}],"t":[{"sc":"2021-06-01T10:00:00Z"}]},"external":{"validationClock":"2022-01-01T00:00:00Z","valueSets":{"a":["x","y"]}}}
        """#

    private static let expressions = [
        #"{"if":[{"var":"payload.v.0"},{">=":[{"var":"payload.v.0.dn"},{"var":"payload.v.0.sd"},1]},false]}"#,
        #"{"and":[{"not-before":[{"plusTime":[{"var":"external.validationClock"},-15,"month"]},{"plusTime":[{"var":"payload.v.0.dt"},1,"year"]}]},{"!":[{"in":["x",{"var":"external.valueSets.a"}]}]}]}"#,
        #"{"after":[{"dccDateOfBirth":[{"var":"payload.dob"}]},{"plusTime":["2021",-18,"year"]}]}"#,
        #"{"===":[{"extractFromUVCI":[{"var":"payload.v.0.ci"},2]},"1"]}"#,
        #"{"reduce":[[1,2,[3]],[{"var":"accumulator"},{"var":"current"},{"+":[1,9223372036854775806]}],{"var":""}]}"#,
        #"{"reduce":[[1,1,1,1,1,1,1,1],{"reduce":[[1,1,1,1,1,1,1,1],[{"var":"accumulator"},{"var":"accumulator"}],1]},0]}"#,
    ]

    private static let rule = #"""
        {"Identifier":"VR-DE-0001","Type":"Acceptance","Country":"DE","Version":"1.0.0","SchemaVersion":"1.0.0","Engine":"CERTLOGIC","EngineVersion":"0.7.5","CertificateType":"General","Description":[{"lang":"en","desc":"Test \u00e9\ud83d\ude00"}],"ValidFrom":"2021-06-01T00:00:00Z","ValidTo":"2030-06-01T00:00:00Z","AffectedFields":["v.0"],"Logic":{"if":[{"var":"payload.v.0"},{"===":[{"var":"payload.v.0.dn"},2]},true]}}
        """#
}
