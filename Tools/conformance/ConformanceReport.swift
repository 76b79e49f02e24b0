import ArgumentParser
import BoundedJSON
import HealthCertificate

/// What came of one case.
struct CaseOutcome {
    enum State: String {
        /// Our answer is the expected one.
        case agrees
        /// Our answer is not the expected one.
        case disagrees
        /// Our answer is not the expected one, and the case's own fault is known.
        case listed
        /// The case asks nothing that can be answered here.
        case skipped
    }

    let name: String
    let state: State
    /// What was compared, and what differs.
    let details: [String]
}

/// Prints outcomes, a line each or as JSON, with totals.
struct ConformanceReport: ParsableArguments {
    @Flag(help: "Print one JSON object instead of lines.") var json = false

    /// Prints the outcomes; throws the exit status 1 when a case disagrees.
    func print(_ outcomes: [CaseOutcome]) throws {
        let states: [CaseOutcome.State] = [.agrees, .listed, .disagrees, .skipped]
        let totals = states.map { state in (state, outcomes.count { $0.state == state }) }
        if json {
            Swift.print(Self.json(outcomes, totals).compactText)
        } else {
            for outcome in outcomes {
                Swift.print(([outcome.state.rawValue, outcome.name] + outcome.details).joined(separator: "  "))
            }
            let counts = totals.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
            Swift.print("\(outcomes.count) cases: \(counts)")
        }
        if outcomes.contains(where: { $0.state == .disagrees }) { throw ExitCode(1) }
    }

    private static func json(_ outcomes: [CaseOutcome], _ totals: [(CaseOutcome.State, Int)]) -> JSONValue {
        .object([
            "cases": .array(
                outcomes.map { outcome in
                    .object([
                        "name": .string(outcome.name), "state": .string(outcome.state.rawValue),
                        "details": .array(outcome.details.map { .string($0) }),
                    ])
                }),
            "totals": JSONValue(
                Dictionary(uniqueKeysWithValues: totals.map { ($0.0.rawValue, .integer(Int64($0.1))) })),
        ])
    }
}
