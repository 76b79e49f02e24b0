public import CivilDates

/// Judges vaccinations and forecasts what is due, by schedules that are data.
///
/// Follows CDC's CDSi Logic Specification 4.5 (https://www.cdc.gov/iis/cdsi/). Pure: the day to judge at is a
/// parameter, and no rule in it names a vaccine or a disease.
public struct ImmunizationEngine: Sendable {
    /// The schedules.
    public let schedules: [Schedule]
    private let ruleSets: [RuleSet]
    private let vaccines: VaccineTable

    /// An engine for these schedules.
    ///
    /// - Throws: ``ScheduleError`` if a schedule contradicts itself.
    public init(schedules: [Schedule], catalogue: Catalogue) throws(ScheduleError) {
        try self.init(
            schedules: schedules, vaccines: VaccineTable(catalogue), observations: ObservationTable(catalogue))
    }

    /// An engine for these schedules, without a catalogue.
    ///
    /// - Throws: ``ScheduleError`` if a schedule contradicts itself.
    public init(
        schedules: [Schedule], vaccines: VaccineTable, observations: ObservationTable = ObservationTable()
    ) throws(ScheduleError) {
        for schedule in schedules { try ScheduleCheck(schedule).run() }
        (self.schedules, self.vaccines) = (schedules, vaccines)
        ruleSets = schedules.map { RuleSet($0, vaccines: vaccines, observations: observations) }
    }

    /// What a product or kind protects against; empty for an unknown one.
    func antigens(of vaccine: String) -> Set<String> { vaccines.vaccine(vaccine)?.antigens ?? [] }

    /// The kind by which a dose against antigens is known where all that there are against them are live and of one kind:
    /// for these, distances from other live vaccines hold.
    func liveVaccine(against antigens: [String]) -> String? {
        let all = antigens.first.map(vaccines.vaccines) ?? []
        let serving = all.filter { $0.antigens.isSuperset(of: antigens) && !$0.isPassive }
        guard !serving.isEmpty, serving.allSatisfy(\.isLive) else { return nil }
        let least = serving.map(\.entry.antigens.count).min()
        let kinds = Set(serving.filter { $0.entry.antigens.count == least }.map(\.kind))
        return kinds.count == 1 ? kinds.first : nil
    }

    /// A patient's own observation that one of the rows follows from: what was ticked, with its degree.
    public func told(_ code: String, of patient: Patient) -> [PatientObservation] {
        guard let table = ruleSets.first?.observations else { return [] }
        return patient.observations.filter { table.codes(of: $0).contains(code) }
    }

    /// The last day on which an observation holds, which may be after its end; nil: it goes on.
    public func lastDay(of observation: PatientObservation) -> CalendarDate? {
        ruleSets.first.map { $0.observations.last(of: observation) } ?? observation.until
    }

    /// What each schedule that is for the patient says on a day.
    ///
    /// A schedule is for the patient if it is for the species and, where it names a country, for the patient's home. A
    /// patient whose home is in none of the schedules' countries gets what all of them say.
    public func assess(_ patient: Patient, on date: CalendarDate) -> [Assessment] {
        let history = PatientHistory(of: patient, on: date, vaccines: vaccines)
        return ruleSets(for: patient).map { rules in
            assess(AssessmentContext(patient: patient, date: date, history: history, rules: rules))
        }
    }

    private func ruleSets(for patient: Patient) -> [RuleSet] {
        let all = ruleSets.filter { $0.schedule.species == patient.species }
        guard all.contains(where: { $0.schedule.country.map(patient.home.contains) ?? false }) else { return all }
        return all.filter { $0.schedule.country.map(patient.home.contains) ?? true }
    }

    private func assess(_ context: AssessmentContext) -> Assessment {
        let rules = context.rules
        let none = OtherResults(conflicts: ConflictTable(context, validDoses: nil))
        var judged = zip(rules.antigens, rules.rows).map { JudgedAntigen($0, $1, context: context, others: none) }
        // The second round knows which series were complete and which doses valid in the first.
        let conflicts = ConflictTable(context, validDoses: Self.validDoses(of: judged, context))
        for (number, antigen) in rules.antigens.enumerated() where context.asksForOthers(antigen) {
            let complete = judged[number].all.filter(\.isComplete).map(\.selection.group)
            let others = OtherResults(completedGroups: Set(complete), conflicts: conflicts)
            judged[number] = JudgedAntigen(antigen, rules.rows[number], context: context, others: others)
        }
        return Assessment(
            schedule: rules.schedule.id, date: context.date, issues: context.issues,
            series: judged.flatMap { one in one.known.map { Self.summary($0, best: one.best, context) } },
            groups: rules.groups.flatMap { group, antigens in
                GroupMerge(group: group, context: context).forecasts(antigens.map { judged[$0] })
            },
            antigens: judged.compactMap { one in
                let doses = one.doses
                return doses.isEmpty ? nil : AntigenAssessment(antigen: one.antigen, doses: doses)
            })
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

    private static func summary(
        _ series: PatientSeries, best: [PatientSeries], _ context: AssessmentContext
    ) -> SeriesAssessment {
        let (evaluation, basic) = (series.evaluation, series.evaluation.basic)
        return SeriesAssessment(
            key: series.row.key, isBest: best.contains { $0.row === series.row },
            indications: series.row.series.indications.filter { context.applies($0, on: context.date) },
            doses: evaluation.evaluations,
            forecast: series.forecast, validCount: series.validCount, plannedCount: basic.planned,
            givenCount: basic.given,
            isBooster: evaluation.next.map { evaluation.row.doses[$0].rule.isBooster } ?? false)
    }
}
