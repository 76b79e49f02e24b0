import CivilDates

/// Judges a patient by one schedule, and keeps what it found for later days and with more doses: an antigen is judged
/// again only once a day has come that changes something, or a dose was added that its rules look at.
final class ScheduleJudge {
    let rules: RuleSet
    /// What was found of each antigen of the schedule.
    private var antigens: [[Kept<JudgedAntigen, OtherResults.Own>]]
    /// What was found of each group.
    private var groups: [[Kept<[GroupForecast], [JudgedAntigen]>]]
    /// The history that it was found for.
    private var history: [PatientHistory.Dose] = []

    /// A result, and the days on which it holds.
    private struct Kept<Result, Key: Equatable> {
        let result: Result
        /// What it was made from besides the patient.
        let key: Key
        let days: Range<CalendarDate>
    }

    init(_ rules: RuleSet) {
        self.rules = rules
        (antigens, groups) = (rules.antigens.map { _ in [] }, rules.groups.map { _ in [] })
    }

    /// What is found on a day.
    struct Found {
        let context: AssessmentContext
        let antigens: [JudgedAntigen]
        /// One or more forecasts for each group that has a relevant series.
        let groups: [[GroupForecast]]
    }

    /// Judges the patient, who differs from the one before in doses alone.
    func found(_ patient: Patient, on date: CalendarDate, _ history: PatientHistory) -> Found {
        forget(history.doses)
        let context = AssessmentContext(patient: patient, date: date, history: history, rules: rules)
        let none = OtherResults(conflicts: ConflictTable(context, validDoses: nil))
        var judged = rules.antigens.indices.map { antigen($0, context, none) }
        // The second round knows which series were complete and which doses valid in the first.
        let canConflict = history.doses.contains { $0.vaccine.map { !rules.conflicts(for: $0).isEmpty } ?? false }
        let conflicts =
            canConflict ? ConflictTable(context, validDoses: Self.validDoses(of: judged, context)) : none.conflicts
        for (number, antigen) in rules.antigens.enumerated() where context.asksForOthers(antigen) {
            let complete = judged[number].all.filter(\.isComplete).map(\.selection.group)
            let others = OtherResults(completedGroups: Set(complete), conflicts: conflicts)
            judged[number] = self.antigen(number, context, others)
        }
        return Found(
            context: context, antigens: judged, groups: rules.groups.indices.map { group($0, context, judged) })
    }

    // MARK: What is kept

    private func antigen(_ number: Int, _ context: AssessmentContext, _ others: OtherResults) -> JudgedAntigen {
        let name = rules.antigens[number]
        let asksForSeries = rules.antigensAskingForSeries.contains(name)
        let doses = context.history.indices[name] ?? []
        let key = others.own(doses, asksForSeries: asksForSeries)
        if let known = antigens[number].first(where: { $0.key == key && $0.days.contains(context.date) }) {
            return known.result
        }
        context.nextChange = context.nextObservation
        let result = JudgedAntigen(name, rules.rows[number], doses, context: context, others: others)
        antigens[number].keep(Kept(result: result, key: key, days: context.date..<context.nextChange))
        return result
    }

    private func group(_ number: Int, _ context: AssessmentContext, _ judged: [JudgedAntigen]) -> [GroupForecast] {
        let (group, places) = rules.groups[number]
        let members = places.map { judged[$0] }
        if let known = groups[number].first(where: { $0.key == members && $0.days.contains(context.date) }) {
            return known.result
        }
        context.nextChange = .last
        let result = GroupMerge(group: group, context: context).forecasts(members)
        groups[number].keep(Kept(result: result, key: members, days: context.date..<context.nextChange))
        return result
    }

    /// Forgets what a dose changes that wasn't there before; everything, where it isn't the latest.
    private func forget(_ doses: [PatientHistory.Dose]) {
        defer { history = doses }
        let isLonger = history.count <= doses.count && zip(history, doses).allSatisfy { $0.isSame(as: $1) }
        let added = isLonger ? doses[history.count...] : doses[...]
        guard !added.isEmpty else { return }
        for number in antigens.indices where !antigens[number].isEmpty {
            if !isLonger || added.contains(where: { rules.looks(number, at: $0) }) { antigens[number] = [] }
        }
        for number in groups.indices where !groups[number].isEmpty {
            let group = rules.groups[number].group
            if !isLonger || added.contains(where: { $0.antigens.contains(where: group.antigens.contains) }) {
                groups[number] = []
            }
        }
    }

    /// Which doses of the history are valid in a best series.
    private static func validDoses(of judged: [JudgedAntigen], _ context: AssessmentContext) -> [Bool] {
        var valid = Array(repeating: false, count: context.history.doses.count)
        for series in judged.flatMap(\.best) {
            for (index, evaluation) in zip(series.evaluation.doseIndices, series.evaluation.evaluations)
            where evaluation.status == .valid { valid[index] = true }
        }
        return valid
    }
}

extension PatientHistory.Dose {
    /// Whether it is the same vaccination, judged on the same day.
    fileprivate func isSame(as other: PatientHistory.Dose) -> Bool {
        self === other
            || id == other.id && date == other.date && vaccine === other.vaccine && antigens == other.antigens
    }
}

extension JudgedAntigen: Equatable {
    /// Whether they are one and the same.
    static func == (left: JudgedAntigen, right: JudgedAntigen) -> Bool { left === right }
}

extension Array {
    /// Adds what was found last; the oldest goes, so that a plan of many days holds no more than one of a few.
    fileprivate mutating func keep(_ element: Element) {
        if count == 20 { removeFirst() }
        append(element)
    }
}
