import CivilDates
import Immunization

extension VisitPlanner {
    /// The doses of a visit without live ones that one before a trip can't follow in time, and without those that a small
    /// child is better given weeks after it, where the departure leaves time for that.
    func withoutHindering(
        _ doses: [Recommendation], among due: [Recommendation], on day: CalendarDate
    ) -> [Recommendation] {
        let given = Set(doses.map(\.id))
        let trips = due.compactMap { pressing($0, isGiven: given.contains($0.id), on: day) } + asked(on: day)
        guard !trips.isEmpty else { return doses }
        return doses.filter { dose in
            guard let vaccine = live(dose, on: day) else { return true }
            let own = dose.isForTripAlone ? trip(dose.indications, vaccine, isGiven: true, on: day) : nil
            return !trips.contains { trip in
                guard trip.vaccine.id != vaccine.id else { return false }
                let last = own?.last ?? trip.departure.adding(days: -1)
                return trip.isGiven
                    ? isBetterLater(vaccine, trip, day, until: last)
                    : !dose.isForTripAlone && hinders(vaccine, trip, day)
            }
        }
    }

    /// A live vaccine before a trip.
    private struct Pressing {
        let vaccine: Vaccine
        /// Its last day in time.
        let last: CalendarDate
        let departure: CalendarDate
        /// Whether the visit gives it.
        let isGiven: Bool
    }

    private func pressing(_ dose: Recommendation, isGiven: Bool, on day: CalendarDate) -> Pressing? {
        guard dose.isForTripAlone, dose.progress.allSatisfy({ $0.given == 0 }), let vaccine = live(dose, on: day) else {
            return nil
        }
        return trip(dose.indications, vaccine, isGiven: isGiven, on: day)
    }

    /// What a doctor has to be asked about before a trip may be given yet.
    private func asked(on day: CalendarDate) -> [Pressing] {
        judgement.recommendations.compactMap { dose in
            guard dose.state == .askDoctor, dose.isForTripAlone, let vaccine = live(dose, on: day) else { return nil }
            return trip(dose.indications, vaccine, isGiven: false, on: day)
        }
    }

    /// The first trip for which there is time.
    private func trip(
        _ indications: [Indication], _ vaccine: Vaccine, isGiven: Bool, on day: CalendarDate
    ) -> Pressing? {
        let patient = judgement.patient
        return indications.compactMap(\.trip).flatMap { rule in
            patient.trips.compactMap { trip -> Pressing? in
                guard rule.fit(trip, home: patient.home, on: day) == .full, let departure = patient.leaving(for: trip),
                    let last = rule.lastDay(before: departure)
                else { return nil }
                return day <= last
                    ? Pressing(vaccine: vaccine, last: last, departure: departure, isGiven: isGiven) : nil
            }
        }.min { $0.last < $1.last }
    }

    private func live(_ dose: Recommendation, on day: CalendarDate) -> Vaccine? {
        combinations.parts(of: [dose], on: day).first?.vaccine.flatMap { $0.isLive ? $0 : nil }
    }

    /// Whether a vaccine that is given on a day puts the trip's off until it is too late.
    private func hinders(_ vaccine: Vaccine, _ trip: Pressing, _ day: CalendarDate) -> Bool {
        conflicts(vaccine, then: trip.vaccine).contains { day.adding($0.end) > trip.last }
    }

    /// Whether a vaccine would work better some weeks after the trip's, and there is time for that.
    private func isBetterLater(
        _ vaccine: Vaccine, _ trip: Pressing, _ day: CalendarDate, until last: CalendarDate
    ) -> Bool {
        conflicts(trip.vaccine, then: vaccine).contains { conflict in
            guard let age = conflict.sameDayFrom else { return false }
            return day < judgement.day(atAge: age) && day.adding(conflict.end) <= last
        }
    }

    private func conflicts(_ earlier: Vaccine, then later: Vaccine) -> [VaccineConflict] {
        judgement.recommender.engine.schedules.filter { $0.species == judgement.patient.species }.flatMap(\.conflicts)
            .filter { conflict in
                conflict.earlier.contains { $0.names(earlier) } && conflict.later.contains { $0.names(later) }
            }
    }
}

extension VaccineSelector {
    fileprivate func names(_ vaccine: Vaccine) -> Bool {
        switch self {
        case .any: true
        case .live: vaccine.isLive
        case .inactivated: !vaccine.isLive
        case .named(let name): vaccine.id == name || vaccine.kind == name
        }
    }
}
