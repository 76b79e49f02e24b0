import Immunization

/// The series of one antigen, by what they count: a dose counts if one of them counts it.
struct CountingSeries {
    private struct One {
        let schedule: String
        /// Whether it is followed.
        let isBest: Bool
        let doses: [DoseEvaluation]
        /// Which of those that it counts a dose is.
        let numbers: [String: Int]
        /// What came too soon for it, where it is followed.
        let late: [String: DoseEvaluation]

        init(_ assessment: SeriesAssessment, of schedule: String) {
            (self.schedule, isBest, doses) = (schedule, assessment.isBest, assessment.doses)
            let valid = assessment.doses.filter { $0.status == .valid }.enumerated()
            numbers = Dictionary(valid.map { ($0.element.dose, $0.offset + 1) }) { first, _ in first }
            let soon = assessment.isBest ? assessment.doses.filter(\.isTooSoon) : []
            late = Dictionary(soon.map { ($0.dose, $0) }) { first, _ in first }
        }
    }

    private let all: [One]

    init(_ antigen: String, _ judgement: Judgement) {
        all = judgement.assessments.flatMap { assessment in
            let series = assessment.series
            return series.indices.filter { series[$0].key.antigen == antigen }
                .map { One(series[$0], of: assessment.schedule) }
        }
    }

    /// What all of them say of all doses.
    var evaluations: [DoseEvaluation] { all.flatMap(\.doses) }

    /// Whether a dose counts in any of them.
    func isValid(_ dose: String) -> Bool { all.contains { $0.numbers[dose] != nil } }

    /// What is said of a dose by the series that are followed and for which it came too soon.
    func tooSoon(_ dose: String) -> [DoseEvaluation] { all.compactMap { $0.late[dose] } }

    /// Whether a dose counts beside so many before it.
    ///
    /// Where it came too soon for a series that is followed, another one counts it only if its schedule follows that as well,
    /// or if that makes it more: one that gets to it by leaving out earlier doses that count doesn't count it besides them.
    func isCounted(_ dose: String, after number: Int) -> Bool {
        guard isValid(dose) else { return false }
        let late = Set(all.filter { $0.late[dose] != nil }.map(\.schedule))
        guard !late.isEmpty else { return true }
        return all.contains { one in
            one.numbers[dose].map { one.isBest && late.contains(one.schedule) || $0 > number } ?? false
        }
    }
}

extension DoseEvaluation {
    /// Whether it came too soon after something.
    fileprivate var isTooSoon: Bool { if case .tooSoon = reason { status == .notValid } else { false } }
}
