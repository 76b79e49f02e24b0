public import CivilDates
import Immunization

extension Answer.Line {
    /// What borders ask of a patient who hasn't got it: on which trips nobody is let in without it.
    public struct Entry: Sendable, Hashable {
        /// The countries that let nobody in without it.
        public let countries: Set<String>
        /// The first day on which it can be accepted there, where a departure is before that; nil: it can be in time.
        public let from: CalendarDate?
    }

    /// The line, with what the borders of trips to come ask for and isn't there yet.
    func atBorders(of trips: [Answer.JudgedTrip], on day: CalendarDate) -> Self {
        guard state.isOpen || [.ask, .tooLate, .contraindicated].contains(state) else { return self }
        var (countries, from) = (Set<String>(), [CalendarDate]())
        for trip in trips where trip.trip.departure.map({ day <= $0 }) ?? true {
            for border in trip.borders where !border.rule.isForReturn && border.rule.target.map(group.contains) ?? false
            {
                switch border.standing {
                case .open, .ask: break
                case .refused(let refusal): from.append(refusal.from)
                case .met, .endsAway, .test, .free: continue
                }
                countries.formUnion(border.rule.destinations.intersection(trip.countries))
            }
        }
        guard !countries.isEmpty else { return self }
        var line = self
        line.entry = Entry(countries: countries, from: from.min())
        return line
    }
}
