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
        return judges(of: patient).map { Self.assessment($0.found(patient, on: date, history)) }
    }

    /// The same of what is to be given, by judges that know the patient from another day or with fewer doses.
    func assessOpen(_ patient: Patient, on date: CalendarDate, by judges: [ScheduleJudge]) -> [Assessment] {
        let history = PatientHistory(of: patient, on: date, vaccines: vaccines)
        return judges.map { Self.openAssessment($0.found(patient, on: date, history)) }
    }

    /// One for each schedule that is for a patient.
    func judges(of patient: Patient) -> [ScheduleJudge] { ruleSets(for: patient).map(ScheduleJudge.init) }

    private func ruleSets(for patient: Patient) -> [RuleSet] {
        let all = ruleSets.filter { $0.schedule.species == patient.species }
        guard all.contains(where: { $0.schedule.country.map(patient.home.contains) ?? false }) else { return all }
        return all.filter { $0.schedule.country.map(patient.home.contains) ?? true }
    }

    private static func assessment(_ found: ScheduleJudge.Found) -> Assessment {
        let context = found.context
        return Assessment(
            schedule: context.rules.schedule.id, date: context.date, issues: context.issues,
            series: found.antigens.flatMap { one in one.known.map { summary($0, best: one.best, context) } },
            groups: found.groups.flatMap(\.self),
            antigens: found.antigens.compactMap { one in
                let doses = one.doses
                return doses.isEmpty ? nil : AntigenAssessment(antigen: one.antigen, doses: doses)
            })
    }

    /// What is to be given, with what it was made from.
    private static func openAssessment(_ found: ScheduleJudge.Found) -> Assessment {
        let context = found.context
        let groups = found.groups.flatMap { $0.filter { $0.status == .notComplete } }
        let keys = Set(groups.flatMap(\.series))
        let antigens = Set(keys.map(\.antigen))
        let judged = found.antigens.filter { antigens.contains($0.antigen) }
        return Assessment(
            schedule: context.rules.schedule.id, date: context.date, issues: [],
            series: judged.flatMap { one in
                one.known.filter { keys.contains($0.row.key) }.map { summary($0, best: one.best, context) }
            }, groups: groups,
            antigens: judged.map { AntigenAssessment(antigen: $0.antigen, doses: $0.doses) })
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
