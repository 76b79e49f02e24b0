extension ScheduleJudge.Found {
    /// All that the schedule says.
    var assessment: Assessment {
        Assessment(
            schedule: context.rules.schedule.id, date: context.date, issues: context.issues,
            series: antigens.flatMap { one in one.known.map { Self.summary($0, best: one.best, context) } },
            groups: groups.flatMap(\.self),
            antigens: antigens.compactMap { one in
                let doses = one.doses
                return doses.isEmpty ? nil : AntigenAssessment(antigen: one.antigen, doses: doses)
            })
    }

    /// What is to be given, with what it was made from.
    var openAssessment: Assessment {
        let open = groups.flatMap { $0.filter { $0.status == .notComplete } }
        let keys = Set(open.flatMap(\.series))
        let names = Set(keys.map(\.antigen))
        let judged = antigens.filter { names.contains($0.antigen) }
        return Assessment(
            schedule: context.rules.schedule.id, date: context.date, issues: [],
            series: judged.flatMap { one in
                one.known.filter { keys.contains($0.row.key) }.map { Self.summary($0, best: one.best, context) }
            }, groups: open,
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
