import CivilDates
import Immunization

extension Answer {
    /// One vaccination that is for now: what the one number counts.
    public struct Due: Sendable, Hashable {
        /// What is given.
        public let injection: Injection
        /// The lines for which it is counted.
        public let lines: [Line]

        /// Whether it is only given if it hasn't been yet.
        public var isUnlessGiven: Bool { lines.allSatisfy { $0.state == .nowUnlessGiven } }

        /// Whether it is known to be missing.
        public var isMissing: Bool { lines.contains(where: \.isMissing) }
    }

    /// What is for now, in however many visits: what is missing first, what may have been given last, else in the order
    /// of the lines.
    public var due: [Due] {
        let all = Self.due(lines, visits)
        return all.filter(\.isMissing) + all.filter { !$0.isMissing && !$0.isUnlessGiven } + all.filter(\.isUnlessGiven)
    }

    /// Each line that is for now is counted with the first vaccination that serves it, and by itself where none does.
    static func due(_ lines: [Line], _ visits: [Visit]) -> [Due] {
        var open = lines.filter(\.isForNow)
        var found: [Due] = []
        for injection in visits.flatMap(\.injections) {
            let served = open.filter { injection.lines.contains($0.id) }
            guard !served.isEmpty else { continue }
            found.append(Due(injection: injection, lines: served))
            open.removeAll { injection.lines.contains($0.id) }
        }
        return found + open.map { Due(injection: Injection(of: $0), lines: [$0]) }
    }
}

extension Answer {
    /// Why what is for now has a later day.
    public enum Wait: Sendable, Hashable {
        /// Today's visit has no room left: it could be given today all the same.
        case room
        /// The patient is away.
        case trip
    }

    /// Why the day of a line that is for now comes later; nil where it doesn't, or nothing is known of it.
    public func wait(of line: Line) -> Wait? {
        guard line.isForNow, let planned = line.day, planned > day else { return nil }
        if let first = visits.first, first.day <= day { return .room }
        return trips.contains { $0.trip.isAway(on: day) } ? .trip : nil
    }
}

extension Answer.Line {
    /// Whether it is known to be missing: it isn't in time any more, or what was given has run out.
    public var isMissing: Bool { state == .now && since != nil && lastGoodDay == nil }
}

extension Answer.Injection {
    /// What a line asks for by itself.
    init(of line: Answer.Line) {
        self.init(
            vaccine: line.vaccines.first, antigens: line.antigens, lines: [line.id], isOral: false, dose: line.dose,
            total: line.total, isBooster: line.isBooster, isYearly: line.isYearly,
            firstDay: line.firstDay ?? line.day ?? .last)
    }
}
