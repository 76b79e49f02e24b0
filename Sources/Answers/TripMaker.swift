import CivilDates
import Immunization

/// Says of each trip what its lines say together, what borders ask for, and what there is no vaccine for.
struct TripMaker {
    let judgement: Judgement
    let catalogue: Catalogue
    let claims: [Claim]
    /// As pages show them.
    let lines: [Answer.Line]
    let doses: [JudgedDose]
    private var patient: Patient { judgement.patient }
    private var today: CalendarDate { judgement.day }

    /// Of each trip that isn't over, the earliest first, those without a day last.
    var verdicts: [Answer.JudgedTrip] {
        patient.trips.unique().filter { trip in
            let end = trip.returning ?? trip.departure?.adding(CalendarPeriod(years: 1))
            return end.map { today <= $0 } ?? true
        }.sorted(by: Trip.precedes).compactMap { Task.isCancelled ? nil : verdict(of: $0) }
    }

    private func verdict(of trip: Trip) -> Answer.JudgedTrip {
        let countries = Set(trip.destinations.map { String($0.prefix { $0 != "-" }) }).subtracting(patient.home)
        let borders = BorderMaker(judgement: judgement, catalogue: catalogue, lines: lines, doses: doses)
            .borders(of: trip, countries)
        var parts = Parts()
        let asking = lines.compactMap { line in rules(for: line, trip).map { (line, $0) } }
        for (line, rules) in asking { sort(line, rules, trip, into: &parts) }
        for border in borders { sort(border, trip.departure, into: &parts) }
        let unknown = countries.subtracting(borders.flatMap(\.rule.destinations))
        let named = Set(asking.map(\.0.id)).union(parts.all)
        parts.inTime.sort { ($0.last, $0.line) < ($1.last, $1.line) }
        let barred = barred(borders)
        return Answer.JudgedTrip(
            trip: trip, countries: countries,
            verdict: barred == nil ? whole(trip, parts, borders, unknown) : .ask, inTime: parts.inTime,
            tooLate: parts.tooLate, toAsk: parts.toAsk, protected: parts.protected,
            goingOn: parts.protected.filter { id in lines.contains { $0.id == id && $0.state.isOpen } },
            borders: borders, barred: barred,
            besides: lines.filter { $0.isForNow && !$0.isQuestion && !named.contains($0.id) }.map(\.id),
            unknownBorders: unknown, withoutVaccine: withoutVaccine(trip),
            notes: asking.filter { !isTold($0.0, by: borders) }.flatMap(\.1).map(\.text).filter { !$0.isEmpty }.unique()
        )
    }

    /// Whether a border's own text says what an animal's rules say of a line.
    private func isTold(_ line: Answer.Line, by borders: [Answer.JudgedTrip.Border]) -> Bool {
        !patient.isPerson && borders.contains { $0.rule.target.map(line.group.contains) ?? false }
    }

    /// The lines of a trip, by what is to be done about them.
    private struct Parts {
        var inTime: [Answer.JudgedTrip.Open] = []
        var tooLate: [String] = []
        var toAsk: [String] = []
        var protected: [String] = []

        var all: [String] { inTime.map(\.line) + tooLate + toAsk + protected }

        mutating func remove(_ line: String) {
            inTime.removeAll { $0.line == line }
            tooLate.removeAll { $0 == line }
            toAsk.removeAll { $0 == line }
            protected.removeAll { $0 == line }
        }
    }

    // MARK: Lines

    /// The indications by which a trip asks for a line; nil where it doesn't.
    private func rules(for line: Answer.Line, _ trip: Trip) -> [Indication]? {
        let own = claims.filter { $0.antigens.contains(where: line.group.contains) }
        let rules = own.flatMap(\.recommendation.indications).filter { indication in
            indication.trip.map { $0.fit(trip, home: patient.home, on: today) != .no } ?? false
        }
        return rules.isEmpty ? nil : rules.unique()
    }

    private func sort(_ line: Answer.Line, _ rules: [Indication], _ trip: Trip, into parts: inout Parts) {
        switch line.state {
        case .now, .nowUnlessGiven, .soon, .later:
            if line.isQuestion { parts.toAsk.append(line.id) } else { sortOpen(line, rules, trip, into: &parts) }
        case .ask, .contraindicated: parts.toAsk.append(line.id)
        case .tooLate: parts.tooLate.append(line.id)
        case .complete: parts.protected.append(line.id)
        case .notRecommended: break
        }
    }

