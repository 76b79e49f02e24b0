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
            return accepted <= departure ? .met(until: nil) : .refused(refusal(rule, target, from: accepted))
        }
        return standing(rule, trip, target, last, departure)
    }

    /// Of an animal, whose vaccination ends.
    private func standing(
        _ rule: BorderRule, _ trip: Trip, _ target: String, _ last: DoseVerdict, _ departure: CalendarDate
    ) -> Border.Standing {
        guard let end = last.validUntil else { return .ask }
        if end < judgement.day { return entry(rule, target, by: departure, givenOn: judgement.day) }
        let accepted = goesOn(last) ? last.date : last.date.adding(rule.before)
        if departure < accepted { return .refused(refusal(rule, target, from: accepted)) }
        // What is refreshed before it ends counts at once.
        let refreshed = min(end, max(judgement.day, departure.adding(days: -1)))
        if end < departure { return .open(by: refreshed) }
        if let returning = trip.returning, end < returning { return .endsAway(end) }
        return .met(until: end)
    }

    /// Whether a dose refreshed one that was valid still.
    private func goesOn(_ dose: DoseVerdict) -> Bool {
        judgement.assessments.flatMap(\.series).filter { $0.key.antigen == dose.antigen }.flatMap(\.doses).contains {
            $0.dose == dose.dose && $0.status == .valid && $0.seriesDose ?? 1 > 1
        }
    }

    /// With a first dose on a day.
    private func entry(
        _ rule: BorderRule, _ target: String, by departure: CalendarDate, givenOn day: CalendarDate
    ) -> Border.Standing {
        let accepted = day.adding(rule.before)
        guard accepted <= departure else { return .refused(refusal(rule, target, from: accepted)) }
        return .open(by: departure.adding(days: -departure.days(until: departure.adding(rule.before))))
    }

    private func refusal(_ rule: BorderRule, _ target: String, from day: CalendarDate) -> Answer.TripVerdict.Refusal {
        Answer.TripVerdict.Refusal(target: target, wait: rule.before, from: day)
    }
}
