public import CivilDates

/// Whether a rule asks for a trip.
public enum TripFit: Sendable, Hashable {
    /// It doesn't.
    case no
    /// It would if something were answered that isn't: the trip has no day yet, or nobody told how long it is or what is
    /// done on it.
    case open
    /// It does.
    case full
}

extension TripRule {
    /// Whether the rule asks for a trip that isn't over.
    ///
    /// Of a stay of unknown length ``minimumDays`` holds.
    ///
    /// - Parameters:
    ///   - trip: Where somebody goes, when, and what they do there.
    ///   - home: Where the patient lives: a rule without destinations asks for trips abroad.
    ///   - date: The day from which it is seen: a trip that ended before asks for nothing.
    public func fit(_ trip: Trip, home: Set<String>, on date: CalendarDate) -> TripFit {
        guard Self.end(of: trip).map({ $0 >= date }) ?? true, leads(trip, home) else { return .no }
        if let start = trip.departure, let end = trip.returning {
            if let days = minimumDays, start.days(until: end) < days { return .no }
            if let season, !season.overlap(start, end) { return .no }
        }
        let fit = conditions?.fit(trip) ?? .full
        return fit == .full && trip.departure == nil ? .open : fit
    }

    /// The last day on which a rule asks for a trip; nil: it has no day yet.
    ///
    /// One that a border refuses is moved to an unknown day.
    static func end(of trip: Trip) -> CalendarDate? {
        (trip.isRefused ? nil : trip.returning) ?? trip.departure?.adding(CalendarPeriod(years: 1))
    }

    private func leads(_ trip: Trip, _ home: Set<String>) -> Bool {
        trip.destinations.contains { place in
            guard !Self.lies(place, in: exceptions) else { return false }
            return destinations.isEmpty ? !home.contains(Self.country(of: place)) : Self.lies(place, in: destinations)
        }
    }

    /// Whether a place, or what contains it, is one of some: `DE-BY-altoetting`, `DE-BY`, `DE`.
    private static func lies(_ place: String, in places: Set<String>) -> Bool {
        if places.isEmpty { return false }
        var rest = place
        while !places.contains(rest) {
            guard let hyphen = rest.utf8.lastIndex(of: UInt8(ascii: "-")) else { return false }
            rest = String(rest[..<hyphen])
        }
        return true
    }

    private static func country(of place: String) -> String { String(place.prefix { $0 != "-" }) }
}

extension TripConditions {
    /// Whether one of them holds; open where one could that wasn't told.
    fileprivate func fit(_ trip: Trip) -> TripFit {
        var parts: [TripFit] = []
        if let days {
            let length = trip.departure.flatMap { start in trip.returning.map { start.days(until: $0) } }
            parts.append(length.map { $0 >= days ? .full : .no } ?? .open)
        }
        if !styles.isEmpty { parts.append(trip.style.map { styles.contains($0) ? .full : .no } ?? .open) }
        // Whoever tells how they travel would have told of animals.
        if withAnimals { parts.append(trip.isWithAnimals ? .full : trip.style == nil ? .open : .no) }
        return parts.contains(.full) ? .full : parts.contains(.open) ? .open : .no
    }
}
