import Immunization

/// What a case expects of one vaccine group; what it doesn't mention isn't checked.
struct CaseExpectation: Sendable {
    let status: String?
    let dose: Int?
    let earliest: CalendarDate?
    let recommended: CalendarDate?
    let inTimeUntil: CalendarDate?
    let doses: [String]?

    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        status = try object.optionalString("status")
        dose = try object.optionalInteger("dose")
        earliest = try object.optional("earliest")?.day()
        recommended = try object.optional("recommended")?.day()
        inTimeUntil = try object.optional("inTimeUntil")?.day()
        doses = try object.optional("doses")?.strings()
        try object.finish()
    }

    /// What differs between the expectation and a forecast, in words; empty if nothing does.
    func differences(from forecast: GroupForecast?, on day: CalendarDate) -> [String] {
        let found = forecast.map { Self.status(of: $0, on: day) } ?? "absent"
        var differences: [String] = []
        func compare<Value: Equatable>(_ name: String, _ expected: Value?, _ actual: Value?) {
            guard let expected, expected != actual else { return }
            differences.append("\(name) \(expected) expected, \(actual.map { "\($0)" } ?? "none") found")
        }
        compare("status", status, found)
        compare("dose", dose, forecast?.doseNumber)
        compare("earliest", earliest, forecast?.earliest)
        compare("recommended", recommended, forecast?.recommended)
        compare("in time until", inTimeUntil, forecast?.pastDue)
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
        case .agedOut: return "aged out"
        case .notRecommended: return "not recommended"
        case .notComplete:
            if let last = forecast.pastDue, last < day { return "overdue" }
            return forecast.recommended.map { $0 <= day } ?? true ? "due" : "planned"
        }
    }
}
