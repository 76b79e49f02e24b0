import CivilDates
import Immunization

/// Says how far what borders ask for is fulfilled on the day of a departure.
struct BorderMaker {
    typealias Border = Answer.TripVerdict.Border

    let judgement: Judgement
    let catalogue: Catalogue
    let lines: [Answer.Line]
    let doses: [DoseVerdict]
    private var patient: Patient { judgement.patient }

    /// What the countries of a trip ask of the patient, in the catalogue's order.
    func borders(of trip: Trip, _ countries: Set<String>) -> [Border] {
        catalogue.borders.filter { rule in
            rule.species == patient.species && !rule.destinations.isDisjoint(with: countries)
        }.map { rule in
            Border(rule: rule, standing: standing(rule, trip))
        }
    }

    private func standing(_ rule: BorderRule, _ trip: Trip) -> Border.Standing {
        guard let target = rule.target else { return .free }
        guard let departure = trip.departure else { return .ask }
        if let age = rule.from, departure < judgement.day(atAge: age) { return .free }
        let given = doses.filter { $0.antigen == target && $0.counts && $0.date <= judgement.day }
        let line = lines.first { $0.group.contains(target) }
        guard let last = given.last else {
            if line?.state == .ask || line?.state == .contraindicated { return .ask }
            let first = max(judgement.day, line?.firstDay ?? judgement.day)
            return entry(rule, target, by: departure, givenOn: first)
        }
        if patient.species == Species.person {
            let accepted = given.map { $0.date.adding(rule.before) }.min() ?? departure
            return accepted <= departure ? .met(until: nil) : refused(rule, target, from: accepted, isGiven: true)
        }
        return standing(rule, trip, last, after: given.dropLast().last, departure)
    }

    /// Of an animal, whose vaccination ends.
    private func standing(
        _ rule: BorderRule, _ trip: Trip, _ last: DoseVerdict, after previous: DoseVerdict?, _ departure: CalendarDate
    ) -> Border.Standing {
        guard let end = last.validUntil else { return .ask }
        if end < judgement.day { return entry(rule, last.antigen, by: departure, givenOn: judgement.day) }
        let accepted = goesOn(last, after: previous) ? last.date : last.date.adding(rule.before)
        if departure < accepted { return refused(rule, last.antigen, from: accepted, isGiven: true) }
        // What is refreshed before it ends counts at once.
        let refreshed = min(end, max(judgement.day, departure.adding(days: -1)))
        if end < departure { return .open(by: refreshed) }
        if let returning = trip.returning, end < returning { return .endsAway(end) }
        return .met(until: end)
    }

    /// Whether a dose refreshed one that was valid still; one after that counts as a first dose at a border.
    private func goesOn(_ dose: DoseVerdict, after previous: DoseVerdict?) -> Bool {
        guard let previous else { return false }
        let validity = Validity(judgement: judgement)
        return validity.end(of: previous.dose, on: previous.date, dose.antigen, isLast: false).map { dose.date <= $0 }
            ?? false
    }

    /// With a first dose on a day.
    private func entry(
        _ rule: BorderRule, _ target: String, by departure: CalendarDate, givenOn day: CalendarDate
    ) -> Border.Standing {
        let accepted = day.adding(rule.before)
        guard accepted <= departure else { return refused(rule, target, from: accepted, isGiven: false) }
        return .open(by: departure.earlier(by: rule.before))
    }

    private func refused(
        _ rule: BorderRule, _ target: String, from day: CalendarDate, isGiven: Bool
    ) -> Border.Standing {
        .refused(Answer.TripVerdict.Refusal(target: target, wait: rule.before, from: day, isGiven: isGiven))
    }
}
