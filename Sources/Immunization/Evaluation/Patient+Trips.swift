public import CivilDates

extension Trip {
    /// How long a trip is taken to last of which nobody said when it ends.
    private static let unknown = CalendarPeriod(weeks: 4)

    /// The last day of a trip, as far as anybody can tell.
    fileprivate func lastDay(from departure: CalendarDate) -> CalendarDate {
        max(departure, returning ?? departure.adding(Self.unknown))
    }

    /// Whether a day is one of the trip, its first and its last included.
    public func isAway(on day: CalendarDate) -> Bool {
        guard let departure, !isRefused else { return false }
        return departure <= day && day <= lastDay(from: departure)
    }
}

extension Patient {
    /// Whether somebody is away on a day, or leaves on it.
    public func isAway(on day: CalendarDate) -> Bool { trips.contains { $0.isAway(on: day) } }

    /// The first day from one on that is none of a trip.
    public func dayAtHome(from day: CalendarDate) -> CalendarDate {
        var day = day
        // Each step leads past the end of another trip.
        while let trip = trips.first(where: { $0.isAway(on: day) }), let departure = trip.departure {
            day = trip.lastDay(from: departure).adding(days: 1)
        }
        return day
    }
}
