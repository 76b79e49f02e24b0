import CivilDates
import Immunization

/// Plans what a passport says: a vaccination is refreshed before the day until which it is valid, whatever else asks for it.
struct KnownDates {
    private let judgement: Judgement
    /// What each vaccination counts for, and until when it is valid.
    private let doses: [JudgedDose]
    /// What was given last against each antigen.
    private let latest: [String: AdministeredDose]

    init(judgement: Judgement, catalogue: Catalogue, doses: [JudgedDose]) {
        (self.judgement, self.doses) = (judgement, doses)
        let given = judgement.patient.doses.filter { $0.date.earliest <= judgement.day }
        latest = given.reduce(into: [:]) { latest, dose in
            for target in catalogue.targets(of: dose) {
                if let known = latest[target], !Self.precedes(known, dose) { continue }
                latest[target] = dose
            }
        }
    }

    /// How long before its last day a visit is made: weeks for a person, more for an animal, whose vet is asked less often.
    private var lead: CalendarPeriod { judgement.patient.isPerson ? CalendarPeriod(weeks: 4) : Self.animalsLead }

    static let animalsLead = CalendarPeriod(weeks: 6)

    /// The line with the day until which its last dose is valid; an animal's next one is in time until then.
    func holding(_ line: Answer.Line) -> Answer.Line {
        guard !judgement.patient.isPerson,
            let last = doses.last(where: { $0.counts && line.group.contains($0.antigen) })
        else {
            var line = line
            line.validUntil = line.reasons.lazy.compactMap(\.validity).first
            return line
        }
        var line = line
        line.validUntil = last.validUntil
        if let end = last.validUntil, judgement.day <= end, line.state.isOpen {
            line.lastGoodDay = min(line.lastGoodDay ?? end, end)
        }
        return line
    }

    /// The line, due by the day until which its last dose is said to be valid, where no row asks for anything; a question for
    /// the vet where an animal's ran out by its product alone, or soon does.
    func keep(_ line: Answer.Line) -> Answer.Line {
        guard line.state == .complete || line.state == .notRecommended, let last = last(of: line),
            let end = end(of: last, line)
        else { return line }
        var line = line
        guard last.validUntil != nil else {
            guard line.state == .notRecommended, start(before: end) <= judgement.day else { return line }
            (line.state, line.begun, line.total, line.reasons) = (.ask, nil, nil, [.validUntil(end)])
            line.validUntil = end
            line.lastGoodDay = end < judgement.day ? nil : end
            return line
        }
        let soon = judgement.day.adding(judgement.recommender.soon)
        line.total = nil
        line.state = end < judgement.day ? .now : end <= soon ? .soon : .later
        line.day = max(end, judgement.day)
        line.since = end < judgement.day ? end.adding(days: 1) : nil
        line.lastGoodDay = end < judgement.day ? nil : end
        line.reasons = [.validUntil(end)]
        line.validUntil = end
        return line
    }

    /// What was given last of a line.
    private func last(of line: Answer.Line) -> AdministeredDose? {
        line.group.compactMap { latest[$0] }.max(by: Self.precedes)
    }

    private static func precedes(_ left: AdministeredDose, _ right: AdministeredDose) -> Bool {
        (left.date.latest, left.id) < (right.date.latest, right.id)
    }

    /// Until when a dose is valid as its page says: not longer than its product is authorised for.
    private func end(of dose: AdministeredDose, _ line: Answer.Line) -> CalendarDate? {
        doses.filter { $0.dose == dose.id && line.group.contains($0.antigen) }.compactMap(\.validUntil).min()
            ?? dose.validUntil
    }

    /// The days on which what is said of such a day becomes another thing.
    func changes(of lines: [Answer.Line]) -> [CalendarDate] {
        let back = CalendarPeriod(years: -VisitPlanner.horizon.years)
        return lines.compactMap(\.validUntil).flatMap { [$0.adding(back), $0.earlier(by: lead), $0.adding(days: 1)] }
    }

    /// The visits with what lines ask for by such a day: at a visit shortly before it, else at one of its own.
    func visits(_ visits: [Answer.Visit], for lines: [Answer.Line]) -> [Answer.Visit] {
        lines.reduce(visits) { visits, line in
            guard line.state.isOpen, let end = line.validUntil,
                end <= judgement.day.adding(VisitPlanner.horizon),
                !visits.contains(where: { $0.injections.contains { $0.lines.contains(line.id) } })
            else { return visits }
            return adding(line, to: visits, between: start(before: end), and: max(end, judgement.day))
        }
    }

    private func start(before end: CalendarDate) -> CalendarDate {
        max(judgement.day, end.earlier(by: lead))
    }

    private var place: Answer.Visit.Place { judgement.patient.isPerson ? .doctor : .vet }

    private func adding(
        _ line: Answer.Line, to visits: [Answer.Visit], between first: CalendarDate, and last: CalendarDate
    ) -> [Answer.Visit] {
        let injection = Answer.Injection(
            vaccine: line.vaccines.first, antigens: line.antigens, lines: [line.id], isOral: false, dose: nil,
            total: nil,
            isBooster: true, isYearly: line.isYearly, firstDay: first)
        let home = judgement.patient.dayAtHome(from: first)
        let day = home <= last ? home : first
        let there = visits.firstIndex { visit in
            first <= visit.day && visit.day <= last
                && visit.injections.count { !$0.isOral } < VisitPlanner.mostInjections
        }
        let old = there.map { visits[$0] }
        let visit = Answer.Visit(
            day: old?.day ?? day, injections: (old?.injections ?? []) + [injection],
            isMoreLeft: old?.isMoreLeft ?? false, place: place,
            isOnTrip: judgement.patient.isAway(on: old?.day ?? day), toAsk: old?.toAsk ?? [])
        let rest = visits.enumerated().filter { $0.offset != there }.map(\.element)
        return (rest + [visit]).sorted { $0.day < $1.day }
    }
}

extension Answer.Reason {
    /// The day until which a dose is valid, where that is the reason.
    var validity: CalendarDate? { if case .validUntil(let day) = self { day } else { nil } }
}
