import CivilDates
import Immunization

extension ClaimJudge {
    /// Whether trips alone ask for a first dose whose age isn't reached in time for them, though it could be given before.
    ///
    /// An animal has to wait for its age, and is vaccinated then: no border lets it in before.
    func isTooYoung(_ claim: Claim) -> Bool {
        guard judgement.patient.isPerson, claim.recommendation.isForTripAlone, claim.waitsForAge,
            let day = claim.recommended,
            let last = claim.lastGoodDay(in: judgement)
        else { return false }
        return last < day
            && !claim.trips(of: judgement.patient, on: judgement.day).contains {
                $0.lastDay.map { day <= $0 } ?? false
            }
    }

    /// Whether trips alone ask for it, and it can't protect by the departure any more.
    func isTooLate(_ claim: Claim) -> Bool {
        guard claim.recommendation.isForTripAlone, let last = claim.lastGoodDay(in: judgement) else {
            return false
        }
        // An animal whose vaccination ran out, or that was too young, needs the next one all the same: the sooner, the
        // earlier it may travel.
        if !judgement.patient.isPerson, claim.waitsForAge || !judgement.entered(against: claim.antigens).isEmpty {
            return false
        }
        let first = max(judgement.day, claim.recommendation.earliest ?? .first)
        // It isn't while a later trip asks for it as well.
        return last < first
            && !claim.trips(of: judgement.patient, on: judgement.day).contains {
                $0.lastDay.map { first <= $0 } ?? false
            }
    }
}

extension Claim {
    /// The last day on which the next dose is in time: before a trip, on which it still protects or is accepted; where it
    /// can't be for the next trip, of the first one for which it can.
    func lastGoodDay(in judgement: Judgement) -> CalendarDate? {
        let found = lastDayOfNext(in: judgement)
        guard recommendation.isForTripAlone, isBeginning, let found else { return found }
        let first = max(judgement.day, recommendation.earliest ?? .first)
        guard found < first else { return found }
        let later = trips(of: judgement.patient, on: judgement.day).compactMap(\.lastDay).filter { first <= $0 }
        return later.min() ?? found
    }

    private func lastDayOfNext(in judgement: Judgement) -> CalendarDate? {
        let said = recommendation.overdueFrom?.adding(days: -1)
        guard let departure = departure(in: judgement) else { return isLateAlready ? nil : said }
        let inTime = said ?? departure.adding(days: -1)
        let given = recommendation.progress.map(\.given).min() ?? 0
        let days = recommendation.indications.compactMap { indication in
            indication.trip?.lastDay(before: departure, given: given, isBooster: isBooster)
        }
        guard let last = days.max() else { return min(inTime, departure.adding(days: -1)) }
        // In time after that day, it goes on with what is valid still, and counts at once.
        let goesOn = inTime > last && inTime <= departure && inTime > recommendation.earliest ?? .first
        return goesOn ? min(inTime, departure.adding(days: -1)) : min(inTime, last)
    }

    /// Whether it is late by its own day, and only what holds it up puts that off: its first day is no last one.
    private var isLateAlready: Bool {
        guard let forecast = deciding?.forecast, let late = forecast.pastDue else { return false }
        return forecast.unadjustedPastDue.map { $0 < late } ?? false
    }

    /// The departure that decides: the rule's or, where the age decides the day of what trips alone ask for, the next.
    private func departure(in judgement: Judgement) -> CalendarDate? {
        switch deciding?.forecast.reason {
        case .trip(let departure): return departure
        case .age where recommendation.isForTripAlone, .minimumAge where recommendation.isForTripAlone,
            .conflict where recommendation.isForTripAlone && isBeginning:
            return trips(of: judgement.patient, on: judgement.day).compactMap(\.trip.departure).filter {
                $0 > judgement.day
            }.min()
        default: return nil
        }
    }

    /// Whether nothing of the course has been given.
    var isBeginning: Bool { recommendation.progress.allSatisfy { $0.given == 0 } }

    /// Whether nothing of it has been given, and it waits for an age.
    var waitsForAge: Bool {
        switch deciding?.forecast.reason {
        case .age, .minimumAge: isBeginning
        default: false
        }
    }

    /// Whether a doctor may decide for it below the age from which it is given.
    var isEarlyByException: Bool {
        rows.contains { row in
            row.doses.first?.ages.contains { age in
                age.minimum.map { minimum in age.absoluteMinimum.map { $0 != minimum } ?? false } ?? false
            } ?? false
        }
    }

    /// The trips that ask for it, with the rules by which they do.
    func trips(of patient: Patient, on day: CalendarDate) -> [AskingTrip] {
        recommendation.indications.compactMap(\.trip).flatMap { rule in
            patient.trips.sorted(by: Trip.precedes).compactMap { trip in
                let places = trip.destinations.filter { place in
                    rule.destinations.isEmpty
                        || rule.destinations.contains { place == $0 || place.hasPrefix("\($0)-") }
                }
                let fit = rule.fit(trip, home: patient.home, on: day)
                guard fit != .no, !places.isEmpty else { return nil }
                let countries = Set(places.map { String($0.prefix { $0 != "-" }) })
                return AskingTrip(rule: rule, trip: trip, countries: countries, isOpen: fit == .open)
            }
        }
    }

    /// Whether only trips ask for it of which something isn't known that decides.
    func isOpenTrip(of patient: Patient, on day: CalendarDate) -> Bool {
        recommendation.isForOpenTrips(of: patient, on: day)
    }
}

/// A trip that asks for a vaccination.
struct AskingTrip {
    let rule: TripRule
    let trip: Trip
    let countries: Set<String>
    /// Whether something isn't known of it that decides.
    let isOpen: Bool

    /// The last day on which a first dose is in time.
    var lastDay: CalendarDate? {
        trip.departure.map { rule.lastDay(before: $0) ?? $0.adding(days: -1) }
    }
}

extension CalendarDate {
    /// The day that is earlier by as many days as a period has from this one on.
    func earlier(by period: CalendarPeriod) -> CalendarDate { adding(days: -days(until: adding(period))) }
}

extension Recommendation {
    /// The trips that ask for it, each with how its rule fits.
    func fits(of patient: Patient, on day: CalendarDate) -> [(trip: Trip, fit: TripFit)] {
        indications.compactMap(\.trip).flatMap { rule in
            patient.trips.map { ($0, rule.fit($0, home: patient.home, on: day)) }
        }.filter { $0.1 != .no }
    }

    /// Whether only trips ask for it of which something isn't known that decides.
    func isForOpenTrips(of patient: Patient, on day: CalendarDate) -> Bool {
        guard isForTripAlone else { return false }
        let fits = fits(of: patient, on: day)
        return !fits.isEmpty && fits.allSatisfy { $0.fit == .open }
    }

    /// Whether only trips ask for it of which no day is known.
    func isForTripsWithoutDay(of patient: Patient, on day: CalendarDate) -> Bool {
        isForTripAlone && fits(of: patient, on: day).allSatisfy { $0.trip.departure == nil }
    }
}

extension Trip {
    /// The earlier departure first; those without one last.
    static func precedes(_ left: Trip, _ right: Trip) -> Bool {
        let days = (left.departure ?? .last, right.departure ?? .last)
        return days.0 != days.1
            ? days.0 < days.1 : left.destinations.sorted().lexicographicallyPrecedes(right.destinations.sorted())
    }
}
