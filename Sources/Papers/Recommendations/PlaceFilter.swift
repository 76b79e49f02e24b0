import Answers
import CivilDates
import Web

/// Which lines of an answer are shown: all, those of home, or those for one country that is travelled to.
struct PlaceFilter: Sendable {
    enum Choice: Sendable, Equatable {
        case all
        case home
        /// ISO 3166-1 alpha-2.
        case country(String)

        /// The query of its address.
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

    func shows(_ line: Answer.Line) -> Bool {
        switch choice {
        case .all: true
        case .home: line.places.contains { $0 == home || !travel.contains($0) }
        case .country(let code): line.places.contains(code)
        }
    }

    /// The countries that a line is for, where several are compared: those travelled to, else home.
    func countries(of line: Answer.Line) -> [String] {
        guard !travel.isEmpty else { return [] }
        let there = travel.filter(line.places.contains)
        return there.isEmpty ? line.places.sorted() : there
    }
}
