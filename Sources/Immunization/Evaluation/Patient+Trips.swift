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

/// The days on which somebody is away: trips that follow each other are one stay.
struct Stays: Sendable, Hashable {
    /// Nobody is vaccinated at home in so short a time.
    private static let betweenTrips = 3

    /// By the day, each until the last before somebody is home again.
    let days: [ClosedRange<CalendarDate>]
    /// The same of trips of whose end somebody said when it is, with a few days at home in between.
    let tours: [ClosedRange<CalendarDate>]

    init(_ trips: [Trip]) {
        days = Self.joined(trips.filter { !$0.isRefused }, apart: 1)
        tours = Self.joined(trips.filter { $0.returning != nil }, apart: Self.betweenTrips)
    }

    private static func joined(_ trips: [Trip], apart days: Int) -> [ClosedRange<CalendarDate>] {
        let trips = trips.compactMap { trip in trip.departure.map { $0...trip.lastDay(from: $0) } }
        return trips.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, trip in
            if let last = joined.last, trip.lowerBound <= last.upperBound.adding(days: days) {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, trip.upperBound)
            } else {
                joined.append(trip)
            }
        }
    }

    /// The day on which somebody leaves home for what begins on a day.
    func leaving(for day: CalendarDate) -> CalendarDate {
        let tour = tours.first { $0.upperBound.adding(days: Self.betweenTrips) >= day }
        return min(day, tour?.lowerBound ?? day)
    }
}

extension Patient {
    /// The days from each departure to the last before somebody is home again: trips that follow each other are one.
    public var absences: [ClosedRange<CalendarDate>] { stays.days }

    /// Whether somebody is away on a day, or leaves on it.
    public func isAway(on day: CalendarDate) -> Bool { absences.contains { $0.contains(day) } }

    /// The first day from one on that is none of a trip.
    public func dayAtHome(from day: CalendarDate) -> CalendarDate {
        absences.first { $0.contains(day) }?.upperBound.adding(days: 1) ?? day
    }

    /// The day on which somebody leaves home for a trip: the departure of the first of those that follow each other.
    public func leaving(for trip: Trip) -> CalendarDate? { trip.departure.map(stays.leaving) }
}
