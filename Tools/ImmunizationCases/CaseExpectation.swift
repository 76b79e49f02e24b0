package import CivilDates
package import Immunization

/// What a case expects of one vaccine group; what it doesn't mention isn't checked.
package struct CaseExpectation: Sendable {
    private let statuses: [String]?
    private let dose: Int?
    private let earliest: CalendarDate?
    private let recommended: CalendarDate?
    private let inTimeUntil: CalendarDate?
    private let latest: CalendarDate?
    private let doses: [String]?
    /// Keys that say nothing we know: they can't be held against anything, so they differ.
    private let unknown: [String]

    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        statuses = try object.optional("status")?.oneOrMore()
        dose = try object.optionalInteger("dose")
        earliest = try object.optional("earliest")?.day()
        recommended = try object.optional("recommended")?.day()
        inTimeUntil = try object.optional("inTimeUntil")?.day()
        latest = try object.optional("latest")?.day()
        doses = try object.optional("doses")?.strings()
        let known: Set = ["status", "dose", "earliest", "recommended", "inTimeUntil", "latest", "doses"]
        unknown = object.members.map(\.key).filter { !known.contains($0) }
    }

    /// What differs between the expectation and a forecast, in words; empty if nothing does.
    package func differences(from forecast: GroupForecast?, on day: CalendarDate) -> [String] {
        let found = forecast.map { Self.status(of: $0, on: day) } ?? "absent"
        var differences = unknown.map { "\($0) is not a key that belongs here" }
        func compare<Value: Equatable>(_ name: String, _ expected: Value?, _ actual: Value?) {
            guard let expected, expected != actual else { return }
            differences.append("\(name) \(expected) expected, \(actual.map { "\($0)" } ?? "none") found")
        }
        if let statuses, !statuses.contains(found) {
            differences.append("status \(statuses.joined(separator: " or ")) expected, \(found) found")
        }
        compare("dose", dose, forecast?.doseNumber)
        compare("earliest", earliest, forecast?.earliest)
        compare("recommended", recommended, forecast?.recommended)
        compare("in time until", inTimeUntil, forecast?.pastDue)
        compare("latest", latest, forecast?.latest)
        compare("doses", doses, forecast?.doses.map { Self.word(for: $0.status) })
        return differences
    }

    private static func word(for status: DoseEvaluation.Status) -> String {
        switch status {
        case .valid: "valid"
        case .notValid: "not valid"
        case .extraneous: "extraneous"
        case .substandard: "substandard"
        }
    }

    private static func status(of forecast: GroupForecast, on day: CalendarDate) -> String {
        switch forecast.status {
        case .complete: return "complete"
        case .immune: return "immune"
        case .contraindicated: return "contraindicated"
        case .askDoctor: return "ask the doctor"
        case .agedOut: return "aged out"
        case .notRecommended: return "not recommended"
        case .notComplete:
            if let last = forecast.pastDue, last < day { return "overdue" }
            return forecast.recommended.map { $0 <= day } ?? true ? "due" : "planned"
        }
    }
}
