import CivilDates
import Immunization

/// Says how far what borders ask for is fulfilled on the day of a departure.
struct BorderMaker {
    typealias Border = Answer.JudgedTrip.Border

    let judgement: Judgement
    let catalogue: Catalogue
    let lines: [Answer.Line]
    let doses: [JudgedDose]
    private var patient: Patient { judgement.patient }

    /// What the countries of a trip ask of the patient, in the catalogue's order.
    func borders(of trip: Trip, _ countries: Set<String>) -> [Border] {
        catalogue.borders.filter { rule in
            rule.species == patient.species && rule.concerns(countries, home: patient.home)
        }.map { rule in
            Border(rule: rule, standing: rule.antibodies.map { tested($0, rule, trip) } ?? standing(rule, trip))
        }
    }

    /// Whether a border refuses a trip that hasn't begun: the patient stays at home unless it is moved.
    func refuses(_ trip: Trip) -> Bool {
        guard trip.departure ?? .first > judgement.day else { return false }
        let countries = Set(trip.destinations.map { String($0.prefix { $0 != "-" }) }).subtracting(patient.home)
        return borders(of: trip, countries).contains { if case .refused = $0.standing { true } else { false } }
    }

    private func standing(_ rule: BorderRule, _ trip: Trip) -> Border.Standing {
        guard let target = rule.target else { return .free }
        guard let departure = trip.departure else { return .ask }
        if let age = rule.from, departure < judgement.day(atAge: age) { return .free }
        let given = given(against: target)
        let crossing = rule.isForReturn ? max(departure, trip.returning ?? departure) : departure
        guard let last = given.last else {
            let state = lines.first { $0.group.contains(target) }?.state
            // What a doctor decides for today can be too late as well; where something forbids it there is a letter.
            if state == .contraindicated || state == .ask && judgement.day.adding(rule.before) <= crossing {
                return .ask
            }
            return entry(rule, target, trip, by: crossing, givenOn: firstDay(against: target))
        }
        if patient.isPerson {
            let accepted = given.map { $0.date.adding(rule.before) }.min() ?? departure
            return accepted <= departure ? .met(until: nil) : refused(rule, target, from: accepted, isGiven: true)
        }
        return standing(rule, trip, last, after: given.dropLast().last, crossing)
    }

    /// What counts against a target, in order of time.
    private func given(against target: String) -> [JudgedDose] {
        doses.filter { $0.antigen == target && $0.counts && $0.date <= judgement.day }
    }

    /// The first day on which a dose would count that isn't given yet.
    private func firstDay(against target: String) -> CalendarDate {
        max(judgement.day, lines.first { $0.group.contains(target) }?.firstDay ?? judgement.day)
    }

    // MARK: Blood tests

    /// Blood is taken so long after the first vaccination of those that went on without a gap; after the departure, the way
    /// back has to wait besides.
    private func tested(_ test: BorderRule.AntibodyTest, _ rule: BorderRule, _ trip: Trip) -> Border.Standing {
        guard let target = rule.target, let departure = trip.departure, judgement.day < departure else { return .ask }
        let given = given(against: target)
        let isValid = given.last.map { $0.validUntil.map { judgement.day <= $0 } ?? true } ?? false
        let first = isValid ? firstOfUnbroken(given).date : firstDay(against: target)
        let (from, until) = (max(judgement.day, first.adding(test.after)), departure.adding(days: -1))
        let returning = from.adding(test.before)
        return .test(
            Answer.JudgedTrip.BloodTest(
                from: from, until: until, returning: returning,
                vaccinationBy: isValid ? nil : until.earlier(by: test.after),
                isTooLate: until < from && trip.returning.map { $0 < returning } ?? false))
    }

    /// The first of the doses each of which refreshed the one before.
    private func firstOfUnbroken(_ given: [JudgedDose]) -> JudgedDose {
        var first = given[given.count - 1]
        for previous in given.dropLast().reversed() {
            guard goesOn(first, after: previous) else { break }
            first = previous
        }
        return first
    }

    // MARK: Animals

    /// Of an animal, whose vaccination ends.
    private func standing(
        _ rule: BorderRule, _ trip: Trip, _ last: JudgedDose, after previous: JudgedDose?, _ crossing: CalendarDate
    ) -> Border.Standing {
        guard let end = last.validUntil, let departure = trip.departure else { return .ask }
        if end < judgement.day { return entry(rule, last.antigen, trip, by: crossing, givenOn: judgement.day) }
        let accepted = goesOn(last, after: previous) ? last.date : last.date.adding(rule.before)
        if crossing < accepted { return refused(rule, last.antigen, from: accepted, isGiven: true) }
        // What is refreshed before it ends counts at once.
        let refreshed = min(end, max(judgement.day, departure.adding(days: -1)))
        if end < departure { return .open(by: refreshed) }
        if let returning = trip.returning, end < returning { return .endsAway(end) }
        return .met(until: end)
    }

    /// Whether a dose refreshed one that was valid still; one after that counts as a first dose at a border.
    private func goesOn(_ dose: JudgedDose, after previous: JudgedDose?) -> Bool {
        guard let previous else { return false }
        let validity = Validity(judgement: judgement)
        return validity.end(of: previous.dose, on: previous.date, dose.antigen, isLast: false).map { dose.date <= $0 }
            ?? false
    }

    /// With a first dose on a day.
    private func entry(
        _ rule: BorderRule, _ target: String, _ trip: Trip, by crossing: CalendarDate, givenOn day: CalendarDate
    ) -> Border.Standing {
        let accepted = day.adding(rule.before)
        guard accepted <= crossing else { return refused(rule, target, from: accepted, isGiven: false) }
        let last = crossing.earlier(by: rule.before)
        guard rule.isForReturn, let departure = trip.departure else { return .open(by: last) }
        // What is given abroad, the practice there has to say.
        return day < departure ? .open(by: min(last, departure.adding(days: -1))) : .ask
    }

    private func refused(
        _ rule: BorderRule, _ target: String, from day: CalendarDate, isGiven: Bool
    ) -> Border.Standing {
        .refused(Answer.JudgedTrip.RefusedEntry(target: target, wait: rule.before, from: day, isGiven: isGiven))
    }
}