    private func sortOpen(_ line: Answer.Line, _ rules: [Indication], _ trip: Trip, into parts: inout Parts) {
        guard let departure = patient.leaving(for: trip), !isTooYoung(line, on: departure) else { return }
        let day = max(line.day ?? today, today)
        let last = last(rules, departure, after: line)
        if departure <= today {
            if line.isForNow { parts.toAsk.append(line.id) } else { parts.protected.append(line.id) }
        } else if day <= last {
            let good = line.lastGoodDay.map { today <= $0 ? min($0, last) : last } ?? last
            parts.inTime.append(Answer.JudgedTrip.Open(line: line.id, last: good))
        } else if line.counted > 0 {
            // What was begun goes on until the departure; what comes after it isn't for this trip.
            if day < departure {
                parts.inTime.append(Answer.JudgedTrip.Open(line: line.id, last: departure.adding(days: -1)))
            } else {
                parts.protected.append(line.id)
            }
        } else if line.isForNow, rules.contains(where: { $0.trip?.gaps.isEmpty ?? false }) {
            // One dose that is given now all the same protects during the trip, if not from its first day.
            parts.inTime.append(Answer.JudgedTrip.Open(line: line.id, last: departure.adding(days: -1)))
        } else {
            parts.tooLate.append(line.id)
        }
    }

    /// Whether everybody gets it at an age that is reached after a departure: it isn't late, and nothing can be done before.
    private func isTooYoung(_ line: Answer.Line, on departure: CalendarDate) -> Bool {
        guard patient.isPerson, let first = line.firstDay, departure <= first else { return false }
        return claims.filter { $0.state == line.state && !Set(line.group).isDisjoint(with: $0.antigens) }
            .allSatisfy(\.waitsForAge)
    }

    /// The last day on which a dose is in time for a departure, by the rule that leaves most.
    private func last(_ rules: [Indication], _ departure: CalendarDate, after line: Answer.Line) -> CalendarDate {
        rules.compactMap { $0.trip?.lastDay(before: departure, given: line.counted, isBooster: line.isBooster) }.max()
            ?? departure.adding(days: -1)
    }

    // MARK: Borders

    /// What a border asks for is in time or too late by its own rule.
    private func sort(_ border: Answer.JudgedTrip.Border, _ departure: CalendarDate?, into parts: inout Parts) {
        guard let target = border.rule.target, let line = lines.first(where: { $0.group.contains(target) })?.id else {
            return
        }
        switch border.standing {
        case .free: return
        // On the way back nothing is asked for that the way out doesn't need.
        case .met where border.rule.isForReturn, .open where border.rule.isForReturn: return
        case .test(let test): sort(test, line, into: &parts)
        case .met:
            guard !patient.isPerson else { return }
            parts.remove(line)
            parts.protected.append(line)
        case .endsAway(let day), .open(by: let day):
            // It is refreshed before the departure.
            let last = departure.map { min(day, $0.adding(days: -1)) } ?? day
            parts.remove(line)
            parts.inTime.append(Answer.JudgedTrip.Open(line: line, last: last))
        case .refused:
            parts.remove(line)
            parts.tooLate.append(line)
        case .ask:
            parts.remove(line)
            parts.toAsk.append(line)
        }
    }

    /// The vaccination is given so early that blood can be taken before the departure, where there is time for that.
    private func sort(_ test: Answer.JudgedTrip.BloodTest, _ line: String, into parts: inout Parts) {
        guard let last = test.vaccinationBy, today <= last else { return }
        parts.inTime = parts.inTime.map { open in
            open.line == line ? Answer.JudgedTrip.Open(line: line, last: min(open.last, last)) : open
        }
    }

    // MARK: The whole

    /// What a border asks a person for that something forbids.
    private func barred(_ borders: [Answer.JudgedTrip.Border]) -> String? {
        guard patient.isPerson else { return nil }
        return borders.lazy.compactMap { border in
            guard case .ask = border.standing, let target = border.rule.target,
                lines.contains(where: { $0.state == .contraindicated && $0.group.contains(target) })
            else { return nil }
            return target
        }.first
    }

    private func whole(
        _ trip: Trip, _ parts: Parts, _ borders: [Answer.JudgedTrip.Border], _ unknown: Set<String>
    ) -> Answer.JudgedTrip.Verdict {
        for case .refused(let refusal) in borders.map(\.standing) { return .entryRefused(refusal) }
        for border in borders {
            guard case .test(let test) = border.standing, test.isTooLate, let target = border.rule.target,
                let wait = border.rule.antibodies?.before
            else { continue }
            return .entryRefused(
                Answer.JudgedTrip.RefusedEntry(
                    target: target, wait: wait, from: test.returning, isGiven: test.vaccinationBy == nil))
        }
        if trip.departure == nil { return .ask }
        // We never say yes for a country that nobody here knows.
        if !unknown.isEmpty, !patient.isPerson { return .ask }
        if !parts.tooLate.isEmpty { return .partly(tooLate: parts.tooLate) }
        if let first = parts.inTime.map(\.last).min() { return .act(by: first) }
        return parts.toAsk.isEmpty && unknown.isEmpty ? .ready : .ask
    }

    private func withoutVaccine(_ trip: Trip) -> [UncoveredTopic] {
        let places = Set(trip.destinations.flatMap { [$0, String($0.prefix { $0 != "-" })] })
        return judgement.assessments.compactMap { judgement.schedule($0.schedule) }.flatMap(\.notCovered)
            .filter { !$0.destinations.isDisjoint(with: places) }
    }
}
