import CivilDates
import Immunization

/// What is asked about instead of given, because its time is arranged with a treatment: before it or afterwards a vaccine
/// works better.
struct Timing {
    private let day: CalendarDate
    private let catalogue: Catalogue
    /// What was ticked that has such a rule, whether it asks for it on the day or not.
    private let all: [Ground]

    /// Something that was ticked, and the days on which it asks for that; nil: without an end.
    private struct Ground {
        let id: String
        let rule: Observation.Timing
        let first: CalendarDate
        let last: CalendarDate?
    }

    /// How long before a treatment begins its doctors are asked: live vaccines need as long.
    private static let ahead = CalendarPeriod(weeks: -4)

    init(_ judgement: Judgement, _ catalogue: Catalogue) {
        (day, self.catalogue) = (judgement.day, catalogue)
        let known = catalogue.observations(for: judgement.patient.species)
        let engine = judgement.recommender.engine
        all = judgement.patient.observations.compactMap { told in
            guard let observation = known.first(where: { $0.id == told.code }),
                let rule = observation.timing(ofDegree: told.degree)
            else { return nil }
            let end = rule.past.flatMap { past in told.until.map { $0.adding(past) } } ?? engine.lastDay(of: told)
            // Without a day it may have begun today.
            let early = rule.length.flatMap { length in told.date.map { $0.adding(length).adding(days: -1) } }
            return Ground(
                id: told.code, rule: rule, first: told.date?.adding(Self.ahead) ?? .first,
                last: [end, early].compactMap(\.self).min())
        }.sorted { ($0.rule.title == nil ? 1 : 0, $0.id) < ($1.rule.title == nil ? 1 : 0, $1.id) }
    }

    /// The days on which it becomes another one.
    var changes: [CalendarDate] { all.flatMap { [$0.first, $0.last?.adding(days: 1)].compactMap(\.self) } }

    /// The line, to be asked about where it would be given soon; what is given all the same says so.
    func arranged(_ line: Answer.Line) -> Answer.Line {
        guard line.state.isOpen, !isPassive(line) else { return line }
        let grounds = all.filter { holds($0, until: line) }
        // What is later by itself isn't asked about yet; what is given all the same says so whenever that is.
        let isAsked = grounds.contains { Set($0.rule.except).isDisjoint(with: line.antigens) }
        guard let first = grounds.first, !isAsked || line.state != .later || line.isQuestion else { return line }
        var line = line
        line.reasons = [isAsked ? .timing(first.id) : .duringTreatment(first.id)] + line.reasons.prefix(1)
        guard isAsked else { return line }
        (line.state, line.isQuestion, line.otherwise, line.why) = (.ask, false, nil, [])
        (line.firstDay, line.day, line.since, line.lastGoodDay, line.lastDay) = (nil, nil, nil, nil, nil)
        return line
    }

    /// Whether it holds today, and isn't over before a line's own day.
    private func holds(_ ground: Ground, until line: Answer.Line) -> Bool {
        guard ground.first <= day, let last = ground.last else { return ground.first <= day }
        return max(day, line.day ?? day) <= last
    }

    /// Whether it is an antibody, which needs no answer of the immune system.
    private func isPassive(_ line: Answer.Line) -> Bool {
        !line.vaccines.isEmpty && line.vaccines.allSatisfy { catalogue.vaccine($0)?.isPassive ?? false }
    }
}

extension Answer.Line {
    /// Whether its time is arranged with a treatment, so that it is asked about.
    public var isArranged: Bool { state == .ask && reasons.contains { $0.arranging != nil } }
}

extension Answer {
    /// What was ticked with whose treatment the time of vaccines is arranged: the observation's id.
    public var arranging: String? { lines.flatMap(\.reasons).lazy.compactMap(\.arranging).first }
}

extension Answer.Reason {
    fileprivate var arranging: String? {
        switch self {
        case .timing(let id), .duringTreatment(let id): id
        default: nil
        }
    }
}
