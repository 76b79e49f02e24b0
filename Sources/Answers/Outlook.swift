import CivilDates
import Immunization

/// Lays out what comes after the visits that are planned: each on its day, neither joined nor spaced.
struct Outlook {
    let plan: VisitPlan
    let maker: VisitMaker
    /// As they are once the plan is made.
    let lines: [Answer.Line]
    /// The visits that are planned.
    let visits: [Answer.Visit]

    /// One for each day, in order of time.
    var days: [Answer.Visit] {
        let rest = remaining
        let told = Set((visits + rest).flatMap(\.injections).flatMap(\.lines))
        let single = lines.filter { ($0.state == .soon || $0.state == .later) && !told.contains($0.id) }
            .compactMap { line in line.day.map { maker.visit(on: $0, [Answer.Injection(of: line)]) } }
        return Dictionary(grouping: rest + single, by: \.day).sorted { $0.key < $1.key }.map { day, visits in
            maker.visit(on: day, visits.flatMap(\.injections))
        }
    }

    /// What the plan leaves open.
    private var remaining: [Answer.Visit] {
        let last = plan.visits.last?.date ?? maker.judgement.day
        let later = plan.remaining.filter { $0.recommended ?? .first > last }
        return Dictionary(grouping: later) { $0.recommended ?? last }.sorted { $0.key < $1.key }.map { day, doses in
            maker.visit(on: day, maker.injections(of: doses, on: day, lines))
        }
    }
}
