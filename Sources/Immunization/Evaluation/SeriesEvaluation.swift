import CivilDates

/// A series' doses, held against a patient's history.
struct SeriesEvaluation {
    /// What has become of a dose of the series.
    enum Target: Equatable {
        /// Satisfied by the dose of the history with this index.
        case satisfied(Int)
        /// Left out.
        case skipped
    }

    let row: SeriesRow
    /// Which of the series' doses come in which order; recurring ones appear again.
    var plan: [Int]
    /// What has become of the plan's first doses; the next one is the dose to come.
    var targets: [Target] = []
    var evaluations: [DoseEvaluation] = []
    /// Indices into the history, one for each evaluation.
    var doseIndices: [Int] = []
    /// The latest dose that a distance is measured from: valid or not, but not inadvertent.
    var previous: Int?
    /// Doses that were never meant for the series' dose they were held against: no distance is measured from them.
    var inadvertent: Set<Int> = []
    /// The latest dose that was held against a dose of the series.
    var latestJudged: Int?
    /// Where in the plan the course began that goes on, and with which of the series' doses.
    private(set) var course: (position: Int, dose: Int) = (0, 0)
    /// The day on which the latest gap became too long, if no dose was given since.
    var lapsed: CalendarDate?

    init(_ row: SeriesRow) {
        self.row = row
        plan = row.plan
    }

    var antigen: String { row.antigen }

    /// The dose to come, as an index into the series' doses; nil if none is left.
    var next: Int? { targets.count < plan.count ? plan[targets.count] : nil }

    /// How many doses of the plan have been satisfied.
    var satisfiedCount: Int {
        targets.reduce(0) { if case .satisfied = $1 { $0 + 1 } else { $0 } }
    }

    var isAllValid: Bool { evaluations.allSatisfy { $0.status == .valid } }

    /// The first dose of the history that was valid.
    var firstValid: Int? {
        for target in targets { if case .satisfied(let index) = target { return index } }
        return nil
    }

    /// The dose of the history that satisfied the series' n-th dose, counted from 1; the last time if it recurs.
    func satisfying(dose number: Int) -> Int? {
        for (position, target) in targets.enumerated().reversed() where plan[position] == number - 1 {
            if case .satisfied(let index) = target { return index }
        }
        return nil
    }

    /// The latest dose of the history that satisfied a dose of the series.
    var latestValid: Int? {
        for target in targets.reversed() { if case .satisfied(let index) = target { return index } }
        return nil
    }

    /// The doses that are no boosters: how many were given, and how many there are with those to come.
    var basic: (given: Int, planned: Int) {
        let before = row.doses.prefix(course.dose).count { !$0.rule.isBooster }
        var (given, planned) = (before, before)
        for (position, number) in plan.enumerated().dropFirst(course.position) where !row.doses[number].rule.isBooster {
            let target = position < targets.count ? targets[position] : nil
            if target != .skipped { planned += 1 }
            if let target, target != .skipped { given += 1 }
        }
        return (given, planned)
    }

    /// Goes back to one of the series' doses, because a gap was too long; what was given before stays valid.
    mutating func goBack(to dose: Int) {
        plan = Array(plan[..<targets.count]) + row.doses.indices[dose...]
        course = (targets.count, dose)
    }

    /// Marks the dose to come as done; a recurring dose that was given is to come once more.
    ///
    /// One that can be left out isn't: the series goes on with the dose after it, or ends.
    mutating func advance(_ target: Target) {
        guard let current = next else { return }
        targets.append(target)
        if target != .skipped, row.doses[current].rule.isRecurring { plan.insert(current, at: targets.count) }
    }
}
