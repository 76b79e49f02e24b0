import Immunization

/// The series of one antigen, by what they count: a dose counts if one of them counts it.
struct CountingSeries {
    /// A class, so that each dose's questions share it instead of copying it.
    private final class One {
        let schedule: String
        let assessment: SeriesAssessment
        let row: AntigenSeries?
        /// Which of those that it counts a dose is.
        let numbers: [String: Int]
        /// What came too soon for it, where it is followed.
        let late: [String: DoseEvaluation]
        /// What came after it was complete, where it is the course of one product.
        let after: Set<String>

        init(_ assessment: SeriesAssessment, of schedule: String, _ row: AntigenSeries?) {
            (self.schedule, self.assessment, self.row) = (schedule, assessment, row)
            let valid = assessment.doses.filter { $0.status == .valid }.enumerated()
            numbers = Dictionary(valid.map { ($0.element.dose, $0.offset + 1) }) { first, _ in first }
            let soon = assessment.isBest ? assessment.doses.filter(\.isTooSoon) : []
            late = Dictionary(soon.map { ($0.dose, $0) }) { first, _ in first }
            let isOfProduct = row?.selection.isProductPath == true
            after = Set(isOfProduct ? assessment.doses.filter { $0.reason == .seriesComplete }.map(\.dose) : [])
        }

        /// Whether it is for everybody, and followed.
        var isStandard: Bool { assessment.isBest && row?.kind == .standard }

        /// Whether it asks once more for a dose of its course that came too soon.
        func asksAgain(for dose: String) -> Bool {
            guard isStandard, assessment.forecast.status == .notComplete, let number = late[dose]?.seriesDose else {
                return false
            }
            return row.map { !$0.doses[number - 1].isBooster } ?? false
        }

        /// Whether it is the course of one product, and was complete before a dose.
        func wasComplete(before dose: String) -> Bool { after.contains(dose) }

        func isAlternative(to other: One) -> Bool {
            schedule == other.schedule && row?.selection.group == other.row?.selection.group
        }
    }

    private var all: [One]

    /// The series of each of these antigens.
    static func byAntigen(_ antigens: Set<String>, _ judgement: Judgement) -> [String: CountingSeries] {
        var found = Dictionary(uniqueKeysWithValues: antigens.map { ($0, CountingSeries(all: [])) })
        for assessment in judgement.assessments {
            for place in assessment.series.indices {
                let antigen = assessment.series[place].key.antigen
                guard antigens.contains(antigen) else { continue }
                let row = judgement.row(assessment.series[place], of: assessment.schedule)
                found[antigen]?.all.append(One(assessment.series[place], of: assessment.schedule, row))
            }
        }
        return found
    }

    /// What all of them say of all doses.
    var evaluations: [DoseEvaluation] { all.flatMap(\.assessment.doses) }

    /// Whether a dose counts in any of them.
    func isValid(_ dose: String) -> Bool { all.contains { $0.numbers[dose] != nil } }

    /// What is said of a dose by the series that are followed and for which it came too soon.
    func tooSoon(_ dose: String) -> [DoseEvaluation] { all.compactMap { $0.late[dose] } }

    /// Whether a dose counts beside so many before it.
    ///
    /// Where it came too soon for a series that is followed, another one counts it only if its schedule follows that as well,
    /// or if that makes it more: one that gets to it by leaving out earlier doses that count doesn't count it besides them.
    /// What is asked for once more, only another series for everybody counts. A product's course that was complete needs
    /// no dose that only an alternative to it would count.
    func isCounted(_ dose: String, after number: Int) -> Bool {
        let counting = all.filter { $0.numbers[dose] != nil }
        let complete = all.filter { $0.wasComplete(before: dose) }
        if !complete.isEmpty, counting.allSatisfy({ one in complete.contains { one.isAlternative(to: $0) } }) {
            return false
        }
        let late = Set(all.filter { $0.late[dose] != nil }.map(\.schedule))
        guard !late.isEmpty else { return !counting.isEmpty }
        let isAskedAgain = all.contains { $0.asksAgain(for: dose) }
        return counting.contains { one in
            one.assessment.isBest && late.contains(one.schedule)
                || one.numbers[dose] ?? 0 > number && (!isAskedAgain || one.isStandard)
        }
    }
}

extension DoseEvaluation {
    /// Whether it came too soon after something.
    fileprivate var isTooSoon: Bool { if case .tooSoon = reason { status == .notValid } else { false } }
}
