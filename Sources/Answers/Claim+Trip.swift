import CivilDates
import Immunization

extension ClaimJudge {
    /// Whether trips alone ask for it, and it can't protect by the departure any more.
    func isTooLate(_ claim: Claim) -> Bool {
        guard claim.recommendation.isForTripAlone, let last = claim.lastGoodDay(in: judgement) else {
            return false
        }
        return last < max(judgement.day, claim.recommendation.earliest ?? .first)
    }
}

extension Claim {
    /// The last day on which the next dose is in time: before a trip, on which it still protects or is accepted.
    func lastGoodDay(in judgement: Judgement) -> CalendarDate? {
        let said = recommendation.overdueFrom?.adding(days: -1)
        guard let departure = departure(in: judgement) else { return said }
        let inTime = said ?? departure.adding(days: -1)
        let days = recommendation.indications.compactMap { indication -> CalendarDate? in
            guard let before = indication.trip?.latestBefore else { return nil }
            return departure.adding(days: -departure.days(until: departure.adding(before)))
        }
        guard let last = days.max() else { return min(inTime, departure.adding(days: -1)) }
        // In time after that day, it goes on with what is valid still, and counts at once.
        let goesOn = inTime > last && inTime <= departure && inTime > recommendation.earliest ?? .first
        return goesOn ? inTime : min(inTime, last)
    }

    /// The departure that decides: the rule's or, where the age decides the day of what trips alone ask for, the next.
    private func departure(in judgement: Judgement) -> CalendarDate? {
        switch deciding?.forecast.reason {
        case .trip(let departure): return departure
        case .age where recommendation.isForTripAlone, .minimumAge where recommendation.isForTripAlone:
            return trips(of: judgement.patient).compactMap(\.trip.departure).filter { $0 > judgement.day }.min()
        default: return nil
        }
    }

    /// The trips that ask for it: their countries.
    func trips(of patient: Patient) -> [(rule: TripRule, trip: Trip, countries: Set<String>)] {
        recommendation.indications.compactMap(\.trip).flatMap { rule in
            patient.trips.sorted(by: Trip.precedes).compactMap { trip in
                let places = trip.destinations.filter { place in
                    rule.destinations.isEmpty
                        || rule.destinations.contains { place == $0 || place.hasPrefix("\($0)-") }
                }
                return places.isEmpty ? nil : (rule, trip, Set(places.map { String($0.prefix { $0 != "-" }) }))
            }
        }
    }
}

extension Trip {
    /// The earlier departure first; those without one last.
    fileprivate static func precedes(_ left: Trip, _ right: Trip) -> Bool {
        let days = (left.departure ?? .last, right.departure ?? .last)
        return days.0 != days.1
            ? days.0 < days.1 : left.destinations.sorted().lexicographicallyPrecedes(right.destinations.sorted())
    }
}
