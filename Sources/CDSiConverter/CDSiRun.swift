package import Immunization

/// Answers CDSi's test cases with the engine.
package struct CDSiRun: Sendable {
    /// The engine with the converted schedule.
    package let engine: ImmunizationEngine
    private let groups: [VaccineGroup]

    /// A run with a converted schedule.
    ///
    /// - Throws: `ScheduleError` if the schedule contradicts itself.
    package init(_ schedule: CDSiSchedule) throws {
        engine = try ImmunizationEngine(schedules: [schedule.schedule], vaccines: schedule.vaccines)
        groups = schedule.schedule.groups
    }

    /// The sheets' short names of vaccine groups whose full names differ in more than case.
    private static let shortNames = [
        "dtap": "dtap/tdap/td", "flu": "influenza", "ipol": "polio", "mcv": "meningococcal",
        "menb": "meningococcal b", "pcv": "pneumococcal", "pol": "polio", "rota": "rotavirus", "var": "varicella",
    ]

    /// What we say of a case.
    ///
    /// - Throws: ``CDSiError`` if the case names a day or a group that doesn't exist.
    package func answer(_ one: CDSiCase) throws -> CDSiAnswer {
        let (patient, date) = try one.patient()
        let name = one.vaccineGroup.lowercased()
        guard let group = groups.first(where: { $0.id.lowercased() == Self.shortNames[name] ?? name }) else {
            throw CDSiError("case \(one.id)", "asks for the unknown vaccine group '\(one.vaccineGroup)'")
        }
        let all = engine.assess(patient, on: date).flatMap(\.groups)
        let own = all.filter { $0.group == group.id }
        let forecast = own.first
        return CDSiAnswer(
            id: one.id, seriesStatus: forecast.map { Self.word($0.status) },
            forecastDose: forecast?.doseNumber.map(String.init), earliest: forecast?.earliest?.description,
            recommended: forecast?.recommended?.description, pastDue: forecast?.pastDue?.description,
            doses: patient.doses.map { dose in
                let judged = own.flatMap(\.doses).filter { $0.dose == dose.id }
                let elsewhere = judged.isEmpty ? all.flatMap(\.doses).filter { $0.dose == dose.id } : judged
                let best = elsewhere.map(\.status).min { Self.rank($0) < Self.rank($1) }
                return CDSiAnswer.Dose(status: best.map(Self.word))
            })
    }

    private static func rank(_ status: DoseEvaluation.Status) -> Int {
        [.valid, .notValid, .extraneous, .substandard].firstIndex(of: status) ?? 4
    }

    private static func word(_ status: DoseEvaluation.Status) -> String {
        switch status {
        case .valid: "Valid"
        case .notValid: "Not Valid"
        case .extraneous: "Extraneous"
        case .substandard: "Substandard"
        }
    }

    private static func word(_ status: SeriesForecast.Status) -> String {
        switch status {
        case .notComplete: "Not Complete"
        case .complete: "Complete"
        case .immune: "Immune"
        case .contraindicated: "Contraindicated"
        case .agedOut: "Aged Out"
        case .notRecommended: "Not Recommended"
        }
    }
}
