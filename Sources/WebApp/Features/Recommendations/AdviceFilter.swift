import CivilDates
import HummingbirdCore
import Immunization

/// Which recommendations are shown: all, those of home, or those for one country that is travelled to.
struct AdviceFilter: Sendable {
    enum Choice: Sendable, Equatable {
        case all
        case home
        /// ISO 3166-1 alpha-2.
        case country(String)

        /// What stands in the address for it.
        var query: String {
            switch self {
            case .all: ""
            case .home: "?for=home"
            case .country(let code): "?for=\(code)"
            }
        }
    }

    let choice: Choice
    /// The country by whose schedule is judged.
    let home: String?
    /// The countries that journeys lead to, each once.
    let travel: [String]

    init(_ record: HealthRecord, home: String?, today: CalendarDate, asked: String?) {
        var travel: [String] = []
        let ahead = record.facts.journeys.filter { ($0.to ?? $0.from.adding(CalendarPeriod(years: 1))) >= today }
        for country in ahead.map(\.country) + record.places.travel where !travel.contains(country) {
            travel.append(country)
        }
        (self.home, self.travel) = (home, travel)
        // An unknown choice shows all.
        choice =
            switch asked {
            case "home": .home
            case .some(let code) where travel.contains(code): .country(code)
            default: .all
            }
    }

    func shown(_ recommendations: [Recommendation]) -> [Recommendation] {
        switch choice {
        case .all: recommendations
        case .home: recommendations.filter { $0.kind != .risk || $0.indications.contains { !$0.isTrip } }
        case .country(let code): recommendations.filter { countries(of: $0).contains(code) }
        }
    }

    /// The countries travelled to that a recommendation is for.
    func countries(of recommendation: Recommendation) -> [String] {
        let rules = recommendation.indications.compactMap { indication -> TripRule? in
            if case .trip(let rule) = indication.ground { rule } else { nil }
        }
        return travel.filter { code in
            rules.contains { rule in
                rule.destinations.isEmpty || rule.destinations.contains { $0 == code || $0.hasPrefix("\(code)-") }
            }
        }
    }
}

extension Recommendation {
    /// Whether a doctor has to be asked about it: because the schedule says so, or because it can't be given before a trip
    /// that asks for it.
    var isToAsk: Bool {
        state == .askDoctor || state == .contraindicated && indications.contains(where: \.isTrip)
    }
}

extension Indication {
    var isTrip: Bool { if case .trip = ground { true } else { false } }
}
